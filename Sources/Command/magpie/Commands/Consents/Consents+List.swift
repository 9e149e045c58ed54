import Recommendations
import WireFormat

extension Consents {
    /// `magpie consents list`.
    struct List: Subcommand {
        static let name = "consents list"
        static let summary = "Prints the categories."
        static let synopsis = "magpie consents list [STORE] [--json]"

        var store = StorePlace.standardName
        var printsJSON = false

        static var options: [OptionGroup<Self>] {
            .options(.store(sets: \.store), .json(each: "row", sets: \.printsJSON))
        }

        func run(_ words: [Path]) throws -> ExitCode {
            let categories = try Consents.of(store).categories()
            if printsJSON {
                try StandardOutput().write(categories.map { $0.json.encodedText + "\n" }.joined())
                return .done
            }
            if categories.isEmpty {
                try StandardOutput().write("no consent categories\n")
                return .done
            }
            let text = categories.map { category in
                let open = category.sources.filter(\.value).keys.sorted().joined(separator: ", ")
                let name = category.translations[""]?["name"].map { "  \($0.printable)" } ?? ""
                return "\(category.id.printable)\(name)\n"
                    + "  legitimate interest: \(category.hasLegitimateInterest ? "yes" : "no")\n"
                    + "  sources: \(open.isEmpty ? "–" : open.printable)\n"
                    + "  languages: \(category.translations.keys.sorted().map { $0.isEmpty ? "default" : $0.printable }.joined(separator: ", "))\n"
            }
            try StandardOutput().write(text.joined())
            return .done
        }
    }
}
