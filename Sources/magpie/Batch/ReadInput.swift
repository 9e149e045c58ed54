import Foundation
import Imaging

extension ImageError {
    /// Runs `body` with the input as the library takes it, and its size in bytes. What is not a regular file is
    /// refused without opening it, so a FIFO never blocks.
    static func reading<Value>(
        _ path: Path, _ body: (ImageInput, _ bytes: Int) throws(ImageError) -> Value
    ) throws(ImageError) -> Value {
        let status: FileStatus
        do throws(SystemError) {
            status = try FileStatus.of(path)
        } catch {
            throw ImageError(error, reading: path)
        }
        switch status.kind {
        case .file: break
        case .folder: throw .unreadable(path: path.text, reason: "it is a folder")
        case .link, .other: throw .unreadable(path: path.text, reason: "it is not a regular file")
        }
        if path.isUTF8 {
            return try body(.file(URL(filePath: path.text, directoryHint: .notDirectory)), status.size)
        }
        // A URL cannot hold this name, but it can hold that of the open file.
        // Safe: the name ends with NUL.
        let descriptor = path.withCString { unsafe open($0, O_RDONLY | O_NONBLOCK | O_CLOEXEC) }
        guard descriptor >= 0 else { throw ImageError(SystemError.last, reading: path) }
        defer { close(descriptor) }
        return try body(.file(URL(filePath: "/dev/fd/\(descriptor)", directoryHint: .notDirectory)), status.size)
    }
}
