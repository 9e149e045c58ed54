/// The sums over the vectors of some pictures, and over those of each word.
struct WordSums {
    private(set) var count: Float = 0
    private(set) var vectors: [Float]
    private(set) var squares: SquareMatrix
    private(set) var wordCounts: [Float]
    /// By word, one behind the other.
    private var words: [Float]

    init(dimensions: Int, words count: Int) {
        vectors = Array(repeating: 0, count: dimensions)
        squares = SquareMatrix(side: dimensions)
        wordCounts = Array(repeating: 0, count: count)
        words = Array(repeating: 0, count: count * dimensions)
    }

    /// The sum over the pictures of a word.
    func vectors(of word: Int) -> ArraySlice<Float> { words[word * vectors.count..<(word + 1) * vectors.count] }

    mutating func add(_ vector: [Float], words numbers: [Int]) {
        count += 1
        for index in vector.indices { vectors[index] += vector[index] }
        squares.add(outerProductOf: vector, times: 1)
        for word in numbers {
            wordCounts[word] += 1
            let start = word * vector.count
            for index in vector.indices { words[start + index] += vector[index] }
        }
    }

    mutating func add(_ other: WordSums) {
        count += other.count
        for index in vectors.indices { vectors[index] += other.vectors[index] }
        squares.add(other.squares)
        for index in wordCounts.indices { wordCounts[index] += other.wordCounts[index] }
        for index in words.indices { words[index] += other.words[index] }
    }
}
