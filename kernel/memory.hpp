// Memory for large tables, zeroed when it is first used, in large pages where the system has
// them; and how much is left of the stack.

#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <new>
#include <stdexcept>
#include <utility>

#include <pthread.h>
#include <sys/mman.h>

namespace kibitz {

/// Memory that a thread has used and may use again: one piece of each power of two, less than 4
/// megabytes in all, given back when the thread ends. To clear it takes less time than the system
/// takes for new pages, for which the threads of a process wait for each other, too.
class used_memory {
public:
    /// Of this thread.
    static used_memory& here() {
        static thread_local used_memory pieces;
        return pieces;
    }

    /// How large the piece is that has room for so many bytes; 0 if it would be too large.
    static std::size_t piece(std::size_t bytes) {
        return bytes > largest ? 0 : std::max(std::bit_ceil(bytes), smallest);
    }

    /// A piece that was used before, or null.
    void* take(std::size_t size) { return std::exchange(pieces_[at(size)], nullptr); }

    /// Keep a piece, unless there is one already.
    bool keep(void* memory, std::size_t size) {
        if (pieces_[at(size)]) return false;
        pieces_[at(size)] = memory;
        return true;
    }

    used_memory(const used_memory&) = delete;
    used_memory& operator=(const used_memory&) = delete;
    ~used_memory() {
        for (std::size_t size = smallest; size <= largest; size *= 2) {
            if (void* memory = take(size)) munmap(memory, size);
        }
    }

private:
    static constexpr std::size_t smallest = std::size_t{1} << 12;
    static constexpr std::size_t largest = std::size_t{1} << 21;

    used_memory() = default;
    static std::size_t at(std::size_t size) { return static_cast<std::size_t>(std::countr_zero(size / smallest)); }

    std::array<void*, std::bit_width(largest / smallest)> pieces_{};
};

/// Large memory that a thread has used and may use again as it is: the latest few pieces, of which
/// only the beginnings take memory, given back when the thread ends.
class used_beginnings {
public:
    static constexpr std::size_t kept = std::size_t{1} << 23;  ///< Bytes of each piece that take memory.

    /// Of this thread.
    static used_beginnings& here() {
        static thread_local used_beginnings pieces;
        return pieces;
    }

    /// A piece of this size that was used before, or null.
    void* take(std::size_t size) {
        for (piece& each : pieces_) {
            if (each.size == size) return std::exchange(each, {}).memory;
        }
        return nullptr;
    }

    /// Keep a piece, in place of the one that has been here for longest if there are too many.
    void keep(void* memory, std::size_t size) {
        if (size > kept) madvise(static_cast<char*>(memory) + kept, size - kept, MADV_DONTNEED);
        const auto unused = std::find_if(pieces_.begin(), pieces_.end(), [](const piece& each) { return !each.memory; });
        piece& place = unused != pieces_.end() ? *unused : pieces_[next_++ % pieces_.size()];
        if (place.memory) munmap(place.memory, place.size);
        place = {memory, size};
    }

    used_beginnings(const used_beginnings&) = delete;
    used_beginnings& operator=(const used_beginnings&) = delete;
    ~used_beginnings() {
        for (const piece& each : pieces_) {
            if (each.memory) munmap(each.memory, each.size);
        }
    }

private:
    struct piece {
        void* memory = nullptr;
        std::size_t size = 0;
    };

    used_beginnings() = default;

    std::array<piece, 4> pieces_{};
    std::size_t next_ = 0;
};

/// An array in memory of its own. A page takes memory from its first use until it is released.
template <class Value>
class mapped {
public:
    mapped(const mapped&) = delete;
    mapped& operator=(const mapped&) = delete;

    /// Give back the memory of some values, which are not used any more.
    void release(std::size_t from, std::size_t to) {
        const auto start = up(reinterpret_cast<std::uintptr_t>(values_ + from), small_page);
        const auto end = reinterpret_cast<std::uintptr_t>(values_ + to) & ~(small_page - 1);
        if (start < end) madvise(reinterpret_cast<void*>(start), end - start, MADV_DONTNEED);
    }

