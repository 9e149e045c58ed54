package import Essentials
internal import ImageTypes
internal import Imaging

/// A model of a folder, tried: its files, its vectors, its times.
package struct ModelCheck: Sendable {
    /// A tower that was opened and run.
    package struct Tower: Hashable, Sendable {
        /// The values of a vector.
        package var dimensions: Int
        /// The seconds of the opening and the first run.
        package var opening: Double
        /// The memory of its process after the runs, in bytes; nil where it has none of its own.
        package var resident: Int?
        /// The milliseconds of a run, the middle of several, by the number of threads.
        package var times: [Int: Double]

        /// The number of threads with the least time; the smaller one where two are within a twentieth.
        package var bestThreads: Int {
            let least = times.values.min() ?? 0
            return times.keys.sorted().first { times[$0] ?? .infinity <= least * 1.05 } ?? 1
        }
    }

    /// A comparison of two vectors, and whether it is as it should be.
    package struct Comparison: Hashable, Sendable {
        /// The two sides of the comparison.
        package var name: String
        /// The cosine of their vectors.
        package var cosine: Double
        /// False for a cosine that no usable model has.
        package var isPlausible: Bool
    }

    package let folder: ModelFolder
    package let identity: String
    package private(set) var picture: Tower?
    package private(set) var text: Tower?
    package private(set) var comparisons: [Comparison] = []

    /// True where all comparisons are as they should be.
    package var isPlausible: Bool { comparisons.allSatisfy(\.isPlausible) }

    /// The runs whose middle time counts.
    private static let runs = 5

    /// Opens the towers and runs them on drawn pictures and short texts. Takes seconds.
    ///
    /// - Throws: The first file, tower or run that fails.
    package init(folder url: URL, _ settings: ModelSettings) throws(TowerError) {
        do throws(ModelFolderError) {
            folder = try ModelFolder(url, precision: settings.numbers)
            identity = "model \(try folder.identity())"
        } catch { throw .folder(error) }
        if folder.picture != nil { try tryPictures(settings) }
        if folder.text != nil { try tryTexts(settings) }
        if let picture, let text, picture.dimensions != text.dimensions {
            throw .misfit(
                "its pictures have vectors of \(picture.dimensions) values and its texts of \(text.dimensions); they cannot "
                    + "be compared")
        }
    }

    private mutating func tryPictures(_ settings: ModelSettings) throws(TowerError) {
        let picture = TestPicture.disc.pixels
        self.picture = try Self.tower(folder, settings, .picture) { towers throws(TowerError) in
            try towers.vector(of: picture).count
        }
        let towers = Towers(folder, settings)
        defer { towers.end() }
        let whole = try towers.vector(of: picture)
        let again = try towers.vector(of: picture)
        let mirrored = try towers.vector(of: TestPicture.disc.mirrored)
        let gray = try towers.vector(of: TestPicture.disc.gray)
        let other = try towers.vector(of: TestPicture.checks.pixels)
        let otherCosine = Self.cosine(whole, other)
        comparisons += [
            Comparison(
                name: "the same picture", cosine: Self.cosine(whole, again),
                isPlausible: Self.cosine(whole, again) > 0.9999),
            Comparison(
                name: "a picture and its mirror image", cosine: Self.cosine(whole, mirrored),
                isPlausible: Self.cosine(whole, mirrored) > otherCosine),
            Comparison(name: "a picture without its colors", cosine: Self.cosine(whole, gray), isPlausible: true),
            Comparison(name: "two different pictures", cosine: otherCosine, isPlausible: otherCosine < 0.9999),
        ]
    }

    private mutating func tryTexts(_ settings: ModelSettings) throws(TowerError) {
        text = try Self.tower(folder, settings, .text) { towers throws(TowerError) in
            try towers.vector(of: "a photo of a dog").count
        }
        let towers = Towers(folder, settings)
        defer { towers.end() }
        let dog = try towers.vector(of: "a photo of a dog")
        let puppy = try towers.vector(of: "a picture of a small dog")
        let plane = try towers.vector(of: "an airplane at the sky")
        let (near, far) = (Self.cosine(dog, puppy), Self.cosine(dog, plane))
        comparisons += [
            Comparison(name: "two texts of one meaning", cosine: near, isPlausible: near > far),
            Comparison(name: "two texts of different meanings", cosine: far, isPlausible: far < 0.9999),
        ]
    }

    private static func tower(
        _ folder: ModelFolder, _ settings: ModelSettings, _ kind: TowerKind,
        _ run: (Towers) throws(TowerError) -> Int
    ) throws(TowerError) -> Tower {
        var tower: Tower?
        for threads in threadCounts(settings) {
            var settings = settings
            settings.threads = threads
            let towers = Towers(folder, settings)
            defer { towers.end() }
            let start = ContinuousClock.now
            let dimensions = try run(towers)
            let opening = start.duration(to: .now) / .seconds(1)
            var times: [Double] = []
            for _ in 0..<runs {
                let start = ContinuousClock.now
                _ = try run(towers)
                times.append(start.duration(to: .now) / .milliseconds(1))
            }
            let resident = towers.states.first { $0.tower == kind }?.state.residentBytes
            tower = tower ?? Tower(dimensions: dimensions, opening: opening, resident: resident, times: [:])
            tower?.times[threads] = times.sorted()[runs / 2]
        }
        guard let tower else { throw .misfit("no number of threads was tried") }
        return tower
    }

    /// The numbers of threads that are tried: the named one, or 1, 2, 4 and so on, up to the cores.
    private static func threadCounts(_ settings: ModelSettings) -> [Int] {
        if let threads = settings.threads { return [threads] }
        return [1, 2, 4, 8].filter { $0 == 1 || $0 <= Batch.usableCores }
    }

    private static func cosine(_ one: [Float], _ other: [Float]) -> Double {
        guard one.count == other.count else { return 0 }
        var (dot, left, right) = (0.0, 0.0, 0.0)
        for (a, b) in zip(one, other) {
            dot += Double(a) * Double(b)
            left += Double(a) * Double(a)
            right += Double(b) * Double(b)
        }
        return left > 0 && right > 0 ? dot / (left * right).squareRoot() : 0
    }
}
