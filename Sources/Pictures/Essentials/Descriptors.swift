// Whole reads and writes of descriptors, past interruptions and the bounds of pipes.

/// Reads from the present place to the end, at most `limit` bytes. Nil where the system refuses; `errno` has its reason.
package func readAll(_ descriptor: Int32, limit: Int = .max) -> [UInt8]? {
    var bytes: [UInt8] = []
    var portion = [UInt8](repeating: 0, count: min(limit, 1 << 18))
    while bytes.count < limit {
        let wanted = min(portion.count, limit - bytes.count)
        // Safe: as many bytes as the array has.
        let count = unsafe portion.withUnsafeMutableBytes { unsafe read(descriptor, $0.baseAddress, wanted) }
        if count < 0, errno == EINTR { continue }
        if count < 0 { return nil }
        if count == 0 { break }
        bytes += portion[..<count]
    }
    return bytes
}

/// Writes all bytes. False where the system refuses; `errno` has its reason.
package func writeAll(_ bytes: some Collection<UInt8>, to descriptor: Int32) -> Bool {
    let bytes = ContiguousArray(bytes)
    // Safe: as many bytes as the array has.
    return unsafe bytes.withUnsafeBytes { buffer in
        var done = 0
        while done < buffer.count {
            let count = unsafe write(descriptor, buffer.baseAddress! + done, buffer.count - done)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            done += count
        }
        return true
    }
}
