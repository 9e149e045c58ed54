import Essentials
internal import Synchronization

/// The bytes of the mappings of all buffers, which no allocator counts.
enum MappedBuffers {
    fileprivate static let counter = Atomic<Int>(0)
    static var bytes: Int { counter.load(ordering: .relaxed) }
}

/// Memory for plain values that kernels work on, aligned to cache lines. It does not move unless it is made larger.
@safe final class AlignedBuffer<Element: BitwiseCopyable> {
    private(set) var base: UnsafeMutablePointer<Element>
    private(set) var count: Int
    /// The bytes of a mapping of its own; nil for memory of the heap.
    private var mapped: Int?

    /// Filled with zeros: a large buffer takes memory only where it is written.
    init(zeros count: Int) {
        self.count = count
        let bytes = count * MemoryLayout<Element>.stride
        let whole = (bytes + Self.huge - 1) / Self.huge * Self.huge
        // Safe: no address is asked for, and the result is checked.
        let start =
            unsafe bytes < Self.huge
            ? MAP_FAILED : mmap(nil, whole + Self.huge, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON, -1, 0)
        guard let start = unsafe start, unsafe start != MAP_FAILED else {
            // Safe: as in the other `init`; plain values of zeros are values.
            unsafe base = AlignedBuffer.allocated(count)
            unsafe UnsafeMutableRawPointer(base).initializeMemory(as: UInt8.self, repeating: 0, count: bytes)
            return
        }
        // Safe: the mapping holds `whole` bytes from the next multiple of a huge page on, which are zeros, and nobody has
        // used those before and behind them, which are returned.
        let memory = unsafe start.alignedUp(toMultipleOf: Self.huge)
        let before = unsafe memory - start
        if before > 0 { unsafe munmap(start, before) }
        if before < Self.huge { unsafe munmap(memory + whole, Self.huge - before) }
        #if canImport(Glibc)
            unsafe madvise(memory, whole, MADV_HUGEPAGE)
        #endif
        mapped = whole
        MappedBuffers.counter.add(whole, ordering: .relaxed)
        unsafe base = memory.bindMemory(to: Element.self, capacity: count)
    }

    /// Filled with `value`.
    init(_ count: Int, of value: Element) {
        // Safe: `allocated` allocates `count` elements.
        unsafe base = AlignedBuffer.allocated(count)
        self.count = count
        unsafe base.initialize(repeating: value, count: count)
    }

    deinit {
        free()
    }

    /// Returns the memory.
    private func free() {
        // Safe: from `init`, or allocated by `allocated`; plain values need no end.
        if let bytes = mapped.take() {
            unsafe munmap(base, bytes)
            MappedBuffers.counter.subtract(bytes, ordering: .relaxed)
        } else {
            unsafe UnsafeMutableRawPointer(base).deallocate()
        }
    }

    subscript(index: Int) -> Element {
        get {
            precondition(index >= 0 && index < count)
            // Safe: checked.
            return unsafe base[index]
        }
        set {
            precondition(index >= 0 && index < count)
            // Safe: checked.
            unsafe base[index] = newValue
        }
    }

    /// Makes the buffer at least this large, with `value` in the new elements.
    func grow(to wanted: Int, filling value: Element) {
        guard wanted > count else { return }
        let larger = unsafe AlignedBuffer.allocated(wanted)
        // Safe: both hold all elements that are written.
        unsafe larger.initialize(from: base, count: count)
        unsafe (larger + count).initialize(repeating: value, count: wanted - count)
        free()
        unsafe base = larger
        count = wanted
    }

    /// Makes the buffer at least this large; its values may be lost.
    func reserve(_ wanted: Int) {
        guard wanted > count else { return }
        free()
        // Safe: as in `init`; plain values need no beginning.
        unsafe base = AlignedBuffer.allocated(wanted)
        count = wanted
    }

    /// A huge page.
    private static var huge: Int { 2 << 20 }

    private static func allocated(_ count: Int) -> UnsafeMutablePointer<Element> {
        let bytes = max(count, 1) * MemoryLayout<Element>.stride
        // Large buffers are read at random: with huge pages address translation costs less than with 4 KiB ones.
        let isLarge = bytes >= huge
        // Safe: so many bytes hold so many elements, and the advice changes none.
        let memory = UnsafeMutableRawPointer.allocate(byteCount: bytes, alignment: isLarge ? huge : 64)
        #if canImport(Glibc)
            if isLarge { unsafe madvise(memory, bytes, MADV_HUGEPAGE) }
        #endif
        return unsafe memory.bindMemory(to: Element.self, capacity: count)
    }
}
