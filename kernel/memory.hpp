// Memory for large tables, zeroed when it is first used, in large pages where the system has
// them; and how much is left of the stack.

#pragma once

#include <cstddef>
#include <cstdint>
#include <new>
#include <stdexcept>
#include <utility>

#include <pthread.h>
#include <sys/mman.h>

namespace kibitz {

/// An array of things that are nothing when all their bits are 0. A page takes memory from its
/// first use until it is released.
template <class Value>
class zeroed {
public:
    explicit zeroed(std::size_t size = 0, bool large_pages = false) : size_(size) {
        if (size == 0) return;
        const std::size_t bytes = size * sizeof(Value);
        const std::uintptr_t page = large_pages && bytes >= large_page ? large_page : cache_line;
        mapped_ = bytes + page;
        memory_ = mmap(nullptr, mapped_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (memory_ == MAP_FAILED) throw std::bad_alloc();
        values_ = reinterpret_cast<Value*>(up(reinterpret_cast<std::uintptr_t>(memory_), page));
#ifdef MADV_HUGEPAGE
        if (page == large_page) madvise(values_, bytes, MADV_HUGEPAGE);
#endif
    }

    zeroed(zeroed&& other) noexcept { swap(other); }
    zeroed& operator=(zeroed&& other) noexcept {
        zeroed(std::move(other)).swap(*this);
        return *this;
    }
    ~zeroed() {
        if (values_) munmap(memory_, mapped_);
    }

    /// Give back the memory of the first so many values, which are not used any more.
    void release(std::size_t count) {
        const auto start = up(reinterpret_cast<std::uintptr_t>(memory_), small_page);
        const auto end = reinterpret_cast<std::uintptr_t>(values_ + count) & ~(small_page - 1);
        if (start < end) madvise(reinterpret_cast<void*>(start), end - start, MADV_DONTNEED);
    }

    std::size_t size() const { return size_; }
    Value& operator[](std::size_t at) { return values_[at]; }
    const Value& operator[](std::size_t at) const { return values_[at]; }

private:
    static constexpr std::uintptr_t large_page = std::uintptr_t{1} << 21;
    static constexpr std::uintptr_t small_page = std::uintptr_t{1} << 12;
    static constexpr std::uintptr_t cache_line = 64;

    static std::uintptr_t up(std::uintptr_t address, std::uintptr_t page) { return (address + page - 1) & ~(page - 1); }

    void swap(zeroed& other) noexcept {
        std::swap(size_, other.size_);
        std::swap(mapped_, other.mapped_);
        std::swap(memory_, other.memory_);
        std::swap(values_, other.values_);
    }

    std::size_t size_ = 0;
    std::size_t mapped_ = 0;
    void* memory_ = nullptr;
    Value* values_ = nullptr;
};

/// A game so deep that the stack has no room for its search.
struct too_deep : std::runtime_error {
    too_deep() : std::runtime_error("the stack has no room for this search") {}
};

/// Says when this thread's stack is almost used up, or will be.
class stack_guard {
public:
    /// The system takes a third of a millisecond to say, so a thread asks once.
    stack_guard() {
        static thread_local const char* const end = end_of_stack();
        end_ = end;
    }

    /// Throws rather than go one call too deep.
    void check() const {
        if (static_cast<const char*>(__builtin_frame_address(0)) < end_) throw too_deep();
    }

    /// Throws rather than begin a search of a trick game that goes so many plies deep.
    void check(int plies, std::size_t bytes_a_ply = most_a_ply) const {
        const auto room = static_cast<const char*>(__builtin_frame_address(0)) - end_;
        if (room < plies * static_cast<std::ptrdiff_t>(bytes_a_ply)) throw too_deep();
    }

private:
    static const char* end_of_stack() {
        const char* here = static_cast<const char*>(__builtin_frame_address(0));
#ifdef __linux__
        pthread_attr_t attributes;
        if (pthread_getattr_np(pthread_self(), &attributes) == 0) {
            void* lowest = nullptr;
            std::size_t size = 0;
            pthread_attr_getstack(&attributes, &lowest, &size);
            pthread_attr_destroy(&attributes);
            return static_cast<const char*>(lowest) + spare;
        }
#endif
        return here - usual_room;
    }

    static constexpr std::size_t usual_room = std::size_t{1} << 18;
    static constexpr std::size_t spare = std::size_t{1} << 16;
    static constexpr std::size_t most_a_ply = 1 << 10;  ///< g++ takes up to 640.

    const char* end_;
};

}  // namespace kibitz
