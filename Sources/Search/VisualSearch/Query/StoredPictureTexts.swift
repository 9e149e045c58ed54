internal import Essentials
internal import SQLite

/// The texts that were read in the pictures of a store, in one state of it, for how alike the words of two pictures are.
///
/// Words agree by their ``LetterGroups``: a group weighs the more the fewer pictures have it, and the likeness is the cosine.
/// On labeled pictures of groceries, groups of three letters find more than whole words do, for a reader mistakes letters.
final class StoredPictureTexts: Sendable {
    /// The slots that have a group, each once.
    private let slots: [UInt64: [Int32]]
    /// The length of the vector of each slot with a text.
    private let lengths: [Int32: Double]

    /// Nil where no item has a text.
    init?(in snapshot: borrowing Snapshot) throws(SearchError) {
        guard let field = try snapshot.field(Item.pictureText),
            case .strings(let column) = try snapshot.column(field, .whole), !column.present.isEmpty
        else { return nil }
        var slots: [UInt64: [Int32]] = [:]
        var texts = 0
        for slot in column.present {
            let groups = LetterGroups.of(column[slot].map { column.strings[Int($0)] }.joined(separator: "\n"))
            if groups.isEmpty { continue }
            texts += 1
            for group in groups { slots[group, default: []].append(Int32(slot)) }
        }
        guard texts > 0 else { return nil }
        var squares: [Int32: Double] = [:]
        // In one order, here and below: sums of fractions depend on it.
        for (_, having) in slots.sorted(by: { $0.key < $1.key }) {
            let weight = Self.weight(of: having.count, among: texts)
            for slot in having { squares[slot, default: 0] += weight * weight }
        }
        self.slots = slots
        lengths = squares.mapValues { $0.squareRoot() }
    }

    private static func weight(of having: Int, among texts: Int) -> Double {
        log(Double(texts + 1) / Double(max(having, 1)))
    }

    /// The likeness of the words of pictures, 0…1, by slot; slots that share none are missing. Several texts count as their
    /// mean.
    func likeness(to texts: [Set<UInt64>]) -> [Int: Double] {
        var vector: [UInt64: Double] = [:]
        for text in texts {
            let weights = text.sorted().map { ($0, Self.weight(of: slots[$0]?.count ?? 0, among: lengths.count)) }
            let length = weights.reduce(0) { $0 + $1.1 * $1.1 }.squareRoot()
            for (group, weight) in weights where length > 0 { vector[group, default: 0] += weight / length }
        }
        let shares = vector.sorted { $0.key < $1.key }
        let length = shares.reduce(0) { $0 + $1.value * $1.value }.squareRoot()
        guard length > 0 else { return [:] }
        var sums: [Int: Double] = [:]
        for (group, share) in shares {
            let having = slots[group] ?? []
            let weight = Self.weight(of: having.count, among: lengths.count)
            for slot in having { sums[Int(slot), default: 0] += share * weight }
        }
        for (slot, sum) in sums { sums[slot] = min(sum / (length * (lengths[Int32(slot)] ?? 1)), 1) }
        return sums
    }
}

/// The likeness of the words in pictures to those of an example, and its part in a score.
struct PictureTextLikeness: Sendable {
    /// By slot, 0…1; items without a text, and those that share no words, are missing.
    let shares: [Int: Double]
    /// The share of the power that counts.
    let weight: Double
    /// The least score with words of an item that is relevant whatever its look; infinite until the best is known.
    var cut = Double.infinity

    /// Words that agree in full multiply the odds of a score by e to this power, times the weight.
    private static let power = 5.0
    /// Looks that are less alike than this gain what this one does: odds of 0 would stay 0, whatever pictures say.
    private static let floor = 0.05

    /// A score with the part of the words.
    ///
    /// Added to a score, words find the same, but many scores pass 1 then. As odds they stay below it, and those of alike looks
    /// keep their order: near 1 a sum with what is missing would leave words next to nothing.
    func key(_ key: Double, at slot: Int) -> Double {
        guard let share = shares[slot], key < 1 else { return key }
        let known = max(key, Self.floor)
        let odds = known * exp(Self.power * weight * share)
        return key - known + odds / (odds + 1 - known)
    }
}

extension SearchEngine {
    /// The likeness of the words in pictures to those of the example; nil where nobody asked for it, and where no text of the
    /// example is known.
    func pictureTextLikeness(
        _ query: PreparedQuery, _ wanted: SearchRequest.Query, in snapshot: borrowing Snapshot
    ) throws(SearchError) -> PictureTextLikeness? {
        // A text is of the first picture of an item, and no part of a look that was asked for by itself.
        guard wanted.pictureTextWeight > 0, wanted.colorWeight == 0.5, wanted.picture ?? 1 == 1,
            let known = try pictureTexts.value(
                at: snapshot.revision,
                make: { () throws(SearchError) in
                    try StoredPictureTexts(in: snapshot)
                })
        else { return nil }
        var texts = wanted.pictureText.map { [LetterGroups.of($0)] } ?? []
        for slot in query.querySlots {
            if let text = try snapshot.item(at: slot)?.attributes[Item.pictureText] {
                texts.append(LetterGroups.of(text.written))
            }
        }
        let shares = known.likeness(to: texts)
        return shares.isEmpty ? nil : PictureTextLikeness(shares: shares, weight: wanted.pictureTextWeight)
    }
}
