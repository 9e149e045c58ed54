import ContentSearch

extension Content {
    /// `magpie content modules`.
    struct Modules: Subcommand {
        static let name = "content modules"
        static let summary = "Prints the modules, their fields and the number of instances."
        static let synopsis = "magpie content modules [STORE] [--json]"
        static let details = """
            With --json, prints a schema that 'magpie content define' takes.
            """

        var store = StorePlace.standardName
        var printsJSON = false

        static var options: [OptionGroup<Self>] {
            .options(.store(sets: \.store), .flag("--json", help: "Print the schema as JSON.", sets: \.printsJSON))
        }

        func run(_ words: [Path]) throws -> ExitCode {
            let content = try Content.open(beside: store, .readOnly)
            let modules = try content.modules()
            if printsJSON {
                try StandardOutput().write(JSONValue.array(modules.map(\.json)).encodedText + "\n")
                return .done
            }
            let counts = try content.counts()
            var text = modules.isEmpty ? "no modules\n" : ""
            for module in modules {
                let locale = module.defaultLocale.map { ", \($0.printable) by default" } ?? ""
                text += "\(module.name.printable): \(Numbers.plural(counts[module.name] ?? 0, "instance"))\(locale)\n"
                text += module.table
            }
            try StandardOutput().write(text)
            return .done
        }
    }
}
