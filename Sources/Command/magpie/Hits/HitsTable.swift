import Imaging
import SearchAPI
import WireFormat

/// The answer as people read it in a terminal.
struct HitsTable {
    /// May use color and bold.
    let isStyled: Bool
    /// Attributes to show; nil shows the title.
    let fields: [String]?
    /// The width of the terminal; nil for a file or a pipe.
    let columns: Int?
    /// Wide enough for most titles.
    private static let widest = 48

    func text(_ answered: AnsweredQuery) -> String {
        let answer = answered.answer
        let text = self.text(answer)
        let span =
            answer.groups.isEmpty && !answer.hits.isEmpty && (answer.page > 1 || answer.total > answer.hits.count)
            ? " \(Numbers.count(answer.firstRank))–\(Numbers.count(answer.firstRank + answer.hits.count - 1)) of" : ""
        let time = "\(answered.milliseconds.rounded(places: answered.milliseconds < 10 ? 1 : 0) ?? "–") ms"
        let what = answer.groups.isEmpty ? "hit" : "group"
        let summary = "\(Numbers.plural(answer.total, what)) among \(Numbers.plural(answered.items, "item")), \(time)"
        return text + (text.isEmpty ? "" : "\n") + "\(span.dropFirst())\(span.isEmpty ? "" : " ")\(summary)\n"
    }

    /// Hits and facets.
    func text(_ answer: SearchAnswer) -> String {
        var text = ""
        if !answer.phrases.isEmpty {
            text += "Read as: \(answer.phrases.map(\.label.printable).joined(separator: " · ")).\n"
        }
        for notice in answer.notices where notice.kind != .nothingRelevant { text += notice.sentence + "\n" }
        text += answer.ruleLines
        if let stages = answer.stages { text += "Stages: \(stages.map(\.rawValue).joined(separator: " > ")).\n" }
        if !text.isEmpty { text += "\n" }
        if answer.hits.isEmpty, let near = answer.notices.first(where: { $0.kind == .nothingRelevant }) {
            text +=
                answer.nearest.isEmpty ? "No item is similar enough.\n" : near.heading + table(answer.nearest, from: 1)
        } else if answer.groups.isEmpty {
            text += table(answer.hits, from: answer.firstRank)
        } else {
            for group in answer.groups {
                text += bold(group.value.isEmpty ? "(none)" : group.value.printable) + "\n" + table(group.hits, from: 1)
            }
        }
        let rows = answer.facetRows
        if !rows.isEmpty { text += "\n" }
        let facets = TextTable(
            columns: [.name, .reason], rows: rows.map { [$0.field.printable, $0.text.printable] })
        for (row, lines) in zip(rows, facets.lines(to: columns)) {
            let field = row.field.printable
            text += bold(field) + lines.joined(separator: "\n").dropFirst(field.count) + "\n"
        }
        return text
    }

    private func table(_ hits: [Hit], from first: Int) -> String {
        let names = fields ?? (hits.contains { $0.title != nil } ? ["title"] : [])
        var kinds: [TextTable.Column] = [.init(kind: .name, isAtRight: true), .value, .name] + names.map { _ in .text }
        var rows = [["", "score", "id"] + names]
        for (index, hit) in hits.enumerated() {
            let values = names.map { name in
                fields == nil ? hit.title ?? "" : hit.attributes[name]?.written ?? ""
            }
            rows.append(
                [String(first + index), score(hit), hit.id.printable] + values.map { cut($0.printable) })
        }
        if hits.contains(where: { $0.picture != nil }) {
            kinds.append(.value)
            rows[0].append("picture")
            for (index, hit) in hits.enumerated() { rows[index + 1].append(hit.picture?.label ?? "") }
        }
        if hits.contains(where: { $0.guessedType != nil }) {
            kinds.append(.text)
            rows[0].append("guess")
            for (index, hit) in hits.enumerated() {
                rows[index + 1].append(cut(hit.guessedType?.label.printable ?? ""))
            }
        }
        if hits.contains(where: { $0.variantCount ?? 0 > 0 }) {
            kinds.append(.value)
            rows[0].append("")
            for (index, hit) in hits.enumerated() {
                let count = hit.variantCount ?? 0
                rows[index + 1].append(count > 0 ? "+\(Numbers.plural(count, "variant"))" : "")
            }
        }
        if hits.contains(where: { $0.explanation != nil }) {
            kinds.append(.reason)
            rows[0].append("why")
            for (index, hit) in hits.enumerated() { rows[index + 1].append(why(hit)) }
        }
        if hits.isEmpty { return "" }
        let table = TextTable(columns: kinds, header: rows[0], rows: Array(rows.dropFirst()))
        return table.lines(to: columns).enumerated().map { number, lines in
            let isFaint = number == 0 || !hits[number - 1].isRelevant
            return lines.map { (isFaint ? faint($0) : $0) + "\n" }.joined()
        }
        .joined()
    }

    /// In brackets where the item is not relevant.
    private func score(_ hit: Hit) -> String { hit.isRelevant ? hit.score.threePlaces : "(\(hit.score.threePlaces))" }

    private func why(_ hit: Hit) -> String {
        let parts = (hit.explanation?.parts ?? []).filter { $0.value >= 0.0005 }
            .map { "\($0.name) \($0.value.threePlaces)" }.joined(separator: " + ")
        var moves = (hit.explanation?.rules ?? []).map(\.text.printable)
        if let stage = hit.explanation?.stage, stage != .scores { moves.append("placed by \(stage)") }
        return parts + (parts.isEmpty || moves.isEmpty ? "" : "; ") + moves.joined(separator: ", ")
    }

    private func cut(_ text: String) -> String { text.count > Self.widest ? text.prefix(Self.widest - 1) + "…" : text }

    func bold(_ text: String) -> String { isStyled ? "\u{1b}[1m\(text)\u{1b}[0m" : text }
    func faint(_ text: String) -> String { isStyled ? "\u{1b}[2m\(text)\u{1b}[0m" : text }
}

extension HitPicture {
    /// Such as "2 back".
    var label: String { ([String(number)] + [role?.rawValue].compactMap(\.self)).joined(separator: " ") }
}

extension GuessedType {
    /// Marked as a guess.
    var label: String { "\(name)?" }
}

extension Notice {
    /// As people read it.
    var sentence: String { capitalized + (text.last == "?" ? "" : ".") }
    /// The line above the items of which it speaks.
    var heading: String { capitalized + ":\n" }
    /// The text as the beginning of a sentence.
    var capitalized: String { (text.prefix(1).uppercased() + text.dropFirst()).printable }
}

extension Double {
    /// `0.930`
    var threePlaces: String {
        let digits = String(Int((self * 1000).rounded()))
        let padded = String(repeating: "0", count: max(4 - digits.count, 0)) + digits
        return padded.dropLast(3) + "." + padded.suffix(3)
    }
}
