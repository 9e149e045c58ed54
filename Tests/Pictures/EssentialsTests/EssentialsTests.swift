import Essentials
import Foundation
import Synchronization
import TestSupport
import Testing

@Suite("What FoundationEssentials lacks")
struct EssentialsTests {
    @Test("the ends of a text are cut as Foundation cuts them, for every character of the first plane")
    func trimming() {
        // Nothing beyond is a blank or ends a line.
        for value in 0...0xFFFF as ClosedRange<UInt32> {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let text = "\(scalar)a\(scalar) b\(scalar)"
            if text.trimmingBlanks() != text.trimmingCharacters(in: .whitespaces)
                || text.trimmingWhitespace() != text.trimmingCharacters(in: .whitespacesAndNewlines)
            {
                Issue.record("U+\(String(value, radix: 16))")
            }
        }
        #expect(" \t ".trimmingBlanks() == "")
        #expect("".trimmingWhitespace() == "")
    }

    @Test(
        "a number has so many digits behind its point, rounded",
        arguments: [0, -0.5, 1.25, 0.000_000_5, 123_456.789_012_3, -.greatestFiniteMagnitude, .infinity])
    func digits(_ number: Double) {
        #expect(number.written(digits: 6) == String(format: "%.6f", number))
    }

    @Test("the numbers of a file are those that the system tells, beside Foundation as well")
    func numbers() throws {
        let path = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
        defer { try? FileManager.default.removeItem(atPath: path) }
        try Data(repeating: 7, count: 4321).write(to: URL(filePath: path))
        // Safe: the path ends with NUL.
        try #require(unsafe chmod(path, 0o640) == 0)
        var state = stat()
        // Safe: the path ends with NUL, and the call writes one structure.
        try #require(unsafe stat(path, &state) == 0)
        let facts = try FileManager.default.attributesOfItem(atPath: path)
        #expect(facts.number(.size) == 4321 && facts.number(.posixPermissions) == 0o640)
        #expect(facts.number(.systemNumber) == Int(state.st_dev))
        #expect(facts.number(.systemFileNumber) == Int(state.st_ino))
        #expect(facts.number(.creationDate) == nil)
    }

    @Test("a pipe is read to its end in portions of any size, and up to a limit")
    func reading() throws {
        var ends: [Int32] = [0, 0]
        // Safe: the call writes two numbers.
        try #require(unsafe pipe(&ends) == 0)
        let (reading, writing) = (ends[0], ends[1])
        defer { close(reading) }
        let bytes = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 / 7) }
        let isWritten = Atomic(false)
        let hasThread = startThread {
            isWritten.store(writeAll(bytes, to: writing), ordering: .sequentiallyConsistent)
            close(writing)
        }
        #expect(hasThread)
        #expect(readAll(reading, limit: 70_000) == Array(bytes[..<70_000]))
        #expect(readAll(reading) == Array(bytes[70_000...]))
        let isDone = isWritten.load(ordering: .sequentiallyConsistent)
        #expect(isDone)
    }

    @Test("a descriptor that cannot be used is reported")
    func refusal() {
        #expect(readAll(-1) == nil)
        #expect(!writeAll([1], to: -1))
    }

    @Test("who waits under a lock is woken, or goes on when the time is over")
    func waiting() {
        let lock = Lock()
        let isSet = Atomic(false)
        let hasThread = startThread {
            lock.lock()
            isSet.store(true, ordering: .relaxed)
            lock.broadcast()
            lock.unlock()
        }
        #expect(hasThread)
        lock.lock()
        while !isSet.load(ordering: .relaxed) { lock.wait() }
        lock.wait(seconds: 0.001)
        lock.unlock()
    }

    @Test("an error of a file has the system's words")
    func reasons() {
        #expect(throws: (any Error).self) { try Data(contentsOf: URL(filePath: "/no/such/file")) }
        do { _ = try Data(contentsOf: URL(filePath: "/no/such/file")) } catch {
            #expect(error.systemReason == "No such file or directory")
        }
        #expect(POSIXError(.EACCES).systemReason == "Permission denied")
        #expect(ImageError.empty.systemReason == ImageError.empty.description)
    }
}
