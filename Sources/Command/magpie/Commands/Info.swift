import Essentials
import MilvusCatalog
import WireFormat

/// `magpie info`.
struct Info: Subcommand {
    static let name = "info"
    static let summary = "Shows the contents of a store."
    static let synopsis = "magpie info [STORE] [--memory] [--json]"
    static let examples = [
        Example(purpose: "the store in this folder", line: "magpie info"),
        Example(purpose: "the memory of a server of it", line: "magpie info --memory"),
    ]

    var store = StorePlace.standardName
    var describer = DescriberOptions()
    var measuresMemory = false
    var printsJSON = false

    static var options: [OptionGroup<Info>] {
        .options(
            .store(sets: \.store), .model(sets: \.describer.folder), .runtime(sets: \.describer.runtime),
            .describer(sets: \.describer.named),
            .flag(
                "--memory", help: "Also load the store, as a server does, and print the memory of each part.",
                sets: \.measuresMemory),
            .flag("--json", help: "Print one JSON object.", sets: \.printsJSON))
    }

    /// A catalog that several processes share: its address, and which work needs a store file instead.
    fileprivate struct Home {
        let address: String
        let refused = ["content", "backup", "check", "repair", "compact"]
    }

    func run(_ words: [Path]) throws -> ExitCode {
        let path = store
        let store =
            path.isMilvus
            ? try path.engine(.readOnly, describer).store
            : try CatalogStore(path: path.text, mode: .readOnly, kind: nil)
        let info = try store.info()
        let fields = try store.read { snapshot throws(SearchError) in
            try info.fields.sorted { $0.key < $1.key }.map { name, type throws(SearchError) in
                Field(name: name, type: type, items: try snapshot.matching(.exists(name)).count)
            }
        }
        let learned = try store.learningReport()
        let isDue = try learned != nil && store.isLearningDue()
        let typed = CatalogStore.typeFields.lazy.compactMap { name in fields.first { $0.name == name } }.first
        let model = path.isMilvus ? nil : KnownModel(of: path)
        let memory = measuresMemory ? try memory(of: path) : nil
        let home = path.isMilvus ? Home(address: try MilvusAddress(path.text).name) : nil
        try StandardOutput().write(
            printsJSON
                ? info.line(fields, learned, typed, isDue: isDue, memory, home, model)
                : info.text(fields, learned, typed, isDue: isDue, home, model, memory.map(Self.rows) ?? []))
        return .done
    }

    /// The memory of a process that has the store loaded and has searched once, as a server after its start.
    private func memory(of path: Path) throws -> MemoryUse {
        var settings = SearchEngine.Settings()
        settings.acceptsOtherDescriber = true
        let engine = try path.engine(.readOnly, describer, settings)
        try engine.warmUpBlocking()
        engine.rehearseBlocking()
        return MemoryUse(engine.memoryCounts)
    }

    private static func rows(_ memory: MemoryUse) -> [(String, String)] {
        let resident = memory.resident.map { "; resident \(Numbers.bytes(Double($0)))" } ?? ""
        return memory.parts.map { ("memory", "\($0.name.padded(to: 10))\(Numbers.bytes(Double($0.bytes)))") }
            + [("memory", "together \(Numbers.bytes(Double(memory.sum)))\(resident)")]
    }
}

extension Info {
    fileprivate struct Field {
        let name: String
        let type: AttributeType
        /// Items that have a value.
        let items: Int
    }
}

