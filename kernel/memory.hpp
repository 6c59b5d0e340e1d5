// Memory for large tables, zeroed when it is first used, in large pages where the system has
// them; and how much is left of the stack.

#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>
#include <stdexcept>
#include <utility>

#include <pthread.h>
#include <sys/mman.h>

namespace kibitz {

/// An array of things that are nothing when all their bits are 0.
template <class Value>
class zeroed {
public:
    explicit zeroed(std::size_t size = 0) : size_(size) {
        if (size == 0) return;
        const std::size_t bytes = size * sizeof(Value);
        const std::uintptr_t page = bytes < large_page ? cache_line : large_page;
        memory_.reset(std::calloc(bytes + page, 1));
        if (!memory_) throw std::bad_alloc();
        const auto address = reinterpret_cast<std::uintptr_t>(memory_.get());
        values_ = reinterpret_cast<Value*>((address + page - 1) & ~(page - 1));
#ifdef MADV_HUGEPAGE
        if (page == large_page) madvise(values_, bytes, MADV_HUGEPAGE);
#endif
    }

    /// Use one more small page for the first time; false if all were used.
    bool touch(std::size_t& touched) {
        if (touched >= size_ * sizeof(Value)) return false;
        reinterpret_cast<volatile char*>(values_)[touched] = 0;
        touched += small_page;
        return true;
    }

    zeroed(zeroed&& other) { *this = std::move(other); }
    zeroed& operator=(zeroed&& other) {
        size_ = std::exchange(other.size_, 0);
        memory_ = std::move(other.memory_);
        values_ = std::exchange(other.values_, nullptr);
        return *this;
    }

    std::size_t size() const { return size_; }
    Value& operator[](std::size_t at) { return values_[at]; }
    const Value& operator[](std::size_t at) const { return values_[at]; }

private:
    static constexpr std::uintptr_t large_page = std::uintptr_t{1} << 21;
    static constexpr std::uintptr_t small_page = std::uintptr_t{1} << 12;
    static constexpr std::uintptr_t cache_line = 64;

    struct release {
        void operator()(void* memory) const { std::free(memory); }
    };

    std::size_t size_ = 0;
    std::unique_ptr<void, release> memory_;
    Value* values_ = nullptr;
};

/// A game so deep that the stack has no room for its search.
struct too_deep : std::runtime_error {
    too_deep() : std::runtime_error("the stack has no room for this search") {}
};

/// Says when this thread's stack is almost used up.
class stack_guard {
public:
    stack_guard() {
        const char* here = static_cast<const char*>(__builtin_frame_address(0));
        end_ = here - usual_room;
#ifdef __linux__
        pthread_attr_t attributes;
        if (pthread_getattr_np(pthread_self(), &attributes) != 0) return;
        void* lowest = nullptr;
        std::size_t size = 0;
        pthread_attr_getstack(&attributes, &lowest, &size);
        pthread_attr_destroy(&attributes);
        end_ = static_cast<const char*>(lowest) + spare;
#endif
    }

    /// Throws rather than go one call too deep.
    void check() const {
        if (static_cast<const char*>(__builtin_frame_address(0)) < end_) throw too_deep();
    }

private:
    static constexpr std::size_t usual_room = std::size_t{1} << 18;
    static constexpr std::size_t spare = std::size_t{1} << 16;

    const char* end_;
};

}  // namespace kibitz
