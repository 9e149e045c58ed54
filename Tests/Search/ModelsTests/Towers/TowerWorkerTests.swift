import Foundation
import TestSupport
import Testing
import Tokenizers
import VisualSearch

@testable import Models

@Suite(
    "Towers in processes of their own", .timeLimit(.minutes(15)),
    .enabled(if: InstalledRuntime.runtime != nil, "\(InstalledRuntime.reason)"))
struct TowerWorkerTests {
    private let here = ModelSettings(runtime: InstalledRuntime.library, threads: 1)

    private var apart: ModelSettings {
        var settings = here
        settings.worker = ModelSettings.Worker(program: WorkerProgram.path, arguments: ["tower"], memory: nil)
        return settings
    }

    private func pair() throws -> WrittenModel {
        try WrittenModel.transformers([
            "vision_model": ModelBytes.means(), "text_model": ModelBytes.echo(["input_ids"], length: 3),
        ])
    }

    @Test("a process gives the vectors that this one gives, for pictures and texts")
    func equal() throws {
        let model = try pair()
        defer { withExtendedLifetime(model) {} }
        let folder = try model.read()
        let (one, other) = (Towers(folder, here), Towers(folder, apart))
        defer { other.end() }
        #expect(other.states.map(\.tower) == [.picture, .text] && one.states.isEmpty)
        #expect(try one.pictureDimensions() == 3 && other.pictureDimensions() == 3)
        for picture in [TestPicture.disc.pixels, TestPicture.checks.pixels, try Plain.picture(51, 102, 204)] {
            #expect(try other.vector(of: picture) == one.vector(of: picture))
        }
        for text in ["one", "two three four five", "", "nine [UNK] é"] {
            #expect(try other.vector(of: text) == one.vector(of: text))
        }
        #expect(other.states.allSatisfy { $0.state.isRunning && $0.state.starts == 1 && $0.state.calls >= 3 })
    }

    @Test("a text that cannot be encoded is the same error from a process, which goes on")
    func unencodable() throws {
        let model = try WrittenModel.transformers(["text_model": ModelBytes.echo(["input_ids"])])
        let towers = Towers(try model.read(), apart)
        defer { towers.end() }
        #expect(throws: TowerError.tokenizer(.unencodable("it has no tokens"))) { try towers.vector(of: "") }
        #expect(try towers.vector(of: "two") == [2])
        #expect(towers.states.first?.state.starts == 1)
    }

    @Test("threads that ask at once each get the vector of their own picture or text", arguments: [false, true])
    func atOnce(isApart: Bool) async throws {
        let model = try pair()
        defer { withExtendedLifetime(model) {} }
        let towers = Towers(try model.read(), isApart ? apart : here)
        defer { towers.end() }
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for task in 0..<4 {
                group.addTask {
                    try (0..<25).allSatisfy { round in
                        let level = UInt8(task * 25 + round)
                        let vector = try towers.vector(of: try Plain.picture(level, 0, 255))
                        let text = try towers.vector(of: ["one", "two", "three", "four"][task])
                        return isNear(vector, [Float(level) / 127.5 - 1, -1, 1]) && text == [Float(task + 1), 0, 0]
                    }
                }
            }
            for try await isRight in group { #expect(isRight) }
        }
    }

    @Test(
        "where a process is busy with a picture, another one starts, up to the number that is allowed",
        arguments: [1, 3])
    func processes(most: Int) async throws {
        let model = try pair()
        defer { withExtendedLifetime(model) {} }
        var settings = apart
        settings.worker?.processes = most
        let towers = Towers(try model.read(), settings)
        defer { towers.end() }
        #expect(try towers.vector(of: try Plain.picture(255, 0, 0)).count == 3)
        #expect(towers.states.filter { $0.tower == .picture }.count == 1)
        // More than the tasks that run at once on few cores.
        let workers = Workers(threads: 6)
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for task in 0..<6 {
                group.addTask {
                    try await workers.run { _ throws(any Error) in
                        try (0..<40).allSatisfy { round in
                            let level = UInt8(task * 40 + round)
                            let vector = try towers.vector(of: try Plain.picture(level, 0, 255))
                            return isNear(vector, [Float(level) / 127.5 - 1, -1, 1])
                        }
                    }
                }
            }
            for try await isRight in group { #expect(isRight) }
        }
        let pictures = towers.states.filter { $0.tower == .picture }
        #expect(pictures.count == most && pictures.map(\.state.calls).reduce(0, +) == 241)
        towers.end()
        #expect(towers.states.allSatisfy { !$0.state.isRunning })
        #expect(throws: TowerError.self) { try towers.vector(of: try Plain.picture(1, 2, 3)) }
    }

