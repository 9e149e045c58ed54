import Models
import TestSupport
import Testing

@Suite(
    "Models run", .timeLimit(.minutes(15)), .enabled(if: InstalledRuntime.runtime != nil, "\(InstalledRuntime.reason)"))
struct SessionTests {
    private func session(_ bytes: [UInt8], threads: Int = 1) throws -> ModelSession {
        let runtime = try #require(InstalledRuntime.runtime)
        return try ModelSession(bytes: bytes, threads: threads, runtime: runtime)
    }

    @Test("a session tells names, types and shapes of inputs and outputs, with -1 for a side of any length")
    func ports() throws {
        let session = try session(ModelBytes.linear())
        #expect(session.inputs == [ModelPort(name: "x", type: .float32, shape: [-1, 3])])
        #expect(session.outputs == [ModelPort(name: "y", type: .float32, shape: [-1, 2])])
    }

    @Test("the answer is the product and the sum, for any batch", arguments: [1, 2, 7])
    func batches(rows: Int) throws {
        let values = (0..<rows * 3).map(Float.init)
        let output = try session(ModelBytes.linear()).run([ModelInput("x", shape: [rows, 3], .float32(values))])
        let expected = (0..<rows).flatMap { row in
            let x = values[row * 3..<row * 3 + 3].map { $0 }
            return [x[0] + 3 * x[1] + 5 * x[2] + 0.5, 2 * x[0] + 4 * x[1] + 6 * x[2] - 0.5]
        }
        #expect(output.shape == [rows, 2])
        #expect(output.values == expected)
    }

    @Test(
        "values of each type go in",
        arguments: [
            (ModelBytes.uint8, ModelInput.Values.uint8([0, 1, 255])), (ModelBytes.int32, .int32([0, 1, 255])),
            (ModelBytes.int64, .int64([0, 1, 255])), (ModelBytes.float16, .float16([0, 0x3C00, 0x5BF8])),
            (ModelBytes.float32, .float32([0, 1, 255])),
        ])
    func inputTypes(number: Int, values: ModelInput.Values) throws {
        let output = try session(ModelBytes.cast(number, to: ModelBytes.float32))
            .run([ModelInput("x", shape: [3], values)])
        #expect(output.values == [0, 1, 255])
    }

    @Test("halves come out as the floats that they stand for")
    func halves() throws {
        let values: [Float] = [0, -0.0, 1, -2.5, 65504, 1e9, -1e9, 6.1035156e-05, 5.9604645e-08, -5.9604645e-08]
        let output = try session(ModelBytes.cast(ModelBytes.float32, to: ModelBytes.float16))
            .run([ModelInput("x", shape: [values.count], .float32(values))])
        let expected = values.map { abs($0) > 65504 ? .infinity * $0 : $0 }
        #expect(output.values.map(\.bitPattern) == expected.map(\.bitPattern))
        let nothing = try session(ModelBytes.cast(ModelBytes.float32, to: ModelBytes.float16))
            .run([ModelInput("x", shape: [1], .float32([.nan]))])
        #expect(nothing.values[0].isNaN)
    }

    @Test("a model may have two inputs, in any order")
    func twoInputs() throws {
        let output = try session(ModelBytes.sum).run([
            ModelInput("b", shape: [2], .float32([10, 20])), ModelInput("a", shape: [2], .float32([1, 2])),
        ])
        #expect(output.values == [11, 22])
    }

    @Test("threads run one session at once, each with its own answer")
    func atOnce() async throws {
        let session = try session(ModelBytes.linear(), threads: 2)
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for seed in 0..<2 {
                group.addTask {
                    try (0..<500).allSatisfy { round in
                        let x = Float(seed * 1000 + round)
                        let output = try session.run([ModelInput("x", shape: [1, 3], .float32([x, 0, 0]))])
                        return output.values == [x + 0.5, 2 * x - 0.5]
                    }
                }
            }
            for try await isRight in group { #expect(isRight) }
        }
    }

    @Test("another thread ends a long run, and the session runs on")
    func stopped() async throws {
        let session = try session(ModelBytes.loop(times: 1 << 50))
        let input = ModelInput("x", shape: [1], .float32([0]))
        let stop = RunStop()
        let run = Task { try await onOwnThread { try session.run([input], stop: stop) } }
        try await Task.sleep(for: .milliseconds(100))
        stop.stop()
        await #expect(throws: ModelError.stopped) { try await run.value }
        #expect(throws: ModelError.stopped) { try session.run([input], stop: stop) }
    }

    @Test("a run ends at its time limit, and one that is done before does not notice")
    func timedOut() throws {
        let input = ModelInput("x", shape: [1], .float32([0]))
        let endless = try session(ModelBytes.loop(times: 1 << 50))
        #expect(throws: ModelError.timedOut(seconds: 0.1)) { try endless.run([input], seconds: 0.1) }
        #expect(throws: ModelError.timedOut(seconds: 0)) { try endless.run([input], seconds: 0) }
        #expect(try session(ModelBytes.loop(times: 10)).run([input], seconds: 3600).values == [10])
    }
}
