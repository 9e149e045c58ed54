import Foundation
import SearchAPI
import VisualSearch

/// `magpie store check|repair|compact|export`.
struct Store: Subcommand {
    static let name = "store"
    static let summary = "Checks, repairs, compacts or exports a store."
    static let synopsis = "magpie store check|repair|compact|export [FILE]"
    static let details = """
        check    reads everything and names what is wrong; exit code 2 when something is
        repair   saves what can be read of a damaged store into a new one; the damaged one stays as it is
        compact  gives the room of removed items back to the disk
        export   prints a line of JSON for each item: its id, source and attributes, without pictures

        FILE is \(StorePlace.standardName) in this folder where it is left out.
        """
    static let examples = [
        Example(purpose: "is all well?", line: "magpie store check shop.magpie"),
        Example(purpose: "after a damage", line: "magpie store repair shop.magpie -o saved.magpie"),
    ]

    var output: Path?

    static var options: [OptionGroup<Store>] {
        [
            OptionGroup(
                title: "Options",
                options: [
                    .value(
                        "-o", "--output", kind: .path("NEW"),
                        help: "Where repair puts the new store. Default: FILE with .repaired added.", sets: \.output)
                ])
        ]
    }

    func run(_ words: [Path]) throws -> ExitCode {
        guard let verb = words.first, words.count <= 2 else {
            throw UsageError("say what to do and with which store: \(Self.synopsis)")
        }
        let file = words.dropFirst().first ?? StorePlace.standardName
        if output != nil, verb.text != "repair" { throw UsageError("only repair takes --output") }
        switch verb.text {
        case "check": return try check(file)
        case "repair": return try repair(file)
        case "compact": return try compact(file)
        case "export": return try export(file)
        default:
            let hint = nearest(to: verb.text, among: ["check", "repair", "compact", "export"])
            throw UsageError("store cannot '\(verb)'" + (hint.map { "; did you mean \($0)?" } ?? ""))
        }
    }

    private func check(_ file: Path) throws -> ExitCode {
        let store = try CatalogStore(path: file.text)
        let findings = try store.check()
        let items = try store.read { snapshot in snapshot.count }
        let good = "\(file.text.printable) is sound: \(Numbers.plural(items, "item"))\n"
        try StandardOutput().write(findings.isEmpty ? good : findings.map { $0.printable + "\n" }.joined())
        if findings.isEmpty { return .done }
        note("magpie: \(file) is damaged; 'magpie store repair \(file.text.shellWord)' saves what can be read\n")
        return .setup
    }

    private func repair(_ file: Path) throws -> ExitCode {
        let target = output ?? Path(bytes: file.bytes + Array(".repaired".utf8))
        let report = try CatalogStore.repair(path: file.text, to: target.text)
        var text = "\(target.text.printable) holds \(Numbers.plural(report.kept, "item"))\n"
        for (name, ids) in [("lost", report.lost), ("with attributes missing", report.doubtful)] where !ids.isEmpty {
            let more = ids.count > 10 ? ", …" : ""
            let shown = ids.prefix(10).map(\.printable).joined(separator: ", ")
            text += "  \(Numbers.count(ids.count)) \(name): \(shown)\(more)\n"
        }
        try StandardOutput().write(text)
        return .done
    }

    private func compact(_ file: Path) throws -> ExitCode {
        let (before, after) = try CatalogStore(path: file.text).compact()
        let sizes = "\(Numbers.bytes(Double(after))), \(Numbers.bytes(Double(before))) before"
        try StandardOutput().write("\(file.text.printable): \(sizes)\n")
        return .done
    }

    private func export(_ file: Path) throws -> ExitCode {
        let console = StandardOutput()
        var failure: (any Error)?
        try CatalogStore(path: file.text, mode: .readOnly).export { line in
            guard failure == nil else { return }
            do { try console.write(line + "\n") } catch { failure = error }
        }
        if let failure { throw failure }
        return .done
    }
}
