import Essentials
import Imaging

extension Input {
    /// Runs `body` with the picture in the form of the library, and its size in bytes.
    func reading<Value>(
        _ body: (ImageInput, _ bytes: Int) throws(ImageError) -> Value
    ) throws(ImageError) -> Value {
        guard let content else { return try path.reading(body) }
        return try body(.bytes(content), content.count)
    }
}

extension Path {
    /// Runs `body` with the file in the form of the library, and its size in bytes. Refuses anything but a regular file
    /// without opening it, so a FIFO never blocks. Errors name the file as the user did.
    func reading<Value>(
        _ body: (ImageInput, _ bytes: Int) throws(ImageError) -> Value
    ) throws(ImageError) -> Value {
        let size = try fileSize()
        do throws(ImageError) {
            return try withImageInput { input throws(ImageError) in try body(input, size) }
        } catch {
            throw switch error {
            case .notFound: ImageError.notFound(path: text)
            case .unreadable(_, let reason): ImageError.unreadable(path: text, reason: reason)
            default: error
            }
        }
    }

    private func fileSize() throws(ImageError) -> Int {
        let status: FileStatus
        do throws(SystemError) {
            status = try FileStatus.of(self)
        } catch {
            throw ImageError(error, reading: self)
        }
        switch status.kind {
        case .file: return status.size
        case .folder: throw .unreadable(path: text, reason: "it is a folder")
        case .link, .other: throw .unreadable(path: text, reason: "it is not a regular file")
        }
    }

    /// A URL holds UTF-8 only; a file with another name is reached through its open descriptor.
    private func withImageInput<Value>(
        _ body: (ImageInput) throws(ImageError) -> Value
    ) throws(ImageError) -> Value {
        if isUTF8 {
            // A leading ~ would become the home folder.
            let name = bytes.first == UInt8(ascii: "~") ? "./" + text : text
            return try body(.file(URL(filePath: name, directoryHint: .notDirectory)))
        }
        // Safe: the name ends with NUL.
        let descriptor = withCString { unsafe open($0, O_RDONLY | O_NONBLOCK | O_CLOEXEC) }
        guard descriptor >= 0 else { throw ImageError(SystemError.last, reading: self) }
        defer { close(descriptor) }
        return try body(.file(URL(filePath: "/dev/fd/\(descriptor)", directoryHint: .notDirectory)))
    }
}
