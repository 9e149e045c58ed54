import ContentSearch

extension Content {
    /// `magpie content remove`.
    struct Remove: Subcommand {
        static let name = "content remove"
        static let summary = "Removes instances by their ids, or a module with all of its instances."
        static let synopsis = "magpie content remove [STORE] ID… | --module NAME"
        static let others = 0...Int.max

        var store = StorePlace.standardName
        var module: String?
        var printsJSON = false

        static var options: [OptionGroup<Self>] {
            .options(
                .value(
                    "--module", kind: .text("NAME", expected: "the name of a module"), help: "Module to remove.",
                    sets: \.module),
                .store(sets: \.store),
                .json(each: "result", sets: \.printsJSON))
        }

        func run(_ words: [Path]) throws -> ExitCode {
            let ids = words.map(\.text)
            let content = try Content.open(beside: store, .readWrite)
            var count = 0
            if let module {
                guard ids.isEmpty else { throw UsageError("remove takes ids or --module, not both") }
                guard try content.modules().contains(where: { $0.name == module || $0.id == module }) else {
                    throw SetupError("there is no module \(module.printable)")
                }
                count = try content.removeModuleBlocking(module)
            } else {
                guard !ids.isEmpty else { throw UsageError("remove needs ids: magpie content remove ID…") }
                count = try content.removeBlocking(ids).count
            }
            try StandardOutput().write(
                printsJSON
                    ? JSONWriter.line { json in json.member("removed", count) }
                    : "removed \(Numbers.plural(count, "instance"))\n")
            return .done
        }
    }
}