extension StoreInfo {
    /// - Parameters:
    ///   - typed: The field of types.
    ///   - isDue: True where more than a tenth of the items changed since the store learned.
    fileprivate func line(
        _ fields: [Info.Field], _ learned: LearningReport?, _ typed: Info.Field?, isDue: Bool, _ memory: MemoryUse?,
        _ home: Info.Home?, _ model: KnownModel?
    ) -> String {
        JSONWriter.line { json in
            json.member("path", path)
            if let home {
                json.member("address", home.address)
                json.member("needs_file", array: home.refused) { $0.value($1) }
            }
            json.member("items", items)
            json.member("pictures", pictures)
            json.member("removed", removed)
            json.member("bytes", bytes)
            json.member("thumbnails", thumbnails)
            json.member("revision", revision)
            json.member("describer") {
                $0.member("name", describer.name)
                $0.member("dimensions", describer.dimensions)
                $0.member("colors", describer.colors)
                if let model {
                    $0.member("folder", model.folder)
                    $0.member("languages", array: model.languages) { $0.value($1) }
                }
            }
            if let builtIn {
                json.member("built_in_vectors") {
                    $0.member("describer", builtIn.describer)
                    $0.member("items", builtIn.items)
                    $0.member("bytes", builtIn.bytes)
                }
            }
            json.member("language") { language.write(to: &$0) }
            let meanings = BuiltInWords.meanings
            json.member("word_meanings") {
                $0.member("model", meanings.model)
                $0.member("language", meanings.language)
                $0.member("words", meanings.words)
            }
            if let learned {
                json.member("learned") { learned.write(to: &$0) }
                json.member("learning_due", isDue)
            }
            if let memory {
                json.member("memory") { json in
                    for part in memory.parts { json.member(part.name, part.bytes) }
                    if let resident = memory.resident { json.member("resident", resident) }
                }
            }
            if let typed { json.member("untyped", items - typed.items) }
            json.member("fields", array: fields) { json, field in
                json.object {
                    $0.member("name", field.name)
                    $0.member("type", field.type.rawValue)
                    $0.member("items", field.items)
                }
            }
        }
    }

    /// The vectors that recognize copies in a store of a model.
    private var copiesRow: String {
        guard let builtIn else { return "" }
        let left = pictures - builtIn.items
        return "by \(Numbers.plural(builtIn.items, "vector")) of \(builtIn.describer.printable), "
            + Numbers.bytes(Double(builtIn.bytes))
            + (left > 0 ? "; \(Numbers.plural(left, "picture")) without one, which 'store describe --model' makes" : "")
    }

    fileprivate func text(
        _ fields: [Info.Field], _ learned: LearningReport?, _ typed: Info.Field?, isDue: Bool, _ home: Info.Home?,
        _ model: KnownModel?, _ memory: [(String, String)]
    ) -> String {
        let each = items > 0 ? ", \(Numbers.bytes(Double(bytes) / Double(items))) each" : ""
        let name = fields.map { $0.name.printable.count }.max() ?? 0
        let rows = fields.map { field in
            "\(field.name.printable.padded(to: name))  \(field.type.rawValue.padded(to: 6))  in "
                + Numbers.plural(field.items, "item")
        }
        let due = isDue ? "; more than a tenth of the items changed since" : ""
        let untyped = typed.map { items - $0.items } ?? items
        let types =
            typed == nil
            ? "no item has one"
            : untyped == 0 ? "all items have one" : "\(Numbers.plural(untyped, "item")) without one"
        let size = "\(Numbers.bytes(Double(bytes)))\(each)"
        let heading = home.map { "\($0.address.printable): \(Numbers.plural(items, "item"))" }
        var facts: [(String, String)] = []
        if let home {
            facts = [
                ("copy", "\(path.printable), \(size)"),
                (
                    "in Milvus",
                    "the items and the search of their vectors; filters, words, facets, colors and orders in the copy"
                ), ("needs file", home.refused.joined(separator: ", ")),
            ]
        } else if pictures > items {
            facts = [("pictures", "\(Numbers.count(pictures)), some items have several")]
        }
        let lesson = learned?.sentence ?? "nothing yet; 'magpie store learn' does"
        let meanings = BuiltInWords.meanings
        let guessed = untyped > 0 && learned?.guessed != nil ? ", which searches guess from pictures" : ""
        facts.append(
            (
                "describer",
                "\(describer.name.printable), \(describer.dimensions) values and \(describer.colors) bytes of palette"
            ))
        if let model { facts.append(("describer", model.fact)) }
        if !copiesRow.isEmpty { facts.append(("copies", copiesRow)) }
        facts += [
            ("language", language.text),
            ("meanings", "of \(Numbers.plural(meanings.words, "word")) (\(meanings.language)), from \(meanings.model)"),
            ("thumbnails", thumbnails == 0 ? "none" : Numbers.count(thumbnails)),
            (
                "removed",
                removed == 0 ? "none" : "\(Numbers.count(removed)), which 'magpie store restore' brings back"
            ), ("types", types + guessed), ("learned", lesson + due),
        ]
        facts += (rows.isEmpty ? ["none"] : rows).map { ("fields", $0) }
        return (heading ?? "\(path.printable): \(Numbers.plural(items, "item")), \(size)") + "\n"
            + TextTable.facts(facts + memory)
    }
}
