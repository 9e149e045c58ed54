import Essentials

/// The acts of a hostile model, by the first word of a request.
enum Faults {
    static func answer(_ request: [UInt8]) throws -> [UInt8] {
        let words = String(decoding: request.prefix(400), as: UTF8.self).split(separator: " ").map(String.init)
        let argument = words.count > 1 ? words[1] : ""
        switch words.first {
        case "refuse": throw ModelWorkerProgram.Refusal(description: "no\u{1B}[31m to \(argument)")
        case "abort": crash(SIGABRT)
        case "segfault": crash(SIGSEGV)
        case "exit": _exit(3)
        case "hang": while true { sleep(1000) }
        case "hunger": return eat()
        case "print": return printMuch()
        case "garble": writeToSocket("no frame")
        case "twice": writeEmptyAnswer()
        case "large": return [UInt8](repeating: 1, count: Int(argument) ?? 0)
        case "claim": writeHeader(status: 0, count: UInt64(argument) ?? 0)
        case "descriptors": return descriptors()
        case "threads": return threads()
        case "try": return Array(Rights.attempt(argument, words.last ?? "").utf8)
        default: return request
        }
        return []
    }

    /// Ends this process as a fault of a library would. A sanitizer has handlers of its own.
    static func crash(_ number: Int32) -> Never {
        signal(number, SIG_DFL)
        raise(number)
        _exit(99)
    }

    /// Past the library: the socket is the first descriptor behind the standard ones.
    static func writeToSocket(_ text: String) {
        _ = writeAll(Array(text.utf8) + [UInt8](repeating: 9, count: 9), to: 3)
    }

    static func writeHeader(status: UInt8, count: UInt64) {
        _ = writeAll([status] + (0..<8).map { UInt8(truncatingIfNeeded: count >> (8 * $0)) }, to: 3)
        sleep(1000)
    }

    /// In front of the one that follows.
    private static func writeEmptyAnswer() { _ = writeAll([UInt8](repeating: 0, count: 9), to: 3) }

    /// Takes all memory, or 100 GB, and tells how many MiB it got.
    private static func eat() -> [UInt8] {
        let part = 64 << 20
        // Safe: each part is filled as far as it goes, and freed once.
        var parts: [UInt] = []
        while parts.count < 1600, let memory = unsafe malloc(part) {
            unsafe memset(memory, 1, part)
            parts.append(UInt(bitPattern: memory))
        }
        for address in parts { unsafe free(UnsafeMutableRawPointer(bitPattern: address)) }
        return Array("\(parts.count * 64)".utf8)
    }

    private static func printMuch() -> [UInt8] {
        for line in 0..<10_000 { print("line \(line)") }
        _ = writeAll(Array("straight".utf8), to: 1)
        return Array("printed".utf8)
    }

    private static func descriptors() -> [UInt8] {
        let open = (0..<1024).filter { fcntl($0, F_GETFD) >= 0 }
        return Array(open.map(String.init).joined(separator: " ").utf8)
    }

    /// Starts threads and waits for them, as ONNX Runtime does.
    private static func threads() -> [UInt8] {
        let (ends, limit) = (Arrivals(), 8)
        for _ in 0..<limit { precondition(startThread { ends.arrive() }) }
        ends.wait(for: limit)
        return Array("\(limit)".utf8)
    }
}

/// Counts threads that have come to their end.
///
/// Safe: `count` is used under the lock only.
final class Arrivals: @unchecked Sendable {
    private let lock = Lock()
    private var count = 0

    func arrive() {
        lock.lock()
        count += 1
        lock.broadcast()
        lock.unlock()
    }

    func wait(for number: Int) {
        lock.lock()
        while count < number { lock.wait() }
        lock.unlock()
    }
}
