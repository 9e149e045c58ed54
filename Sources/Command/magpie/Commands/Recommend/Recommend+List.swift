import Recommendations

extension Recommend {
    /// `magpie recommend list`.
    struct List: Subcommand {
        static let name = "recommend list"
        static let summary = "Shows the models."
        static let synopsis = "magpie recommend list [STORE] [--json]"

        var store = StorePlace.standardName
        var describer = DescriberOptions()
        var typeField: String?
        var printsJSON = false

        static var options: [OptionGroup<Self>] {
            .options(
                .store(sets: \.store), .runtime(sets: \.describer.runtime),
                .describer(sets: \.describer.named), .typeField(sets: \.typeField),
                .json(each: "model", sets: \.printsJSON))
        }

        func run(_ words: [Path]) throws -> ExitCode {
            let models = try Recommend.recommender(store, .readOnly, describer, typeField).definitions()
            let builtIn = Model.Kind.allCases.filter { models[$0.rawValue] == nil }
            let lines =
                builtIn.map { ModelLine(name: $0.rawValue, model: Model($0), isDefined: false) }
                + models.sorted { $0.key < $1.key }.map { ModelLine(name: $0, model: $1, isDefined: true) }
            let console = StandardOutput()
            let table = TextTable(columns: [.name, .reason], rows: lines.map(\.cells))
            try console.write(printsJSON ? lines.map(\.line).joined() : table.text(to: console.columns))
            return .done
        }
    }
}
