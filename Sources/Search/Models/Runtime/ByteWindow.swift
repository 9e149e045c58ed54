import Essentials

/// The bytes of a file, of which a small part is in memory, or an array. Used by one thread.
final class ByteWindow {
    /// All bytes, whether in memory or not.
    let count: Int
    private let descriptor: Int32?
    /// The place of the first byte in memory.
    private var start = 0
    private var loaded: [UInt8]

    private static let portion = 1 << 14

    init(_ bytes: [UInt8]) { (descriptor, count, loaded) = (nil, bytes.count, bytes) }

    /// A file that stays open for as long as this is used.
    init(_ descriptor: Int32, count: Int) { (self.descriptor, self.count, loaded) = (descriptor, count, []) }

    /// Nil behind the end, and where the file cannot be read.
    func byte(_ place: Int) -> UInt8? {
        let index = place - start
        if loaded.indices.contains(index) { return loaded[index] }
        guard 0..<count ~= place, load(place) else { return nil }
        return loaded[0]
    }

    func bytes(_ range: Range<Int>) -> [UInt8]? {
        var bytes: [UInt8] = []
        for place in range {
            guard let byte = byte(place) else { return nil }
            bytes.append(byte)
        }
        return bytes
    }

    /// Reads from this place on; false where there is nothing.
    private func load(_ place: Int) -> Bool {
        guard let descriptor else { return false }
        loaded = [UInt8](repeating: 0, count: ByteWindow.portion)
        var got: Int
        repeat {
            // Safe: as many bytes as the array has.
            got = unsafe loaded.withUnsafeMutableBytes {
                unsafe pread(descriptor, $0.baseAddress, $0.count, off_t(place))
            }
        } while got < 0 && errno == EINTR
        loaded.removeLast(loaded.count - max(got, 0))
        start = place
        return got > 0
    }
}
