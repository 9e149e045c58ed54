import Foundation

/// ``FineRows`` in a file that is mapped into memory, so that the system keeps what is used and drops what is not.
///
/// The file is a cache of what a store holds: it begins empty, and goes with the value.
@safe public final class MappedFineRows: FineRows {
    private static let chunkShift = 14
    private let stride: Int
    private let file: FileHandle
    private let path: String
    private var chunkBytes: Int { stride << MappedFineRows.chunkShift }
    // Safe: changed by `write` only, which an index never calls beside another call.
    private nonisolated(unsafe) var chunks: [UnsafeMutableRawPointer] = unsafe []

    /// Makes the file, in place of one that is there. Throws when it cannot be made.
    public init(at path: String, dimensions: Int) throws {
        guard FileManager.default.createFile(atPath: path, contents: nil) else {
            throw CocoaError(.fileWriteUnknown, userInfo: [NSFilePathErrorKey: path])
        }
        self.path = path
        file = try FileHandle(forUpdating: URL(filePath: path))
        stride = (dimensions + 63) / 64 * 64
    }

    deinit {
        // Safe: mapped by `addChunk`, and nobody reads any more.
        for index in unsafe chunks.indices { unsafe munmap(chunks[index], chunkBytes) }
        unsafe unlink(path)
    }

    public func write(_ row: Span<Int8>, slot: Int) {
        precondition(row.count <= stride)
        while slot >> MappedFineRows.chunkShift >= (unsafe chunks.count) { addChunk() }
        // Safe: the chunk has room for the row.
        unsafe row.withUnsafeBytes { unsafe address(slot).copyMemory(from: $0.baseAddress!, byteCount: $0.count) }
    }

    public func read(_ slot: Int, into row: inout MutableSpan<Int8>) {
        precondition(row.count <= stride && slot >> MappedFineRows.chunkShift < (unsafe chunks.count))
        // Safe: the chunk has the row.
        unsafe row.withUnsafeMutableBytes {
            unsafe $0.baseAddress!.copyMemory(from: address(slot), byteCount: $0.count)
        }
    }

    private func address(_ slot: Int) -> UnsafeMutableRawPointer {
        // Safe: the callers know that the chunk exists.
        unsafe chunks[slot >> MappedFineRows.chunkShift]
            + (slot & ((1 << MappedFineRows.chunkShift) - 1)) * stride
    }

    private func addChunk() {
        let offset = unsafe chunks.count * chunkBytes
        // Safe: the file is made as long as the mapping before anything touches it. Space on disk is claimed first, as
        // a full disk shows as a crash otherwise.
        let descriptor = file.fileDescriptor
        let failed = posix_fallocate(descriptor, off_t(offset), off_t(chunkBytes))
        precondition(failed == 0, "\(path) cannot grow: \(unsafe String(cString: strerror(failed)))")
        let chunk = unsafe mmap(nil, chunkBytes, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, off_t(offset))
        guard let chunk = unsafe chunk, unsafe chunk != MAP_FAILED else {
            preconditionFailure("\(path) cannot be mapped: \(unsafe String(cString: strerror(errno)))")
        }
        unsafe chunks.append(chunk)
    }
}
