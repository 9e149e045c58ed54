import CChildProcess
import Essentials

/// One run of a program of the owner of this machine, without a shell.
enum OwnersProgram {
    /// The way in which a run ended.
    enum End: Hashable, Sendable {
        case exit(Int)
        case signal(Int)
        /// It was killed because its time was up.
        case timedOut
    }

    /// Starts a program, sends bytes to its standard input, and waits until it closes its standard output, which is its end.
    /// Its output is dropped; its errors go where those of this program go.
    ///
    /// - Parameter words: The path of the program, then its arguments.
    static func run(_ words: [Path], sending bytes: [UInt8], seconds: Double) throws(SystemError) -> End {
        let end = ContinuousClock.now + .seconds(seconds)
        func left() -> Double { min(max(ContinuousClock.now.duration(to: end) / .seconds(1), 0), 1) }
        let child = try start(words)
        var sent = 0
        while sent < bytes.count, ContinuousClock.now < end {
            var count = 0
            // Safe: what is left of the bytes.
            let code = unsafe bytes.withUnsafeBufferPointer { buffer in
                unsafe ccp_send(child, buffer.baseAddress! + sent, buffer.count - sent, left(), &count)
            }
            sent += count
            // A program that does not read goes on.
            if code == .ended { break }
        }
        ccp_finish_sending(child)
        var isEnded = false
        var printed = [UInt8](repeating: 0, count: 4096)
        while !isEnded, ContinuousClock.now < end {
            var count = 0
            // Safe: as many bytes as the buffer has.
            let code = unsafe printed.withUnsafeMutableBufferPointer { buffer in
                unsafe ccp_receive(child, buffer.baseAddress!, buffer.count, left(), &count)
            }
            isEnded = code == .ended
        }
        let way = ccp_end_child(child)
        if !isEnded { return .timedOut }
        return way.signal != 0 ? .signal(Int(way.signal)) : .exit(Int(way.code))
    }

    private static func start(_ words: [Path]) throws(SystemError) -> ccp_child {
        var child = ccp_child()
        let list = Path(bytes: words.map(\.bytes).joined(separator: [0]))
        // Safe: as many names as words, each with its zero.
        let code = list.withCString { unsafe ccp_start_heard($0, words.count, &child) }
        guard code == .ok else { throw .last }
        return child
    }
}
