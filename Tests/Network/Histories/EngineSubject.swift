internal import ImageTypes
package import SearchAPI
package import VisualSearch

/// The requests that the actions stand for, and their outcomes.
package enum CatalogAction {
    package static func id(_ key: Int) -> String { "item-\(key)" }

    private static let words = ["kettle", "bicycle", "umbrella"]

    package static func item(_ key: Int, _ value: Int) -> Item {
        let attributes: [String: AttributeValue] = [
            "key": .string(id(key)), "title": .text(words[key % 3]), "value": .int(value),
        ]
        return Item(id: id(key), attributes: attributes)
    }

    /// A picture of one color, which no other key has.
    package static func picture(_ key: Int) -> ImageInput {
        let shades: [UInt8] = (0..<3).map { $0 == key % 3 ? 230 : UInt8(20 + key / 3 * 40 % 200) }
        let pixels = Array(repeating: shades, count: 32 * 32).flatMap { $0 }
        return .pixels(PixelBuffer(size: Size(width: 32, height: 32), bytes: pixels)!)
    }

    package static func entry(_ key: Int, _ value: Int, hasPicture: Bool) -> Entry {
        Entry(item(key, value), image: hasPicture ? picture(key) : nil)
    }

    package static func finding(_ key: Int) -> SearchRequest {
        SearchRequest(
            .init(text: words[key % 3]), filter: .equal("key", .string(id(key))), limit: 10, fields: ["value"],
            scope: .all)
    }

    /// The best hit alone: an item whose vector is that of another one, or not there yet, is not found by it.
    package static func showing(_ key: Int) -> SearchRequest {
        SearchRequest(.init(example: .image(picture(key))), limit: 1, fields: ["value"], scope: .all)
    }

    package static func outcome(of item: Item?) -> Outcome {
        guard let item else { return .missing }
        guard case .int(let value)? = item.attributes["value"] else { return .failed("no value: \(item)") }
        return .value(value)
    }

    /// The value of the hit that is the item of a key.
    package static func outcome(of answer: SearchAnswer, _ key: Int) -> Outcome {
        let own = answer.hits.filter { $0.id == id(key) }
        guard let hit = own.first else { return .missing }
        guard own.count == 1, case .int(let value)? = hit.attributes["value"] else { return .failed("hits: \(own)") }
        return .value(value)
    }

    package static func outcome(of written: Result<Void, SearchError>?) -> Outcome {
        switch written {
        case .success: .done
        case .failure(.itemNotFound): .missing
        case .failure(let error): .failed("\(error)")
        case nil: .failed("no result")
        }
    }

    package static func outcome(ofRemoved ids: [String], _ key: Int) -> Outcome {
        ids.isEmpty ? .missing : ids == [id(key)] ? .done : .failed("removed: \(ids)")
    }

    /// Removes what the history before has left.
    package static func clear(_ engine: SearchEngine) throws(SearchError) {
        _ = try engine.removeBlocking((0..<words.count).map(id))
    }
}

/// An engine in this process.
package struct EngineSubject: Subject {
    package let engine: SearchEngine

    package init(_ engine: SearchEngine) { self.engine = engine }

    package func perform(_ action: Action) -> Outcome {
        do throws(SearchError) {
            switch action {
            case .insert(let key, let value): return try write(CatalogAction.entry(key, value, hasPicture: true))
            case .update(let key, let value): return try write(CatalogAction.entry(key, value, hasPicture: false))
            case .remove(let key):
                return CatalogAction.outcome(ofRemoved: try engine.removeBlocking([CatalogAction.id(key)]), key)
            case .get(let key): return CatalogAction.outcome(of: try engine.itemBlocking(CatalogAction.id(key)))
            case .find(let key):
                return CatalogAction.outcome(of: try engine.searchBlocking(CatalogAction.finding(key)), key)
            case .show(let key):
                return CatalogAction.outcome(of: try engine.searchBlocking(CatalogAction.showing(key)), key)
            case .count: return .number(try engine.countBlocking())
            }
        } catch {
            return .failed("\(error)")
        }
    }

    private func write(_ entry: Entry) throws(SearchError) -> Outcome {
        CatalogAction.outcome(of: try engine.insertBlocking([entry], workers: 1).first)
    }
}

/// Describes a picture by the means of its colors, at little cost.
package struct MeanDescriber: Describer {
    /// The number of the form. Vectors of two forms differ, also in their length.
    package let form: Int
    package var identity: String { form == 0 ? "mean of colors" : "mean of colors, form \(form)" }
    package var dimensions: Int { 3 + form }
    package let scale = 127
    package let keepsBuiltInVectors = false

    package init(form: Int = 0) { self.form = form }

    /// The form with this identity.
    package static func named(_ identity: String) -> MeanDescriber? {
        (0..<2).map { MeanDescriber(form: $0) }.first { $0.identity == identity }
    }

    package func describe(_ pixels: PixelBuffer) throws(DescribeError) -> Descriptor {
        let sums = (0..<3).map { channel in
            stride(from: channel, to: pixels.bytes.count, by: pixels.channels).reduce(0) {
                $0 + Double(pixels.bytes[$1])
            }
        }
        let length = sums.reduce(0) { $0 + $1 * $1 }.squareRoot()
        let mean = sums.map { Int8(($0 / max(length, 1) * 127).rounded()) }
        return Descriptor(vector: Array(mean[form...] + mean[..<form]) + Array(repeating: 0, count: form))
    }
}
