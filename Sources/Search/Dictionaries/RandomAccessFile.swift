internal import Essentials
internal import SearchAPI

/// A file that is read at any place.
final class RandomAccessFile: Sendable {
    let path: String
    let size: Int
    private let descriptor: Int32

    init(path: String) throws(SearchError) {
        // Safe: the path ends with NUL, and the descriptor is ours until it is closed.
        descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        self.path = path
        guard descriptor >= 0 else {
            throw .invalidArgument(
                "\(path): the dictionary cannot be read; a dictionary is NAME.index beside NAME.dict.dz")
        }
        let end = lseek(descriptor, 0, SEEK_END)
        guard end >= 0 else {
            close(descriptor)
            throw .invalidArgument("\(path) is no file that can be read at any place, as a dictionary is")
        }
        size = Int(end)
    }

    deinit { close(descriptor) }

    /// - Throws: `invalidArgument` for a file that ends before.
    func read(at place: Int, count: Int) throws(SearchError) -> [UInt8] {
        guard place >= 0, count >= 0, place <= size, count <= size - place else { throw cut }
        var filled = 0
        // Safe: each call fills a part of the array behind what is filled.
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, length in
            while filled < count {
                let read = unsafe pread(
                    descriptor, buffer.baseAddress! + filled, count - filled, off_t(place + filled))
                if read <= 0 { break }
                filled += read
            }
            length = filled
        }
        guard filled == count else { throw cut }
        return bytes
    }

    private var cut: SearchError { .invalidArgument("\(path) is cut off, or its index is of another dictionary") }
}
