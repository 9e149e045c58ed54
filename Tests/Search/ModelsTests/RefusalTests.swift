import Foundation
import Models
import TestSupport
import Testing

@Suite(
    "Models and inputs are refused", .timeLimit(.minutes(5)),
    .enabled(if: InstalledRuntime.runtime != nil, "\(InstalledRuntime.reason)"))
struct RefusalTests {
    private func session(_ bytes: [UInt8], threads: Int = 1) throws -> ModelSession {
        let runtime = try #require(InstalledRuntime.runtime)
        return try ModelSession(bytes: bytes, threads: threads, runtime: runtime)
    }

    @Test("a model that is cut off anywhere is an error")
    func truncated() throws {
        let whole = ModelBytes.linear()
        for count in 0..<whole.count {
            #expect("\(count) bytes") {
                _ = try session(Array(whole[..<count]))
            } throws: { error in
                if case .invalidModel? = error as? ModelError { true } else { false }
            }
        }
    }

    @Test("a model with any one byte changed opens or is an error")
    func changed() throws {
        var whole = ModelBytes.loop(times: 3)
        for index in whole.indices {
            let byte = whole[index]
            whole[index] = byte ^ 0x55
            do { _ = try session(whole) } catch { #expect(error is ModelError) }
            whole[index] = byte
        }
    }

    @Test(
        "bytes that are no model, and a model of an unknown operator, are errors",
        arguments: [
            Array("no model".utf8), [UInt8](repeating: 0xFF, count: 1000), [UInt8](repeating: 0, count: 1000),
            ModelBytes.model(
                ModelBytes.graph(
                    [ModelBytes.node("Nonsense", ["x"], ["y"])], inputs: [ModelBytes.value("x", 1, [1])],
                    outputs: [ModelBytes.value("y", 1, [1])])),
        ])
    func noModel(bytes: [UInt8]) throws {
        #expect("an error") { _ = try session(bytes) } throws: { error in
            if case .invalidModel? = error as? ModelError { true } else { false }
        }
    }

    @Test(
        "an input of another name, type, shape or number of values is refused with a reason",
        arguments: [
            ([ModelInput("z", shape: [1, 3], .float32([1, 2, 3]))], "it has x"),
            ([ModelInput("x", shape: [1, 3], .uint8([1, 2, 3]))], "it is uint8 and must be float32"),
            ([ModelInput("x", shape: [1, 4], .float32([1, 2, 3, 4]))], "[1, 4] and must be [any, 3]"),
            ([ModelInput("x", shape: [3], .float32([1, 2, 3]))], "[3] and must be [any, 3]"),
            ([ModelInput("x", shape: [0, 3], .float32([]))], "sides of at least 1"),
            ([ModelInput("x", shape: [-1, 3], .float32([1, 2, 3]))], "sides of at least 1"),
            ([ModelInput("x", shape: [2, 3], .float32([1, 2, 3]))], "it has 3 values"),
            ([ModelInput("x", shape: [.max, 3], .float32([1, 2, 3]))], "it has 3 values"),
            ([], "it is missing"),
            ([ModelInput](repeating: ModelInput("x", shape: [1, 3], .float32([1, 2, 3])), count: 2), "given twice"),
        ])
    func wrongInput(inputs: [ModelInput], reason: String) throws {
        let session = try session(ModelBytes.linear())
        #expect(throws: ModelError.self) { try session.run(inputs) }
        do { _ = try session.run(inputs) } catch { #expect("\(error)".contains(reason), "\(error)") }
    }

    @Test("an output of another name or type is refused")
    func wrongOutput() throws {
        let input = ModelInput("x", shape: [1, 3], .float32([1, 2, 3]))
        #expect(throws: ModelError.unknownOutput(name: "z", known: ["y"])) {
            try session(ModelBytes.linear()).run([input], output: "z")
        }
        #expect(throws: ModelError.unsupportedOutput(name: "y", type: .uint8)) {
            try session(ModelBytes.cast(ModelBytes.float32, to: ModelBytes.uint8))
                .run([ModelInput("x", shape: [1], .float32([1]))])
        }
    }

    @Test("an output above the limit is refused, and one of just its bytes is not")
    func limited() throws {
        let session = try session(ModelBytes.ones)
        let input = ModelInput("shape", shape: [2], .int64([1000, 1000]))
        #expect(throws: ModelError.tooLarge(name: "y", bytes: 4_000_000, limit: 3_999_999)) {
            try session.run([input], byteLimit: 3_999_999)
        }
        #expect(try session.run([input], byteLimit: 4_000_000).values == [Float](repeating: 1, count: 1_000_000))
    }

    @Test(
        "an output that no memory holds is an error",
        arguments: [[1 << 24, 1 << 24], [1 << 40, 1 << 40], [-1, 1 << 60]])
    func huge(shape: [Int64]) throws {
        let session = try session(ModelBytes.ones)
        #expect(throws: ModelError.self) { try session.run([ModelInput("shape", shape: [2], .int64(shape))]) }
        let small = ModelInput("shape", shape: [2], .int64([1, 2]))
        #expect(try session.run([small]).values == [1, 1])
    }

    /// True where the system promises memory that it does not have, and would end this process for it.
    private static let promisesAnyMemory: Bool = {
        let promises = try? String(contentsOfFile: "/proc/sys/vm/overcommit_memory", encoding: .utf8)
        return promises?.hasPrefix("1") == true
    }()

    @Test(
        "an output of 10^11 values is an error, also where the model says so itself",
        .disabled(if: promisesAnyMemory, "skipped: the system promises any memory"))
    func huger() throws {
        let shape: [Int64] = [100_000, 1_000_000]
        let session = try session(ModelBytes.ones)
        #expect(throws: ModelError.outOfMemory) { try session.run([ModelInput("shape", shape: [2], .int64(shape))]) }
        #expect(throws: ModelError.self) {
            try self.session(ModelBytes.expand(to: shape, declared: [-1, -1]))
                .run([ModelInput("x", shape: [1], .float32([1]))])
        }
    }

    @Test("a declared output above the limit is refused before the run")
    func declared() throws {
        let session = try session(ModelBytes.expand(to: [1000, 1000], declared: [1000, 1000]))
        #expect(throws: ModelError.tooLarge(name: "y", bytes: 4_000_000, limit: 1_000_000)) {
            try session.run([ModelInput("x", shape: [1], .float32([1]))], byteLimit: 1_000_000)
        }
    }

    @Test("a number of threads outside 1 to 256 is refused", arguments: [0, -1, 257])
    func threads(count: Int) throws {
        #expect(throws: ModelError.invalidThreads(count: count)) { try session(ModelBytes.sum, threads: count) }
    }
}
