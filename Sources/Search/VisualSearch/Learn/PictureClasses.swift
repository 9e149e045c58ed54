internal import CSearchData
internal import Essentials

/// Evidence for objects that a picture shows, from its vector: the classes of ImageNet, and the words that name them or
/// their wider kinds.
///
/// `Benchmarks/Learning/classes.py` describes the format. The table belongs to one describer.
struct PictureClasses: Sendable {
    /// The classes that come with the package, for its own describer.
    // Safe: the function gives constant bytes, with their count.
    static let builtIn = unsafe LinkedBytes(csd_classes).read(PictureClasses.init)

    /// A class, and how much it counts for a query.
    struct Weight: Hashable, Sendable {
        var number: Int
        var weight: Float
    }

    /// The identity of the describer that the rows belong to.
    let identity: String
    /// The name of each class, for people.
    let names: [String]
    /// Terms of one word or several, each with the classes at or below its senses as text: see ``weights(of:)``.
    private let lines: [String: Substring]
    /// The meanings of the names of the classes, of length 1; 0 if nothing is known.
    let meanings: [SIMD64<Float>]
    /// The meanings of their head nouns, which come last in them.
    let heads: [SIMD64<Float>]
    private let bytes: LinkedBytes
    private let dimensions: Int
    /// The rows of all classes, to compare a vector with at once, and what makes evidence of the dot products.
    private let rows: VectorIndex
    private let scales: [(factor: Float, offset: Float)]
    /// The dot product of each row with itself.
    private let squares: [Int32]
    /// The beginning of the rows that give the deviation of a direction.
    private let spread: Int

    private static let version = 2
    private static let headLength = 56
    private static let (scaleLength, factorLength) = (8, 4)
    /// Chosen with the rule of `SearchEngine.classMatches`.
    private static let sameDirection: Float = 0.74

    private init?(_ bytes: LinkedBytes) {
        let head = PictureClasses.headLength
        guard bytes.count > head, bytes[0..<4] == Array("MCLS".utf8),
            bytes.short(4) == PictureClasses.version
        else { return nil }
        self.bytes = bytes
        dimensions = bytes.short(6)
        let (count, text) = (bytes.short(8), bytes.long(12))
        let rows = VectorIndex(dimensions: dimensions)
        let scaleOfRow = PictureClasses.scaleLength + dimensions
        scales = (0..<count).map { number in
            let start = head + number * scaleOfRow
            return (
                Float(bitPattern: UInt32(bytes.long(start))),
                Float(bitPattern: UInt32(bytes.long(start + PictureClasses.factorLength)))
            )
        }
        spread = head + count * (PictureClasses.scaleLength + dimensions)
        let start = spread + dimensions * (PictureClasses.factorLength + dimensions)
        guard bytes.count == start + text else { return nil }
        identity = String(decoding: bytes[16..<head].prefix { $0 != 0 }, as: UTF8.self)
        let table = String(decoding: bytes[start..<bytes.count], as: UTF8.self)
        let entries = table.utf8.split(separator: UInt8(ascii: "\n"))
        guard entries.count == count + bytes.short(10) else { return nil }
        names = entries.prefix(count).map { String(Substring($0)) }
        var lines: [String: Substring] = [:]
        for entry in entries.dropFirst(count) {
            guard let tab = entry.firstIndex(of: UInt8(ascii: "\t")) else { return nil }
            lines[String(Substring(entry[..<tab]))] = Substring(entry[entry.index(after: tab)...])
        }
        self.lines = lines
        let values = (0..<count).map { [dimensions] number in
            let start = head + number * scaleOfRow + PictureClasses.scaleLength
            return bytes.signed(start..<start + dimensions)
        }
        rows.update { changes in
            for (number, row) in values.enumerated() { changes.set(number, row.span) }
        }
        self.rows = rows
        squares = values.indices.map { rows.dots(values[$0], at: CollectionOfOne($0))[0] }
        meanings = names.map { name in
            // Some breeds have no vector, and the rest of their name says what they are.
            PictureClasses.meaning(ofNumbers: Words(name).compactMap { WordVectors.builtIn.number(ofForms: $0) })
                ?? SIMD64()
        }
        heads = names.map { name in PictureClasses.meaning(of: Array(Words(name)).suffix(1)) ?? SIMD64() }
    }

    /// All terms that have classes.
    var terms: some Collection<String> { lines.keys }

    /// The classes at or below the senses of a term; nil for an unknown one.
    func weights(of term: String) -> [Weight]? {
        lines[term]?.split(separator: " ").compactMap { part in
            let pair = part.split(separator: ":").compactMap { Int($0) }
            return pair.count == 2 && pair[0] < names.count
                ? Weight(number: pair[0], weight: Float(pair[1]) / 10_000) : nil
        }
    }

    /// The common meaning of some words; nil where one of them is unknown.
    static func meaning(of words: some Collection<String>) -> SIMD64<Float>? {
        let numbers = words.compactMap { WordVectors.builtIn.number(ofForms: $0) }
        return numbers.count == words.count ? meaning(ofNumbers: numbers) : nil
    }

