// Memory for large tables, in large pages where the system has them.

#pragma once

#include <cstddef>
#include <new>

#include <sys/mman.h>

namespace kibitz {

/// An allocator: less time is lost on looking up addresses in large pages.
template <class Value>
struct large_pages {
    using value_type = Value;

    large_pages() = default;
    template <class Other>
    large_pages(const large_pages<Other>&) {}

    Value* allocate(std::size_t count) {
        const std::size_t bytes = count * sizeof(Value);
        void* memory = ::operator new(bytes, page);
#ifdef MADV_HUGEPAGE
        if (bytes >= static_cast<std::size_t>(page)) madvise(memory, bytes, MADV_HUGEPAGE);
#endif
        return static_cast<Value*>(memory);
    }

    void deallocate(Value* memory, std::size_t) { ::operator delete(memory, page); }

    bool operator==(const large_pages&) const { return true; }

private:
    static constexpr std::align_val_t page{std::size_t{1} << 21};
};

}  // namespace kibitz
