/// The bytes of an array in memory, to be kept or filled.
// Safe: whoever fills an array on several threads gives each of them bytes of its own.
@safe struct KeptTable: @unchecked Sendable {
    // Safe: the owner keeps the memory for as long as this lives.
    nonisolated(unsafe) let bytes: UnsafeMutableRawBufferPointer
    private let owner: AnyObject

    init<Element>(_ buffer: AlignedBuffer<Element>) {
        owner = buffer
        unsafe bytes = UnsafeMutableRawBufferPointer(
            UnsafeMutableBufferPointer(start: buffer.base, count: buffer.count))
    }
}
