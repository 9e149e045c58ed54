import Essentials
import Imaging

/// The bytes of a file and its status just before they were read.
struct FileContents {
    let status: FileStatus
    let bytes: [UInt8]

    /// Reads a regular file whole; anything else is refused without opening it, so a FIFO never blocks.
    init(_ path: Path, limit: Int) throws(ImageError) {
        do throws(SystemError) {
            guard try FileStatus.of(path).kind == .file else { throw SystemError(EINVAL) }
            let file = try OpenFile(path)
            status = try FileStatus.of(descriptor: file.descriptor)
            // One byte more reveals a file that is too large; a file cannot exceed `Int.max`.
            let bytes = try Self.read(file, count: min(status.size, limit == .max ? limit : limit + 1))
            self.bytes = bytes
        } catch {
            if error.code == EINVAL { throw .unreadable(path: path.text, reason: "it is not a regular file") }
            throw ImageError(error, reading: path)
        }
        if bytes.count > limit { throw .tooLarge(stage: .read, value: status.size, limit: limit, unit: "bytes") }
        if bytes.isEmpty { throw .empty }
    }

    private static func read(_ file: OpenFile, count: Int) throws(SystemError) -> [UInt8] {
        var failure: SystemError?
        // Safe: each read fills the rest of the buffer, and as many bytes as were read become part of the array.
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            while filled < count {
                let got = unsafe Essentials.read(file.descriptor, buffer.baseAddress! + filled, count - filled)
                if got < 0, errno == EINTR { continue }
                if got < 0 { failure = SystemError.last }
                if got <= 0 { return }
                filled += got
            }
        }
        if let failure { throw failure }
        return bytes
    }
}
