import Imaging
import SearchAPI
import WireFormat

/// A question for recommendations with its answer.
struct Recommended {
    let request: RecommendationRequest
    let answer: RecommendationAnswer
    /// The time of the answer itself, without opening the store.
    let milliseconds: Double

    var time: String { "\(milliseconds.rounded(places: milliseconds < 10 ? 1 : 0) ?? "–") ms" }

    /// One object on a line of its own.
    func line(place: StorePlace, fields: [String]?) -> String {
        JSONWriter.line { json in
            json.member("model", answer.model)
            if let variant = answer.variant { json.member("variant", variant) }
            json.member("ok", true)
            json.member("items", array: Array(answer.items.enumerated())) { json, item in
                json.object { item.element.write(to: &$0, rank: item.offset + 1, place: place, fields: fields) }
            }
            if !answer.notices.isEmpty {
                json.member("notices", array: answer.notices) { json, notice in json.object(notice.write) }
            }
            json.member("ms", milliseconds, places: 2)
        }
    }

    /// The items as people read them in a terminal.
    ///
    /// - Parameter columns: The width of the terminal; nil for a file or a pipe.
    func table(fields: [String]?, columns: Int?) -> String {
        var text = answer.notices.map { $0.sentence + "\n" }.joined()
        if !text.isEmpty { text += "\n" }
        let names = fields ?? (answer.items.contains { $0.attributes.title != nil } ? ["title"] : [])
        var rows = [["", "score", "id"] + names + ["engine", "why"]]
        for (index, item) in answer.items.enumerated() {
            let values = names.map { name in
                (fields == nil ? item.attributes.title : item.attributes[name]?.written) ?? ""
            }
            let why = item.reasons.prefix(3).map { $0.phrase(for: nil) }
            let more = item.reasons.count > 3 ? ", …" : ""
            rows.append(
                ["\(index + 1)", item.score.threePlaces, item.id.printable] + values.map(Self.cut)
                    + [item.engine, why.joined(separator: ", ").printable + more])
        }
        if !answer.items.isEmpty {
            let kinds: [TextTable.Column] =
                [.init(kind: .name, isAtRight: true), .value, .name] + names.map { _ in .text } + [.value, .reason]
            text += TextTable(columns: kinds, header: rows[0], rows: Array(rows.dropFirst())).text(to: columns) + "\n"
        }
        let variant = answer.variant.map { ", variant \($0)" } ?? ""
        return text + "\(Numbers.plural(answer.items.count, "item")) of \(answer.model)\(variant), \(time)\n"
    }

    private static func cut(_ text: String) -> String {
        let text = text.printable
        return text.count > 40 ? text.prefix(39) + "…" : text
    }
}

extension Recommendation {
    fileprivate func write(to json: inout JSONWriter, rank: Int, place: StorePlace, fields: [String]?) {
        json.member("rank", rank)
        json.member("id", id)
        json.member("score", score, places: 4)
        json.member("engine", engine)
        if let source { json.member("path", place.file(of: source)?.text ?? source) }
        json.member(attributes, of: fields)
        json.member("reasons", array: reasons) { json, reason in
            json.object {
                $0.member("kind", reason.kind)
                if let seed = reason.seed { $0.member("seed", seed) }
                $0.member("share", reason.share, places: 4)
            }
        }
    }
}

extension Recommendation.Reason {
    /// The reason in words: `looks like bag-007`.
    ///
    /// - Parameter title: The title of the seed, if it has one.
    func phrase(for title: String?) -> String {
        let seed = title ?? seed ?? "it"
        return switch kind {
        case "similar": "looks like \(seed)"
        case "words": "reads like \(seed)"
        case "together": "wanted with \(seed)"
        case "complementary": "matches \(seed)"
        case "popular": "popular"
        case "recent": "seen lately"
        case "newest": "new"
        case "random": "by chance"
        default: kind
        }
    }
}
