import Essentials

/// The lines of a file or pipe, byte for byte, in bounded memory.
final class LineReader {
    /// Far longer than any path, even when each byte of it is written as a JSON escape.
    static let longestLine = 1 << 20

    enum Line {
        /// Without its line break. Only the last line of a file can lack one.
        case line(ArraySlice<UInt8>, isTerminated: Bool)
        case tooLong
        case failed(SystemError)
        case end
    }

    /// Ends each line.
    var separator = UInt8(ascii: "\n")

    private let file: OpenFile
    private let isCancelled: @Sendable () -> Bool
    private var buffer: [UInt8] = []
    private var start = 0
    private var atEnd = false

    init(_ file: OpenFile, isCancelled: @escaping @Sendable () -> Bool = { false }) {
        self.file = file
        self.isCancelled = isCancelled
    }

    func next() -> Line {
        var searched = start
        var isTooLong = false
        while true {
            if let end = buffer[searched...].firstIndex(of: separator) {
                defer { start = end + 1 }
                return isTooLong ? .tooLong : .line(buffer[start..<end], isTerminated: true)
            }
            if atEnd {
                defer { start = buffer.count }
                if isTooLong { return .tooLong }
                return start < buffer.count ? .line(buffer[start...], isTerminated: false) : .end
            }
            buffer.removeSubrange(..<start)
            start = 0
            if buffer.count > Self.longestLine {
                isTooLong = true
                buffer.removeAll(keepingCapacity: true)
            }
            searched = buffer.count
            do throws(SystemError) {
                try fill()
            } catch {
                stop()
                return .failed(error)
            }
        }
    }

    /// The first bytes, which stay to be read: at least 64, or all up to the first line break or NUL, or all there are.
    func peek() -> [UInt8] {
        while !atEnd, buffer.count < 64, !buffer.contains(where: { $0 == UInt8(ascii: "\n") || $0 == 0 }) {
            guard (try? fill()) != nil else { break }
        }
        return Array(buffer[start...])
    }

    /// Leaves out bytes that were seen before.
    func skip(_ count: Int) { start += count }

    /// Everything that is left. Of more than `limit` bytes one more is read, as the sign that it is too much.
    func rest(upTo limit: Int) -> Result<[UInt8], SystemError> {
        while !atEnd, buffer.count - start <= limit {
            do throws(SystemError) {
                try fill()
            } catch {
                stop()
                return .failure(error)
            }
        }
        defer { stop() }
        return .success(Array(buffer[start...].prefix(limit == .max ? limit : limit + 1)))
    }

    /// Reads no more.
    func stop() {
        atEnd = true
        buffer.removeAll()
        start = 0
    }

    /// Waits for bytes, checking now and then for cancellation.
    private func fill() throws(SystemError) {
        var waiting = pollfd(fd: file.descriptor, events: Int16(POLLIN), revents: 0)
        // Safe: one structure, which outlives the call.
        while unsafe poll(&waiting, 1, 100) <= 0 {
            if isCancelled() { return stop() }
        }
        let size = 1 << 16
        let held = buffer.count
        buffer += repeatElement(0, count: size)
        // Safe: the count is that of the free buffer behind the bytes in use.
        let count = unsafe buffer.withUnsafeMutableBytes { unsafe read(file.descriptor, $0.baseAddress! + held, size) }
        let failure = SystemError.last
        buffer.removeLast(size - max(count, 0))
        if count < 0, failure.code != EINTR, failure.code != EAGAIN { throw failure }
        atEnd = count == 0
    }
}