    std::size_t size() const { return size_; }
    Value& operator[](std::size_t at) { return values_[at]; }
    const Value& operator[](std::size_t at) const { return values_[at]; }

protected:
    explicit mapped(std::size_t size) : size_(size) {}
    ~mapped() = default;

    std::size_t bytes() const { return size_ * sizeof(Value); }

    /// How much memory there must be for large pages or small ones, with room to begin at one.
    std::size_t with_room(bool large_pages) {
        page_ = large_pages && bytes() >= large_page ? large_page : cache_line;
        return bytes() + page_;
    }

    /// Begin in this memory, or in new memory if there is none.
    void begin(void* used, std::size_t size) {
        taken_ = size;
        memory_ = used ? used : mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (memory_ == MAP_FAILED) throw std::bad_alloc();
        values_ = reinterpret_cast<Value*>(up(reinterpret_cast<std::uintptr_t>(memory_), page_));
#ifdef MADV_HUGEPAGE
        if (page_ == large_page && !used) madvise(values_, bytes(), MADV_HUGEPAGE);
#endif
    }

    void swap(mapped& other) noexcept {
        std::swap(size_, other.size_);
        std::swap(page_, other.page_);
        std::swap(taken_, other.taken_);
        std::swap(memory_, other.memory_);
        std::swap(values_, other.values_);
    }

    std::size_t size_, page_ = 0;
    std::size_t taken_ = 0;  ///< Bytes of memory, with those before the first value.
    void* memory_ = nullptr;
    Value* values_ = nullptr;

private:
    static constexpr std::uintptr_t large_page = std::uintptr_t{1} << 21;
    static constexpr std::uintptr_t small_page = std::uintptr_t{1} << 12;
    static constexpr std::uintptr_t cache_line = 64;

    static std::uintptr_t up(std::uintptr_t address, std::uintptr_t page) { return (address + page - 1) & ~(page - 1); }
};

/// What becomes of the memory of a table after its use. It is kept where most of it is used, since
/// all of it is cleared.
enum class after_use { give_back, keep };

/// An array of things that are nothing when all their bits are 0, which they are at first.
template <class Value>
class zeroed : public mapped<Value> {
public:
    explicit zeroed(std::size_t size = 0, bool large_pages = false, after_use after = after_use::give_back) : mapped<Value>(size) {
        if (size == 0) return;
        std::size_t needed = this->with_room(large_pages);
        void* used = nullptr;
        if (const std::size_t piece = used_memory::piece(needed); piece && after == after_use::keep) {
            keeps_ = true;
            used = used_memory::here().take(needed = piece);
        }
        this->begin(used, needed);
        if (used) std::memset(static_cast<void*>(this->values_), 0, this->bytes());
    }

    zeroed(zeroed&& other) noexcept : mapped<Value>(0) { swap(other); }
    zeroed& operator=(zeroed&& other) noexcept {
        zeroed(std::move(other)).swap(*this);
        return *this;
    }
    ~zeroed() {
        if (!this->values_ || (keeps_ && used_memory::here().keep(this->memory_, this->taken_))) return;
        munmap(this->memory_, this->taken_);
    }

private:
    void swap(zeroed& other) noexcept {
        mapped<Value>::swap(other);
        std::swap(keeps_, other.keeps_);
    }

    bool keeps_ = false;  ///< Whether this thread may use the memory again.
};

/// An array of things that are written before they are read, in memory that may have been used.
template <class Value>
class unset : public mapped<Value> {
public:
    explicit unset(std::size_t size, bool large_pages = false) : mapped<Value>(size) {
        const std::size_t needed = this->with_room(large_pages);
        this->begin(used_beginnings::here().take(needed), needed);
    }
    ~unset() { used_beginnings::here().keep(this->memory_, this->taken_); }
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
