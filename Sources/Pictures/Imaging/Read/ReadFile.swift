import Essentials

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Reads files into memory that is used again.
enum ReadFile {
    /// The bytes of a file that a recipe needs: of a RAW file that it has developed, all.
    static func run(
        _ file: URL, into memory: Scratch, limits: Limits, for recipe: Recipe
    ) throws(ImageError) -> UnsafeBufferPointer<UInt8> {
        let bytes = try unsafe run(file, into: memory, limit: limits.inputBytes)
        guard recipe.developsRaw, unsafe ImageFormat(sniffing: Span(_unsafeElements: bytes)) == .raw else {
            return unsafe bytes
        }
        var read = limits
        read.inputBytes = max(limits.inputBytes, bytes.count)
        let header = try unsafe inspect(Span(_unsafeElements: bytes), limits: read, for: recipe)
        guard header.isDeveloped else { return unsafe bytes }
        return try unsafe run(file, into: memory, limit: limits.inputBytes, isWhole: true)
    }

    /// The bytes of a regular file, as ``run(_:into:limit:isWhole:)`` for paths reads them.
    static func run(
        _ file: URL, into memory: Scratch, limit: Int, isWhole: Bool = false
    ) throws(ImageError) -> UnsafeBufferPointer<UInt8> {
        guard file.isFileURL else {
            throw .unreadable(path: file.absoluteString, reason: "it is not a file on this machine; give its bytes")
        }
        let path = file.path(percentEncoded: false)
        guard !path.isEmpty else { throw .unreadable(path: file.path(), reason: "the name is not valid UTF-8") }
        return try unsafe run(path, into: memory, limit: limit, isWhole: isWhole)
    }

    /// Reads the bytes of the regular file at `path`, and returns their number. A file that shrinks or grows meanwhile
    /// is read as far as it existed at the time.
    ///
    /// Of a RAW file, directories and previews alone are there, unless it is wanted whole: see
    /// ``parts(of:size:into:limit:)``.
    ///
    /// Pipes, devices and folders are refused without waiting for them, and a file over the limit without reading it.
    static func run(
        _ path: String, into memory: Scratch, limit: Int, isWhole: Bool = false
    ) throws(ImageError) -> UnsafeBufferPointer<UInt8> {
        let file = unsafe open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard file >= 0 else { throw failure(path) }
        defer { close(file) }
        var status = stat()
        // Safe: `status` is ours.
        guard unsafe fstat(file, &status) == 0 else { throw failure(path) }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw .unreadable(path: path, reason: "it is not a regular file")
        }
        let size = Int(status.st_size)
        if !isWhole, let parts = try unsafe parts(of: file, size: size, into: memory, limit: limit) {
            return unsafe parts
        }
        guard size <= limit else { throw .tooLarge(stage: .read, value: size, limit: limit, unit: "bytes") }
        // Safe: each read stays inside the block. What a file grows by meanwhile is not read: whoever writes it is not
        // done, and the decoder says that the picture is cut off.
        let bytes = unsafe memory.reserve(max(size, 1))
        var count = 0
        while count < size {
            let got = unsafe read(file, bytes + count, size - count)
            if got < 0 {
                if errno == EINTR { continue }
                throw failure(path)
            }
            if got == 0 { break }
            count += got
        }
        return unsafe UnsafeBufferPointer(start: bytes, count: count)
    }

    private static func failure(_ path: String) -> ImageError {
        let code = errno
        if code == ENOENT || code == ENOTDIR { return .notFound(path: path) }
        return .unreadable(path: path, reason: unsafe String(cString: strerror(code)))
    }
}
