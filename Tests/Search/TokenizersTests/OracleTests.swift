import Foundation
import TestSupport
import Testing

@testable import Tokenizers

@Suite("Tokenizers compared with their reference", .timeLimit(.minutes(15)))
struct OracleTests {
    private static let clients = SharedData.package.appending(path: "Tests/ForeignClients")

    /// Python with the reference, where the tests may install it.
    private static let python = PythonPackages.python("tokenizers")

    private static func run(_ words: String...) -> Bool {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["timeout", "-s", "KILL", "900"] + words
        process.standardOutput = FileHandle.nullDevice
        guard (try? process.run()) != nil else { return false }
        process.waitUntilExit()
        return process.terminationStatus == 0
    }

    @Test(
        "tokenizers of all kinds give texts of many scripts the ids of the reference",
        .enabled(if: python != nil, "skipped: MAGPIE_TESTS_INSTALL=1 lets the tests install the package tokenizers"))
    func reference() throws {
        let count = Effort.inputs(1_000, of: 20_000)
        let folder = try TemporaryFolder().url
        let script = Self.clients.appending(path: "tokenizers_oracle.py").path
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        #expect(Self.run(try #require(Self.python), script, folder.path, "\(count)"))
        func read<T: Decodable>(_ type: T.Type, _ name: String) throws -> T {
            try JSONDecoder().decode(type, from: Data(contentsOf: folder.appending(path: name)))
        }
        let texts = try read([String].self, "texts.json")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            .filter { $0.hasSuffix(".ids.json") }.map { String($0.dropLast(9)) }.sorted()
        #expect(texts.count >= count && names.count >= 30)
        for name in names {
            let tokenizer = try Tokenizer(path: folder.appending(path: name + ".json").path)
            let expected = try read([[Int32]?].self, name + ".ids.json")
            var different: [String] = []
            for (text, ids) in zip(texts, expected) where (try? tokenizer.encode(text).ids) != ids {
                different.append(text)
            }
            let first = different.first?.prefix(100) ?? ""
            #expect(different.isEmpty, "\(name): \(different.count) texts differ, the first is \(first)")
        }
    }
}