    @Test("a folder that vanishes between two starts is an error of the call")
    func vanished() throws {
        let model = try pair()
        let describer = try ModelDescriber(folder: model.folder.url, apart)
        let picture = try Plain.picture(51, 102, 204)
        let vector = try describer.describe(picture)
        let away = model.folder.url.deletingLastPathComponent().appending(path: UUID().uuidString)
        try FileManager.default.moveItem(at: model.folder.url, to: away)
        // The open tower needs its files no more.
        #expect(try describer.describe(picture) == vector)
        let pid = try #require(describer.towers.states.first?.state.pid)
        kill(pid_t(pid), SIGKILL)
        try wait(for: "the end") { WorkerProgram.isGone(pid) }
        let error = #expect(throws: DescribeError.self) { try describer.describe(picture) }
        #expect("\(String(describing: error))".contains("no folder at"))
        // A server tells it to whoever searches.
        #expect(!"\(String(describing: error))".contains(model.folder.url.path(percentEncoded: false)))
        try FileManager.default.moveItem(at: away, to: model.folder.url)
        #expect(try describer.describe(picture) == vector)
    }

    @Test("a folder whose files are replaced between two starts is an error of the call")
    func replaced() throws {
        let model = try pair()
        let describer = try ModelDescriber(folder: model.folder.url, apart)
        try model.write("onnx/text_model.onnx", bytes: ModelBytes.echo(["input_ids"], length: 3, output: "y"))
        let error = #expect(throws: DescribeError.self) { try describer.describe(text: "one") }
        #expect("\(String(describing: error))".contains("its files have changed since it was opened"))
    }

    @Test("a graph that never ends is named so, and so is its time")
    func endless() throws {
        let model = try WrittenModel.transformers(["vision_model": ModelBytes.endlessMeans()])
        defer { withExtendedLifetime(model) {} }
        var settings = apart
        settings.worker?.timeout = 2
        let towers = Towers(try model.read(), settings)
        defer { towers.end() }
        let error = #expect(throws: TowerError.self) { try towers.pictureDimensions() }
        #expect("\(String(describing: error))".contains("the graph ran longer than 2 s"))
    }

    @Test("the arguments of a process are read as they were written, and others are none")
    func arguments() throws {
        let folder = try pair().read()
        var settings = ModelSettings(runtime: "/lib/x", threads: 3)
        settings.numbers = .int8
        let files = KnownFiles(identity: "model 1", stamp: "2")
        for work in [
            TowerWork(.text, folder, settings, files), TowerWork(.picture, folder, here),
            TowerWork(.picture, folder, apart),
        ] {
            #expect(TowerWork(work.arguments) == work)
        }
        for words in [
            [], ["picture"], ["sound", "/x"], ["picture", "/x", "--threads"], ["picture", "/x", "--threads", "0"],
            ["picture", "/x", "--seconds", "-1"], ["picture", "/x", "--numbers", "int9"],
            ["picture", "/x", "--color", "1"],
        ] { #expect(TowerWork(words) == nil, "\(words)") }
    }

    @Test(
        "an answer of other bytes than a vector is an error", arguments: [[], [0, 1], [2, 0, 0, 0, 0]] as [[UInt8]])
    func frames(bytes: [UInt8]) throws {
        #expect(throws: TowerError.self) { try Frames.numbers(bytes) }
        #expect(try Frames.numbers(Frames.bytes([1.5, -0.0, .infinity])) == [1.5, -0.0, .infinity])
    }

    @Test("a check of a model in processes tells their memory")
    func check() throws {
        let model = try pair()
        defer { withExtendedLifetime(model) {} }
        var settings = apart
        settings.threads = nil
        let check = try ModelCheck(folder: model.folder.url, settings)
        #expect(check.picture?.resident ?? 0 > 1 << 20 && check.text?.resident ?? 0 > 1 << 20)
    }
}