    /// The common meaning of some words, by their numbers; nil for an empty list.
    private static func meaning(ofNumbers numbers: [Int]) -> SIMD64<Float>? {
        var sum = SIMD64<Float>()
        for number in numbers { sum += WordVectors.builtIn.vector(number) }
        let length = (sum * sum).sum().squareRoot()
        return length > 0 ? sum / length : nil
    }

    /// Returns the direction of some classes among vectors, and the evidence of a vector without a part in it: the
    /// evidence of a vector is its dot product with the direction, plus that. Over the pictures that were learned from it
    /// has a mean of 0 and a deviation of 1, whatever the classes.
    func direction(of weights: [Weight]) -> (direction: [Float], offset: Float) {
        let (direction, offset) = sum(of: weights)
        let deviation = deviation(of: direction)
        guard deviation > 0 else { return (direction, offset) }
        return (direction.map { $0 / deviation }, offset / deviation)
    }

    /// Returns the same with the deviation that it has: 1 for a single class.
    private func sum(of weights: [Weight]) -> (direction: [Float], offset: Float) {
        var direction = [Float](repeating: 0, count: dimensions)
        var offset: Float = 0
        for entry in weights {
            let start = PictureClasses.headLength + entry.number * (PictureClasses.scaleLength + dimensions)
            let factor = entry.weight * number(at: start)
            offset += entry.weight * number(at: start + PictureClasses.factorLength)
            for index in direction.indices {
                direction[index] += factor * value(at: start + PictureClasses.scaleLength + index)
            }
        }
        return (direction, offset)
    }

    /// The deviation of the dot products of a direction with the vectors of the pictures that were learned from.
    private func deviation(of direction: [Float]) -> Float {
        var squares: Float = 0
        for row in 0..<dimensions {
            let start = spread + row * (PictureClasses.factorLength + dimensions)
            var sum: Float = 0
            for index in direction.indices {
                sum += direction[index] * value(at: start + PictureClasses.factorLength + index)
            }
            sum *= number(at: start)
            squares += sum * sum
        }
        return squares.squareRoot()
    }

    /// The evidence of a picture for some classes.
    struct View: Hashable, Sendable {
        /// In deviations of the pictures that were learned from.
        var evidence: Float
        /// The evidence as a share of that for the strongest rival.
        var share: Float
    }

    /// Returns true for the classes that no picture can tell from some others, which are true in `shown`: `sunglass` beside
    /// `sunglasses`. Their directions have a cosine of `sameDirection` or more.
    func indistinct(from shown: [Bool]) -> [Bool] {
        var indistinct = shown
        for number in shown.indices where shown[number] {
            let start = PictureClasses.headLength + number * (PictureClasses.scaleLength + dimensions)
            let row = bytes.signed(start + PictureClasses.scaleLength..<start + PictureClasses.scaleLength + dimensions)
            for (other, dot) in rows.dots(row, at: 0..<names.count).enumerated() where dot > 0 {
                let product = Float(squares[number]) * Float(squares[other])
                if Float(dot) >= PictureClasses.sameDirection * product.squareRoot() { indistinct[other] = true }
            }
        }
        return indistinct
    }

    /// Returns what the picture of a vector shows of some classes.
    ///
    /// - Parameters:
    ///   - vector: Its values, or more that begin with those.
    ///   - shown: True for the classes, by their numbers.
    ///   - rivals: True for the classes that a picture must not show more of.
    ///   - joint: The joint evidence for the classes, which is small where they have little in common, as kinds of dogs.
    func view(of vector: [Int8], _ shown: [Bool], rivals: [Bool], joint: Float) -> View {
        var (inside, outside, count) = (-Float.infinity, -Float.infinity, 0)
        for (number, dot) in dots(vector).enumerated() {
            let evidence = Float(dot) * scales[number].factor + scales[number].offset
            if shown[number] {
                inside = max(inside, evidence)
                count += 1
            } else if rivals[number] {
                outside = max(outside, evidence)
            }
        }
        // Of many classes one has much evidence by chance: half as much again as that is taken off.
        let chance = 1.5 * (2 * log(Float(max(count, 1)))).squareRoot()
        let strongest = max(joint, inside)
        return View(evidence: max(joint, inside - chance), share: outside > 0 ? strongest / outside : .infinity)
    }

    /// The class that a picture shows most evidence for.
    func strongest(in vector: [Int8]) -> (number: Int, evidence: Float)? {
        dots(vector).enumerated().map { number, dot in
            (number, Float(dot) * scales[number].factor + scales[number].offset)
        }.max { $0.1 < $1.1 }
    }

    /// The products with the rows of all classes of a vector, or of the beginning of a longer one.
    private func dots(_ vector: [Int8]) -> [Int32] {
        rows.dots(vector.count > dimensions ? Array(vector[..<dimensions]) : vector, at: 0..<names.count)
    }

    private func number(at place: Int) -> Float { Float(bitPattern: UInt32(bytes.long(place))) }
    private func value(at place: Int) -> Float { Float(Int8(bitPattern: bytes[place])) }

    /// Returns the evidence of a vector for a class.
    func evidence(of vector: [Int8], for number: Int) -> Float {
        let (direction, offset) = sum(of: [Weight(number: number, weight: 1)])
        return zip(direction, vector).reduce(offset) { $0 + $1.0 * Float($1.1) }
    }
}
