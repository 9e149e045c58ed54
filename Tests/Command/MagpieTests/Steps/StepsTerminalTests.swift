import EngineTestSupport
import Foundation
import TestSupport
import Testing

@testable import magpie

@Suite("magpie steps in a terminal", .timeLimit(.minutes(5)), .serialized)
struct StepsTerminalTests {
    let place: Workplace

    init() throws {
        place = try Workplace()
        try place.write(Array(StepContract.lines.utf8), to: "rows.jsonl")
        _ = try place.magpie("steps", "import", "rows.jsonl", "-o", "addresses.store")
    }

    /// The command in a terminal.
    private func start(
        _ columns: Int, _ rows: Int = 12, _ options: [String] = []
    ) throws -> (PseudoTerminal, Process, Pipe) {
        let terminal = try PseudoTerminal(columns: columns, rows: rows)
        let process = Process()
        process.executableURL = URL(filePath: magpieBinary)
        process.arguments = ["steps", "addresses.store"] + options
        process.currentDirectoryURL = URL(filePath: place.path.text)
        process.environment = ProcessInfo.processInfo.environment.merging(["TERM": "xterm", "NO_COLOR": ""]) { $1 }
        let output = Pipe()
        process.standardInput = terminal.slave
        process.standardError = terminal.slave
        process.standardOutput = output
        try process.run()
        return (terminal, process, output)
    }

    private static func isWithin(_ terminal: PseudoTerminal) -> Bool {
        terminal.lines.allSatisfy { $0.columns <= terminal.columns }
    }

    @Test(
        "arrows move, letters filter, Enter selects, Escape goes back, and the destination is printed",
        arguments: [80, 40])
    func walk(columns: Int) throws {
        let (terminal, process, output) = try start(columns)
        func shows(_ text: String, _ row: Int? = nil) -> Bool {
            let isThere = terminal.wait { screen in
                row.map { screen.lines.indices.contains($0) && screen.lines[$0].contains(text) }
                    ?? screen.lines.contains { $0.contains(text) }
            }
            if !isThere { Issue.record("'\(text)' is not in \(terminal.lines)") }
            #expect(Self.isWithin(terminal))
            return isThere
        }
        #expect(shows("› 日本"))
        #expect(!terminal.isUsual)
        terminal.type("\r")
        #expect(shows("› 埼玉県"))
        terminal.type("\u{1b}[B")
        #expect(shows("› 東京都"))
        terminal.type("\r")
        #expect(shows("There is no data behind this one.", 11))
        terminal.type("\u{1b}[A\r")
        #expect(shows("› さいたま市南区"))
        terminal.type("\u{1b}")
        // In the list: the way above it has the name, too, and a letter right behind Escape would be a key with Alt.
        #expect(shows("› 埼玉県", 2) && shows("日本", 0))
        // Words lead further down than the list.
        terminal.type("根岸5")
        #expect(shows("根岸5", 1) && shows("→"))
        terminal.type("\u{7f}\u{7f}\u{7f}")
        #expect(shows("1/2", 1))
        terminal.type("negishi 5\r")
        #expect(shows("› 2-4") && shows("５丁目", 0))
        terminal.type("2-13")
        #expect(shows("1/2", 1) && shows("› 2-13"))
        terminal.type("\u{1b}[B\r")
        process.waitUntilExit()
        let printed = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        #expect(printed == "h2\t日本 › 埼玉県 › さいたま市南区 › 根岸 › ５丁目 › 2-13-3\n")
        #expect(process.terminationStatus == 0 && terminal.isUsual)
        #expect(terminal.wait { $0.raw.hasSuffix("\u{1b}[?25h\u{1b}[?1049l") })
    }

    @Test("the screen follows the size of the terminal")
    func resize() throws {
        let (terminal, process, _) = try start(80, 12, ["--locale", "en"])
        #expect(terminal.wait { $0.lines.contains { $0.contains("Japan") } })
        terminal.resize(columns: 20, rows: 6)
        #expect(
            terminal.wait { $0.lines.count == 6 && $0.lines.contains { $0.contains("Japan") } && Self.isWithin($0) })
        terminal.type("\u{3}")
        process.waitUntilExit()
        #expect(process.terminationStatus == 130 && terminal.isUsual)
    }

    @Test("the terminal is as before after a signal", arguments: [SIGTERM, SIGINT, SIGHUP, SIGQUIT])
    func signals(number: Int32) throws {
        let (terminal, process, _) = try start(40)
        #expect(terminal.wait { !$0.isUsual && $0.lines.contains { $0.contains("日本") } })
        kill(process.processIdentifier, number)
        process.waitUntilExit()
        #expect(terminal.isUsual && process.terminationStatus == 128 + number)
        #expect(terminal.wait { $0.raw.contains("\u{1b}[?25h\u{1b}[?1049l") })
    }

    @Test("a terminal that is gone ends the command")
    func hangUp() throws {
        var (terminal, process, _): (PseudoTerminal?, Process, Pipe) = try start(40)
        #expect(terminal?.wait { $0.lines.contains { $0.contains("日本") } } == true)
        terminal = nil
        process.waitUntilExit()
        #expect(
            process.terminationStatus == 130 || process.terminationReason == .uncaughtSignal
                || process.terminationStatus == 129)
    }
}
