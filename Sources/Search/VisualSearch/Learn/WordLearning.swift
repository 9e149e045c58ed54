/// Learning which words pictures show, and the trial that decides which of them searches use.
///
/// The vector of a word is the difference between the mean of the pictures whose items say it and the mean of all
/// pictures, divided by their scatter, which is shrunk halfway toward the unit matrix: the direction of a ridge
/// regression of the word on the picture (Hastie, Tibshirani, Friedman, The Elements of Statistical Learning, 2009,
/// sections 3.4.1 and 4.3). In each of five rounds the words are learned from four fifths of a sample and looked for in
/// the rest. The result is the same for the same content of a store.
struct WordLearning {
    /// The items to learn from, at most.
    private static let items = 10_000
    private static let rounds = 5
    private static let shrinkage: Float = 0.5
    /// A word is adopted with the lowest cut at which so many of the pictures have items that say it; the cut must find
    /// some of those items.
    private static let (precision, recall, leastFound) = (0.7, 0.25, 4)
    /// Larger descriptors are left as they are: learning takes memory and time with the square of their values.
    private static let mostDimensions = 1024

    private let sample: WordSample
    private let dimensions: Int
    private let cancellation: Cancellation
    /// The sums of each part of the trial.
    private var sums: [WordSums]

    /// Returns the words that pictures show, and their figures; nil for a catalog of which too little is known.
    static func learn(
        dimensions: Int, cancellation: Cancellation, in snapshot: borrowing Snapshot
    ) throws(SearchError) -> (words: WordSpace, report: LearningReport.Words)? {
        guard dimensions <= mostDimensions else { return nil }
        let sample = try WordSample(limit: items, folds: rounds, in: snapshot)
        guard !sample.forms.isEmpty else { return nil }
        let learning = try WordLearning(sample, dimensions, cancellation)
        let words = try learning.words()
        let precision = words.reduce(0) { $0 + $1.precision } / Double(max(words.count, 1))
        return (
            WordSpace(words),
            LearningReport.Words(
                learned: words.count, tried: sample.forms.count, precision: words.isEmpty ? nil : precision)
        )
    }

    private init(_ sample: WordSample, _ dimensions: Int, _ cancellation: Cancellation) throws(SearchError) {
        self.sample = sample
        self.dimensions = dimensions
        self.cancellation = cancellation
        sums = Array(
            repeating: WordSums(dimensions: dimensions, words: sample.forms.count), count: WordLearning.rounds)
        for member in sample.members {
            if cancellation.isCancelled { throw .cancelled }
            sums[member.fold].add(member.vector.map(Float.init), words: member.words)
        }
    }

    /// The words that win the trial.
    private func words() throws(SearchError) -> [WordSpace.Word] {
        let index = VectorIndex(dimensions: dimensions)
        index.update { changes in
            for (place, member) in sample.members.enumerated() { changes.set(place, member.vector.span) }
        }
        // By word: how far each picture is above the mean picture, by what was learned without it.
        var heights = [[Float]](
            repeating: Array(repeating: 0, count: sample.members.count), count: sample.forms.count)
        for round in 0..<WordLearning.rounds {
            let places = sample.members.indices.filter { sample.members[$0].fold == round }
            guard let space = directions(without: round), !places.isEmpty else { continue }
            for word in sample.forms.indices {
                if cancellation.isCancelled { throw .cancelled }
                guard let vector = space.vectors[word] else { continue }
                let middle = WordLearning.dot(vector, space.mean)
                for (place, dot) in zip(places, index.dots(vector, at: places)) {
                    heights[word][place] = Float(dot) - middle
                }
            }
        }
        guard let space = directions(without: nil) else { return [] }
        return sample.forms.indices.compactMap { word in
            guard let vector = space.vectors[word], let (height, precision) = cut(of: word, heights[word]) else {
                return nil
            }
            let cut = Int((height + WordLearning.dot(vector, space.mean)).rounded(.up))
            return WordSpace.Word(
                forms: sample.forms[word], vector: vector, cut: cut, precision: precision,
                field: sample.field(of: word))
        }
    }

    /// Returns the least height of an item that says a word at which enough of the pictures are of such items; nil
    /// without such a height.
    private func cut(of word: Int, _ heights: [Float]) -> (height: Float, precision: Double)? {
        var isSaid = [Bool](repeating: false, count: heights.count)
        for (place, member) in sample.members.enumerated() where member.words.contains(word) { isSaid[place] = true }
        let counted = heights.indices.filter { isSaid[$0] || sample.isEvidence(sample.members[$0], on: word) }
        let ordered = counted.sorted { heights[$0] != heights[$1] ? heights[$0] > heights[$1] : $0 < $1 }
        let all = Double(isSaid.count { $0 })
        var (found, best): (Int, (height: Float, precision: Double)?) = (0, nil)
        for (rank, place) in ordered.enumerated() where isSaid[place] {
            found += 1
            let precision = Double(found) / Double(rank + 1)
            guard precision >= WordLearning.precision, found >= WordLearning.leastFound,
                Double(found) >= WordLearning.recall * all
            else { continue }
            best = (heights[place], precision)
        }
        return best
    }

    /// The vectors of the words that occur outside of one part of the trial, and the mean of the pictures there. Nil
    /// where the arithmetic fails.
    private func directions(without left: Int?) -> (vectors: [[Int8]?], mean: [Float])? {
        var all = WordSums(dimensions: dimensions, words: sample.forms.count)
        for (part, sums) in sums.enumerated() where part != left { all.add(sums) }
        guard all.count > 1 else { return nil }
        let mean = all.vectors.map { $0 / all.count }
        var scatter = all.squares.scaled(by: 1 / all.count, plusDiagonal: 0)
        scatter.add(outerProductOf: mean, times: -1)
        let diagonal = WordLearning.shrinkage * scatter.trace / Float(dimensions)
        let shrunk = scatter.scaled(by: 1 - WordLearning.shrinkage, plusDiagonal: diagonal)
        guard let inverse = shrunk.inverseCholeskyFactor() else { return nil }
        let vectors = sample.forms.indices.map { word -> [Int8]? in
            let count = all.wordCounts[word]
            guard count > 0 else { return nil }
            let difference = zip(all.vectors(of: word), mean).map { $0 / count - $1 }
            return WordSpace.unit(inverse.transposedTimes(inverse.times(difference)))
        }
        return (vectors, mean)
    }

    private static func dot(_ vector: [Int8], _ mean: [Float]) -> Float {
        zip(vector, mean).reduce(0) { $0 + Float($1.0) * $1.1 }
    }
}
