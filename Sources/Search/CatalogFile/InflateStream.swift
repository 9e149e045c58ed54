internal import CDeflateShim

/// A stream of zlib that is being unpacked.
@safe
package final class InflateStream {
    private let handle: OpaquePointer
    private let path: String

    /// - Parameter isGzip: With the frame of gzip; false for the bare data of a ZIP archive.
    /// - Throws: `invalidArgument` without zlib or memory.
    package init(isGzip: Bool, path: String) throws(SearchError) {
        var opened: OpaquePointer?
        // Safe: the stream is closed once, in `deinit`.
        let code = unsafe cdf_open(isGzip ? .gzip : .bare, &opened)
        guard code == .ok, let opened = unsafe opened else {
            throw .invalidArgument(
                code == .noMemory
                    ? "\(path): no memory to unpack it"
                    : "\(path) is packed, and zlib (libz.so.1) is not there to unpack it")
        }
        unsafe handle = opened
        self.path = path
    }

    deinit {
        // Safe: opened in `init`, and used by nobody any more.
        unsafe cdf_close(handle)
    }

    /// The CRC-32 of what was unpacked or counted so far.
    var checksum: UInt32 {
        // Safe: only reads the stream.
        unsafe cdf_checksum(handle)
    }

    /// Counts bytes that are stored as they are.
    func count(_ bytes: ArraySlice<UInt8>) {
        // Safe: only reads as many bytes as the slice has.
        unsafe bytes.withUnsafeBufferPointer { unsafe cdf_count(handle, $0.baseAddress, $0.count) }
    }

    /// Unpacks the first of some bytes.
    ///
    /// - Returns: The bytes that were used, those that came of them, and whether the stream is at its end.
    /// - Throws: `invalidArgument` for damaged data.
    package func unpack(
        _ bytes: ArraySlice<UInt8>, into room: inout [UInt8]
    ) throws(SearchError) -> (used: Int, made: Int, isAtEnd: Bool) {
        var (used, made) = (0, 0)
        // Safe: each has the length that is given with it, and zlib keeps no address behind the call.
        let code = unsafe bytes.withUnsafeBufferPointer { source in
            unsafe room.withUnsafeMutableBufferPointer { target in
                unsafe cdf_unpack(
                    handle, source.baseAddress, source.count, &used, target.baseAddress!, target.count, &made)
            }
        }
        switch code {
        case .ok: return (used, made, false)
        case .end: return (used, made, true)
        case .noMemory: throw .invalidArgument("\(path): no memory to unpack it")
        case .damaged, .noLibrary: throw .invalidArgument("\(path): its packed data are damaged; copy the file again")
        }
    }
}
