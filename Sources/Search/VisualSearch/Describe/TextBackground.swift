internal import CKernels

/// Everyday objects and scenes, named by short texts, as the text tower of a describer sees them.
///
/// A picture shows what a text says where it is nearer to that text than to these: the cosines of texts with pictures
/// alone differ from model to model, and from store to store.
public struct TextBackground: Hashable, Sendable {
    /// The texts.
    public static let texts =
        """
        a person|a face|a group of people|a child|a hand|a dog|a cat|a bird|a fish|an insect|a horse|a cow|\
        a wild animal|a snake|a frog|a spider|a flower|a tree|a leaf|grass|a forest|a mountain|a beach|the sea|\
        a river|the sky|clouds|snow|a desert|a city street|a building|a house|a church|a bridge|a room|\
        a kitchen|a bedroom|a bathroom|an office|a shop|a restaurant|a car|a truck|a bus|a train|a bicycle|\
        a motorcycle|an airplane|a boat|a ship|food on a plate|a cake|bread|fruit|vegetables|meat|a drink|\
        a bottle|a cup|a bowl|a knife|a spoon|a chair|a table|a sofa|a bed|a lamp|a clock|a book|a newspaper|\
        a letter|a phone|a computer|a keyboard|a screen|a camera|a radio|a machine|a tool|a hammer|an engine|\
        a wheel|a box|a bag|a shirt|a dress|trousers|a skirt|a jacket|a coat|a hat|shoes|boots|socks|glasses|\
        jewelry|a watch|a ring|a toy|a doll|a ball|a game|a musical instrument|a guitar|a piano|a drum|\
        a painting|a drawing|a map|a sign|a logo|text|a chart|a pattern|fabric|wood|stone|metal|glass|water|\
        fire|smoke|night|sunset|sports|a stadium|a swimming pool|a playground|a garden|a farm|a road|a wall|\
        a door|a window|stairs|a fence|a flag|a statue|a weapon|a gun|medicine|a pill|money|a coin|a key|a pen|\
        paper|a brush|soap|a towel|a basket|a bucket|a rope|a plant in a pot|a mushroom|an egg|milk|cheese|\
        coffee|ice cream|chocolate|rice|a salad|a soup|a sandwich|candy
        """.split(separator: "|").map(String.init)

    /// The cosine from which one of the texts means much the same as a query, after their mean was taken away.
    private static let near = 0.6

    /// Those of ``texts``, in their order.
    package let vectors: [[Int8]]
    private let mean: [Double]

    /// - Parameter vectors: Those of ``texts``, in their order.
    package init(_ vectors: [[Int8]]) {
        self.vectors = vectors
        var mean = [Double](repeating: 0, count: vectors.first?.count ?? 0)
        for vector in vectors {
            for (index, value) in vector.enumerated() { mean[index] += Double(value) / Double(vectors.count) }
        }
        self.mean = mean
    }

    /// The lead of each picture: the difference of its nearness to a text and to the nearest of these that means
    /// something else, in deviations of its nearness to them.
    ///
    /// - Parameters:
    ///   - dots: The dot products of the text with the pictures.
    ///   - rows: The vectors of the pictures; nil for one that has none.
    func leads(of text: [Int8], dots: [Int], rows: [[Int8]?]) -> [Double] {
        let others = vectors.filter { cosine($0, text) < Self.near }
        guard others.count > 2, rows.count == dots.count else { return dots.map { _ in 0 } }
        let width = text.count
        let queries = AlignedBuffer<Int8>(zeros: others.count * width)
        for (place, vector) in others.enumerated() {
            for (index, value) in vector.enumerated() { queries[place * width + index] = value }
        }
        let picture = AlignedBuffer<Int8>(zeros: width)
        var found = [Int32](repeating: 0, count: others.count)
        return zip(dots, rows).map { dot, row in
            guard let row, row.count == width else { return -.infinity }
            for (index, value) in row.enumerated() { picture[index] = value }
            // Safe: the picture has the length of a row, and there are as many results as rows.
            unsafe ck_dots(CK_BEST)!(picture.base, queries.base, width, others.count, &found)
            let values = found.map(Double.init)
            let middle = values.reduce(0, +) / Double(values.count)
            let spread = (values.reduce(0) { $0 + ($1 - middle) * ($1 - middle) } / Double(values.count)).squareRoot()
            let lead = Double(dot) - (values.max() ?? 0)
            return spread > 0 ? lead / spread : lead > 0 ? .infinity : 0
        }
    }

    private func cosine(_ one: [Int8], _ other: [Int8]) -> Double {
        var (dot, left, right) = (0.0, 0.0, 0.0)
        for index in mean.indices where index < one.count && index < other.count {
            let (a, b) = (Double(one[index]) - mean[index], Double(other[index]) - mean[index])
            dot += a * b
            left += a * a
            right += b * b
        }
        return left > 0 && right > 0 ? dot / (left * right).squareRoot() : 0
    }
}
