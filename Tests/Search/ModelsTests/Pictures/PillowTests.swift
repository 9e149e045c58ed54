import Foundation
import ImageTypes
import TestSupport
import Testing

@testable import Models

/// Pillow and numpy of PyPI, in an environment of its own, made once where the tests may install packages.
private enum Pillow {
    static let script = SharedData.package.appending(path: "Tests/ForeignClients/preprocessing.py").path
    static let python = PythonPackages.python("preprocessing")

    static func run(_ program: String, _ arguments: [String]) -> Int32 {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["timeout", "-s", "KILL", "600", program] + arguments
        process.standardOutput = FileHandle.nullDevice
        guard (try? process.run()) != nil else { return -1 }
        process.waitUntilExit()
        return process.terminationStatus
    }
}

/// A case of `preprocessing.py`.
private struct Case: Decodable {
    var picture, pixels, tensor, filter, rounding: String
    var width, height: Int
    var short: Int?
    var squash, crop: [Int]?
    var mean, deviation: [Double]
    var factor: Double

    var preprocessing: PicturePreprocessing {
        let resize: PicturePreprocessing.Resize =
            if let squash { .squash(Size(width: squash[0], height: squash[1])) } else if let short {
                .shortSide(short)
            } else { .keep }
        return PicturePreprocessing(
            resize: resize, crop: crop.map { Size(width: $0[0], height: $0[1]) },
            filter: ResampleFilter(name: filter)!, factor: factor, mean: mean, deviation: deviation,
            rounding: rounding == "immich" ? .immich : .transformers)
    }
}

@Suite("Preprocessing and Pillow", .timeLimit(.minutes(15)))
struct PillowTests {
    @Test(
        "the pixels of a tensor are those of Pillow, bit by bit, and its numbers those of numpy within 1e-6",
        .enabled(if: Pillow.python != nil, "skipped: MAGPIE_TESTS_INSTALL=1 lets the tests install Pillow and numpy"))
    func equal() throws {
        let place = try TemporaryFolder()
        func bytes(_ name: String) throws -> [UInt8] { try [UInt8](Data(contentsOf: place.url.appending(path: name))) }
        let photos = SharedData.folder("photos").map { [$0.path] } ?? []
        #expect(Pillow.run(try #require(Pillow.python), [Pillow.script, place.url.path] + photos) == 0)
        let cases = try JSONDecoder().decode([Case].self, from: Data(try bytes("cases.json")))
        #expect(cases.count >= 50 * 5)
        var (differing, farthest) = (0, Float(0))
        for one in cases {
            let size = Size(width: one.width, height: one.height)
            let picture = try #require(PixelBuffer(size: size, bytes: try bytes(one.picture)))
            let (found, expected) = (one.preprocessing.pixels(of: picture), try bytes(one.pixels))
            // Both are too long for a message of the testing library.
            try #require(found.count == expected.count, "\(one)")
            if found != expected {
                differing += 1
                let difference = zip(found, expected).reduce(0) { max($0, abs(Int($1.0) - Int($1.1))) }
                Issue.record("\(difference) at \(one)")
            }
            let numbers = try bytes(one.tensor)
            let tensor = one.preprocessing.tensor(ofPixels: expected)
            try #require(numbers.count == tensor.count * 4)
            farthest = max(farthest, Self.distance(of: tensor, to: numbers))
        }
        #expect(differing == 0)
        #expect(farthest <= 1e-6)
        print("preprocessing: \(cases.count) cases, \(differing) differ, numbers differ by \(farthest) at most")
    }

    /// The largest difference of a tensor to numbers of four bytes each, through pointers: there are millions of them.
    private static func distance(of tensor: [Float], to numbers: [UInt8]) -> Float {
        // Safe: there are four bytes for each value of the tensor, and they are read at any alignment.
        unsafe tensor.withUnsafeBufferPointer { tensor in
            unsafe numbers.withUnsafeBytes { numbers in
                var (largest, index) = (Float(0), 0)
                while index < tensor.count {
                    let distance = unsafe abs(
                        tensor[index] - numbers.loadUnaligned(fromByteOffset: index * 4, as: Float.self))
                    // A value that is no number is as far as can be.
                    if !(distance <= largest) { largest = distance.isNaN ? .infinity : distance }
                    index += 1
                }
                return largest
            }
        }
    }
}
