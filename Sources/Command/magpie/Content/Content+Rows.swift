import ContentSearch
import Essentials
import Imaging
import SearchAPI
import WireFormat

extension Content {
    /// Imports files one after the other. All of their rows count for the exit code.
    func load(_ files: [String], into content: ContentStore) throws -> ExitCode {
        let showsProgress = !isQuiet && isatty(STDERR_FILENO) == 1 && !Terminal.isDumb
        var code = ExitCode.done
        let cancellation = Cancellation()
        let signals = SignalWatch { cancellation.cancel() }
        for file in files {
            let work = ContentImport(into: content, module: module, idColumn: idColumn, cancellation: cancellation)
            let report: ContentImport.Report
            do {
                report = try work.run(file) { rows in
                    if showsProgress { note("\(ProgressLine.clear)\(file.printable): \(Numbers.count(rows)) rows") }
                }
            } catch {
                if showsProgress { note(ProgressLine.clear) }
                switch error {
                case .invalidArgument(let text): throw SetupError(text, because: error)
                case .cancelled:
                    note("magpie: \(file.printable): interrupted; the same command continues\n")
                    return signals.caught.map(ExitCode.signal) ?? .setup
                default: throw error
                }
            }
            if showsProgress { note(ProgressLine.clear) }
            for fault in report.faults {
                note("magpie: \(file.printable), line \(fault.line): \(fault.reason.printable)\n")
            }
            if report.refused > report.faults.count {
                note(
                    "magpie: \(file.printable): \(Numbers.plural(report.refused - report.faults.count, "more row")) stayed out\n"
                )
            }
            if report.stored + report.skipped == 0, report.refused > 0 { code = .tooManyErrors }
            try StandardOutput().write(printsJSON ? report.line(file) : report.text(file))
        }
        return code
    }

    /// Prints what a query finds: a table, or a line of JSON for each instance.
    func show(_ modules: [String], _ content: ContentStore) throws {
        let query = try query.query(modules, in: content)
        let page: ContentPage<ContentInstance>
        do { page = try content.searchBlocking(query) } catch {
            if case .invalidArgument(let text) = error { throw UsageError(text) }
            throw error
        }
        for notice in page.notices { note("magpie: \(notice.text.printable)\n") }
        if printsJSON {
            return try StandardOutput().write(page.items.map { $0.json.encodedText + "\n" }.joined())
        }
        if page.total == 0 { return try StandardOutput().write("nothing found\n") }
        let known = try content.modules()
        let columns = query.fields ?? ContentInstance.columns(of: page.items, known)
        let rows = page.items.map { item in
            [item.id.printable, item.module.printable] + columns.map { item.cell($0) }
        }
        let count = query.window == .all ? "" : " (page \(page.page) of \(page.pages))"
        try StandardOutput().write(
            aligned([["id", "module"] + columns.map(\.printable)] + rows)
                + "\(Numbers.plural(page.total, "instance"))\(count)\n")
    }
}

extension ContentImport.Report {
    fileprivate func text(_ file: String) -> String {
        var text = "\(file.printable): \(Numbers.plural(stored, "row")) in"
        if skipped > 0 { text += ", \(Numbers.count(skipped)) before" }
        if refused > 0 { text += ", \(Numbers.count(refused)) refused" }
        text += "\n"
        for module in inferred {
            text += "new module \(module.name.printable), as the data suggest; 'magpie content define' changes it\n"
            text += module.table
        }
        return text
    }

    fileprivate func line(_ file: String) -> String {
        let faults = faults.map { JSONValue.object(["line": .int($0.line), "reason": .string($0.reason)]) }
        let members: [String: JSONValue] = [
            "file": .string(file), "stored": .int(stored), "skipped": .int(skipped), "refused": .int(refused),
            "faults": .array(faults), "inferred": .array(inferred.map(\.json)),
        ]
        return JSONValue.object(members).encodedText + "\n"
    }
}

extension ContentInstance {
    /// The first fields that the instances have, in the order of their modules.
    fileprivate static func columns(of items: [ContentInstance], _ modules: [ContentModule]) -> [String] {
        var columns: [String] = []
        for module in modules {
            let those = items.filter { $0.module == module.name }
            for field in module.fields where those.contains(where: { $0.values[field.name] != nil }) {
                if !columns.contains(field.name) { columns.append(field.name) }
            }
        }
        return Array(columns.prefix(5))
    }

    /// A value in one line of a table.
    fileprivate func cell(_ field: String) -> String {
        let value = values[field] ?? .null
        let text: String =
            switch value {
            case .null: "–"
            case .array(let values): values.map { $0.text ?? $0.encodedText }.joined(separator: "|")
            default: value.text ?? value.encodedText
            }
        return text.count > 40 ? String(text.prefix(39)).printable + "…" : text.printable
    }
}
