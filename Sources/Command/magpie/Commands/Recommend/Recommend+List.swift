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
            let console = StandardOutput()
            for kind in Model.Kind.allCases where models[kind.rawValue] == nil {
                try console.write(ModelLine(name: kind.rawValue, model: Model(kind), isDefined: false).text(printsJSON))
            }
            for (name, model) in models.sorted(by: { $0.key < $1.key }) {
                try console.write(ModelLine(name: name, model: model, isDefined: true).text(printsJSON))
            }
            return .done
        }
    }
}
