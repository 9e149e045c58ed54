import Essentials
import Recommendations
import SearchServer

extension Recommend {
    /// `magpie recommend define`.
    struct Define: Subcommand {
        static let name = "recommend define"
        static let summary = "Adds the models of a JSON file to the store, by name."
        static let synopsis = "magpie recommend define [STORE] FILE [options]"
        static let details = """
            A model has one kind ("kind") or weights of several ("blend"), what follows ("then"), "filter",
            "boosts", "pins", at most N of a value ("most": {"brand": 2}), "diversity" from 0 to 1, "bought": true
            to let bought items come back, "days" that count for popular, or "variants" that share the customers.
            null removes a model.
            """
        static let operands: ValueKind? = .file
        static let others = 1...1
        static let examples = [
            Example(purpose: "models of your own", line: "magpie recommend define models.json")
        ]

        var store = StorePlace.standardName
        var describer = DescriberOptions()
        var typeField: String?

        static var options: [OptionGroup<Self>] {
            .options(
                .store(sets: \.store), .runtime(sets: \.describer.runtime),
                .describer(sets: \.describer.named), .typeField(sets: \.typeField))
        }

        func run(_ words: [Path]) throws -> ExitCode {
            let file = try words.only(or: "define needs one file: magpie recommend define FILE")
            let contents: FileContents
            do { contents = try FileContents(file, limit: 1_000_000) } catch {
                throw SetupError("cannot read the models in \(file): \(error)", because: error)
            }
            let recommender = try Recommend.recommender(store, .readWrite, describer, typeField)
            let models = try file.judged { try recommender.define(contents.bytes) }
            let kept = models.filter { $0.value != nil }.keys.sorted()
            let removed = models.filter { $0.value == nil }.keys.sorted()
            var text = "\(store.text.printable): \(Numbers.plural(kept.count, "model")) defined"
            text += kept.isEmpty ? "" : ": \(kept.joined(separator: ", "))"
            text += removed.isEmpty ? "" : "; removed: \(removed.joined(separator: ", "))"
            try StandardOutput().write(text + "\n")
            return .done
        }
    }
}
