import Foundation
import TestSupport
import Testing

@testable import magpie

/// Values at the edge of what a number, a name or a terminal can be. Whatever an option is given, the command answers
/// with an exit code: it never ends by a trap.
@Suite("Values at the edge", .timeLimit(.minutes(15)))
struct EdgeValueTests {
    static let values = [
        String(Int.min), String(Int.max), "-1", "0", "1", "99999999999999999999999999", "1e308", "1e999", "-0.0", "nan",
        "inf", "-inf", "", " ", "\u{fffd}\u{202e}", String(repeating: "9", count: 100_000),
    ]

    /// One call for each option and value; the process is run only where reading the option accepts the value, since
    /// that alone ends the others. Reading itself runs here.
    static let calls: [[String]] = allCommands.flatMap { calls(of: $0) }

    static func calls<Command: Subcommand>(of command: Command.Type) -> [[String]] {
        let options = command.options.flatMap(\.options)
        return options.flatMap { option -> [[String]] in
            guard let valueName = option.valueName, let name = option.names.last else { return [] }
            let accepted = values.flatMap { spellings(of: valueName, with: $0) }.filter { value in
                var target = command.init()
                return (try? ArgumentParser(options: options).parse([Path("\(name)=\(value)")], into: &target)) != nil
            }
            // If any text will do, or many numbers, a sample stands for all.
            let middle = accepted.count > 8 ? 1 : accepted.count / 2
            let isSampled = accepted.count > Effort.inputs(3, of: 8)
            let ends = [accepted.first, accepted.last].compactMap(\.self)
            let sample = isSampled ? ends + (Effort.isFull ? [accepted[middle]] : []) : accepted
            return sample.map { command.name.split(separator: " ").map(String.init) + ["\(name)=\($0)"] }
        }
    }

    /// The value in place of each word of `X1,Y1,X2,Y2`, one at a time and all at once.
    static func spellings(of valueName: String, with value: String) -> [String] {
        let words = valueName.split(separator: /[^A-Z0-9]+/)
        guard words.count > 1 else { return [value] }
        let all = valueName.replacing(/[A-Z][A-Z0-9]*/, with: value)
        let single = words.indices.map { index in
            var number = -1
            return valueName.replacing(/[A-Z][A-Z0-9]*/) { _ in
                number += 1
                return number == index ? value : "\(number)"
            }
        }
        return [value, all] + single
    }

    @Test("of every option of every subcommand end with an exit code, never with a signal")
    func options() throws {
        let place = try Workplace()
        try place.write(try picture(), to: "in/a.jpg")
        #expect(try place.magpie("index", "in", "--store", "magpie.db").code == 0)
        #expect(Self.calls.count > 100)
        for call in Self.calls where call[0] != "serve" {
            var words = call
            switch call[0] {
            case "prep": words += ["in", "-o", "out", "--quiet"]
            case "colors", "index", "discover": words += ["in", "--quiet"]
            case "search": words += ["in/a.jpg"]
            default: break
            }
            let ended = try Running(magpieBinary, words, in: place.path).wait()
            #expect(
                [0, 1, 2, 3, 4, 75].contains(ended.code),
                "\(words.map { $0.prefix(80) }): \(ended.code) \(ended.errors)")
        }
    }

    @Test("of a server's options let it start and stop, or say why not")
    func server() throws {
        let place = try Workplace()
        // A name of a host would be looked up on the network.
        for call in Self.calls where call[0] == "serve" && !call[1].hasPrefix("--host") {
            let port = call[1].hasPrefix("--port") ? [] : ["--port", "0"]
            let running = try Running(magpieBinary, call + port, in: place.path)
            let start = ContinuousClock.now
            running.wait { !running.output.isEmpty || start.duration(to: .now) > .seconds(60) }
            running.send(SIGTERM)
            let ended = try running.wait()
            #expect([0, 1, 2, 3, 75, 143].contains(ended.code), "\(call.map { $0.prefix(80) }): \(ended.code)")
        }
    }

    @Test("in what a scheduler says are read or refused", arguments: ["ID", "COUNT", "MIN", "STEP"])
    func scheduler(variable: String) throws {
        let place = try Workplace()
        try place.write(try picture(), to: "in/a.jpg")
        for value in Self.values where value.count < 1000 {
            var task = ["ID": "1", "COUNT": "2", "MIN": "0", "STEP": "1"]
            task[variable] = value
            let environment = Dictionary(uniqueKeysWithValues: task.map { ("SLURM_ARRAY_TASK_\($0)", $1) })
            let ended = try place.magpie("prep", "in", "-o", "out", "--json", environment: environment)
            #expect([0, 1].contains(ended.code), "\(variable)=\(value): \(ended.code)")
        }
    }

    @Test("in the time of a file and in the number of parts do no harm")
    func files() throws {
        let place = try Workplace()
        try place.write(try picture(), to: "in/a.jpg")
        try run("/usr/bin/touch", ["-d", "2600-01-01", (place / "in/a.jpg").text])
        #expect(try place.magpie("index", "in").code == 0)
        #expect(try place.magpie("prep", "in", "-o", "out", "--keep", "times").code == 0)
        let line = #"{"shard":"0/9223372036854775807","version":"\#(Version.number)"}"#
        try place.write(Array((line + "\n").utf8), to: "part")
        let ended = try place.magpie("merge", "part")
        #expect(ended.code == 2)
        #expect(ended.errors.contains("1/9223372036854775807, 2/9223372036854775807"))
    }
}
