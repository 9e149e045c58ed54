import Foundation

@testable import VisualSearch

/// Typed sentences for one small shop, with their right readings.
struct LabeledSentences {
    struct Sentence {
        var text: String
        /// The conditions that have to be read, those that may be, and those that say the opposite.
        var wanted: Set<String> = []
        var allowed: Set<String> = []
        var opposite: Set<String> = []
        /// True for odd lines, which the reader was built with.
        var isForBuilding: Bool
    }

    static let sentences = texts.split(separator: "\n").enumerated().map { index, line in
        let sides = line.components(separatedBy: " -> ")
        var sentence = Sentence(text: sides[0], isForBuilding: index % 2 == 0)
        for part in sides[1].components(separatedBy: "; ") {
            let rest = String(part.dropFirst())
            switch part.first {
            case "?": sentence.allowed.insert(rest)
            case "^": sentence.opposite.insert(rest)
            default: sentence.wanted.insert(part)
            }
        }
        sentence.allowed.formUnion(sentence.wanted)
        for part in sentence.allowed { sentence.opposite.formUnion(opposites(of: part)) }
        sentence.opposite.subtract(sentence.allowed)
        return sentence
    }

    /// The conditions on one value each that contradict one: those of a color for `!color=black,red`.
    private static func opposites(of condition: String) -> [String] {
        let isNegated = condition.hasPrefix("!")
        let sides = (isNegated ? String(condition.dropFirst()) : condition).components(separatedBy: "=")
        guard sides.count == 2, !["<", ">"].contains(sides[0].suffix(1)) else { return [] }
        return sides[1].components(separatedBy: ",").map { value in
            switch value {
            case "true": "\(sides[0])=false"
            case "false": "\(sides[0])=true"
            default: (isNegated ? "" : "!") + "\(sides[0])=\(value)"
            }
        }
    }

    /// The conditions on one value each that make one up: `color=red` of `color=black,red`.
    static func values(_ condition: String) -> [String] {
        let sides = condition.components(separatedBy: "=")
        return sides.count == 2 ? sides[1].components(separatedBy: ",").map { "\(sides[0])=\($0)" } : [condition]
    }

    /// A shop's synonyms beside the thesaurus.
    static let synonyms = "kicks => shoe\nburgundy, red"

    /// Shoes, boots, bags, hats, shirts and jackets, eight of each.
    static let items: [StoredItem] = {
        let kinds = ["shoe", "boot", "bag", "hat", "shirt", "jacket"]
        let colors = ["red", "black", "white", "blue", "brown", "green"]
        let materials = ["leather", "nylon", "cotton", "wool", "suede", "rubber"]
        let brands = ["Norda", "Lumo", "Kestrel"]
        let styles = ["City", "Running", "Garden", "Travel", "Office", "Beach", "Walking", "Evening"]
        return (0..<48).map { index in
            let (kind, number) = (index / 8, index % 8)
            let color = colors[(index * 5 + kind) % 6]
            let title = "\(styles[number]) \(kinds[kind])"
            return StoredItem(
                "item \(index)",
                [
                    "title": .text(number % 2 == 0 ? "\(title) \(color)" : title), "type": .string(kinds[kind]),
                    "color": .string(color), "material": .string(materials[(index + kind) % 6]),
                    "brand": .string(brands[index % 3]), "price": .int(15 + (index * 7) % 80),
                    "waterproof": .bool(index % 4 == 0), "in_stock": .bool(index % 5 != 0),
                    "weight_g": .int(300 + index * 20), "width_cm": .float(20 + Double(index)),
                ])
        }
    }()
}
