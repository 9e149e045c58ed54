import BenchmarkKit
import Foundation

/// Everything that one run measured. Holds no paths, so that it can be shown to anybody.
struct Report: Codable {
    var date = Date()
    var machine: Machine
    var photos: Photos.Summary
    /// The versions of the rivals, in their own words.
    var versions: [String: String] = [:]
    /// Contenders that did not take part, and why.
    var absent: [String] = []
    var prep: [PrepResult] = []
    var quality: [QualityResult] = []
    var stages: [StageResult] = []
    var memory: MemoryResult?

    init(machine: Machine, photos: Photos.Summary) {
        self.machine = machine
        self.photos = photos
    }
}

/// The cost of one contender: medians over the rounds.
struct PrepResult: Codable {
    var name: String
    /// Photos worked on in one run.
    var images: Int
    /// Seconds.
    var cpu: Summary
    /// Seconds.
    var wall: Summary
    /// Median over the rounds, in bytes.
    var peakResident: Double

    var imagesPerSecond: Double { Double(images) / wall.median }

    init?(name: String, images: Int, costs: [Cost]) {
        guard let cpu = Summary(costs.map(\.cpu)), let wall = Summary(costs.map(\.wall)),
            let peak = median(costs.map { Double($0.peakResident) })
        else { return nil }
        self.name = name
        self.images = images
        self.cpu = cpu
        self.wall = wall
        peakResident = peak
    }
}

/// The closeness of a contender's pictures to the reference.
struct QualityResult: Codable {
    var name: String
    var photos: Int
    /// Decibels.
    var meanPSNR: Double
    var leastPSNR: Double
    var meanSSIM: Double
    var leastSSIM: Double
}

/// The cost of one stage.
struct StageResult: Codable {
    var name: String
    /// Milliseconds of CPU time for the mean photo.
    var milliseconds: Double
    /// Nanoseconds for each pixel that the stage reads or makes, whichever the name says; nil for whole files.
    var nanosecondsPerPixel: Double?
    /// Part of the whole, 0…1; nil for measurements that are no part of it.
    var share: Double?
}

/// Memory over time, in bytes.
struct MemoryResult: Codable {
    /// Highest resident memory of the command over all photos, two sizes and colors; the worst of several runs.
    var commandPeak: Int
    /// Resident memory of one process after each round over all photos.
    var rounds: [Int]

    /// The furthest that any round lies from the first, as a part of it.
    var drift: Double {
        let first = Double(rounds.first ?? 1)
        return rounds.map { Double($0) / first - 1 }.max { abs($0) < abs($1) } ?? 0
    }
}
