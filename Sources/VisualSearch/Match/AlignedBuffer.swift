import Foundation

/// Memory for plain values that kernels work on, aligned to cache lines. It does not move unless it is made larger.
@safe final class AlignedBuffer<Element: BitwiseCopyable> {
    private(set) var base: UnsafeMutablePointer<Element>
    private(set) var count: Int

    /// Filled with `value`.
    init(_ count: Int, of value: Element) {
        // Safe: `allocated` allocates `count` elements.
        unsafe base = AlignedBuffer.allocated(count)
        self.count = count
        unsafe base.initialize(repeating: value, count: count)
    }

    deinit {
        // Safe: allocated by `allocated`, and plain values need no end.
        unsafe UnsafeMutableRawPointer(base).deallocate()
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
        unsafe UnsafeMutableRawPointer(base).deallocate()
        unsafe base = larger
        count = wanted
    }

    /// Makes the buffer at least this large; its values may be lost.
    func reserve(_ wanted: Int) {
        guard wanted > count else { return }
        // Safe: as in `init` and `deinit`; plain values need no beginning either.
        unsafe UnsafeMutableRawPointer(base).deallocate()
        unsafe base = AlignedBuffer.allocated(wanted)
        count = wanted
    }

    private static func allocated(_ count: Int) -> UnsafeMutablePointer<Element> {
        let bytes = max(count, 1) * MemoryLayout<Element>.stride
        // Large buffers are read at random: with huge pages address translation costs less than with 4 KiB ones.
        let huge = 2 << 20
        let isLarge = bytes >= huge
        // Safe: so many bytes hold so many elements, and the advice changes none.
        let memory = UnsafeMutableRawPointer.allocate(byteCount: bytes, alignment: isLarge ? huge : 64)
        #if canImport(Glibc)
            if isLarge { unsafe madvise(memory, bytes, MADV_HUGEPAGE) }
        #endif
        return unsafe memory.bindMemory(to: Element.self, capacity: count)
    }
}
