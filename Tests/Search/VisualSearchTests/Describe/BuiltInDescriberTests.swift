import CKernels
import CSearchData
import Dispatch
import Foundation
import Imaging
import TestSupport
import Testing

@testable import VisualSearch

/// Largest difference of two vectors, in stored steps.
private func steps(_ a: [Int8], _ b: [Int8]) -> Int {
    zip(a, b).map { abs(Int($0) - Int($1)) }.max() ?? 0
}

private func dot(_ a: [Int8], _ b: [Int8]) -> Int {
    zip(a, b).reduce(0) { $0 + Int($1.0) * Int($1.1) }
}

@Suite("The built-in describer")
struct BuiltInDescriberTests {
    let describer = BuiltInDescriber.shared

    @Test("gives the descriptors that the learning program computed")
    func agreesWithLearning() throws {
        let pictures = try DescribedPicture.all()
        #expect(pictures.count >= 6)
        for picture in pictures {
            let mine = try describer.describe(picture.pixels)
            #expect(mine.vector.count == picture.vector.count)
            #expect(steps(mine.vector, picture.vector) <= 1)
        }
    }

    @Test("the describer before gives what it gave then")
    func former() throws {
        #expect(BuiltInDescriber.former.identity == "magpie-2-1d08a9e59cd5f802")
        for picture in try DescribedPicture.all("former") {
            let mine = try BuiltInDescriber.former.describe(picture.pixels)
            #expect(mine.vector.count == 256 && steps(mine.vector, picture.vector) <= 1)
        }
    }

    @Test("gives the same with scalar and vector loops, but for the rounding of a step")
    func scalarAgrees() throws {
        var count = 0
        // Safe: the bytes are constant, live as long as the program, and `count` is their number.
        let bytes = unsafe Array(UnsafeBufferPointer(start: csd_descriptor(&count), count: count))
        let scalar = try BuiltInDescriber(parameters: bytes, isa: CK_SCALAR)
        #expect(scalar.identity == describer.identity)
        for seed in 1...3 {
            let pixels = drawn(width: 200 + seed, height: 160, seed: seed)
            let (a, b) = (try scalar.describe(pixels), try describer.describe(pixels))
            #expect(steps(a.vector, b.vector) <= 1)
        }
    }

    @Test("stores vectors of length 1, each block with its share")
    func length() throws {
        let vector = try describer.describe(drawn(width: 300, height: 300, seed: 2)).vector
        #expect(vector.count == describer.dimensions)
        let length = Double(dot(vector, vector)).squareRoot() / Double(describer.scale)
        #expect(abs(length - 1) < 0.02)
        let covered = BuiltInDescriber.Block.allCases.compactMap { describer.ranges[$0] }.flatMap { Array($0) }
        #expect(covered.sorted() == Array(0..<describer.dimensions))
    }

    @Test("sees nearly the same pattern and kind in a mirror image, and another shape")
    func mirror() throws {
        let pixels = drawn(width: 192, height: 96, seed: 5)
        let a = try describer.describe(pixels).vector
        let b = try describer.describe(pixels.rearranged(width: 192, height: 96) { (191 - $0, $1) }).vector
        func likeness(_ block: BuiltInDescriber.Block) throws -> Double {
            let range = try #require(describer.ranges[block])
            let (x, y) = (Array(a[range]), Array(b[range]))
            return Double(dot(x, y)) / Double(dot(x, x) * dot(y, y)).squareRoot()
        }
        for block in [BuiltInDescriber.Block.pattern, .kind] { #expect(try likeness(block) > 0.9) }
        let shape = try #require(describer.ranges[.shape])
        #expect(steps(Array(a[shape]), Array(b[shape])) > 1)
    }

    @Test("does not look at alpha")
    func alpha() throws {
        let pixels = drawn(width: 120, height: 90, seed: 1)
        var bytes: [UInt8] = []
        for index in 0..<120 * 90 {
            bytes += pixels.bytes[index * 3..<index * 3 + 3]
            bytes.append(UInt8(index % 256))
        }
        let rgba = buffer(width: 120, height: 90, channels: 4, bytes: bytes)
        #expect(try describer.describe(rgba) == describer.describe(pixels))
    }

    @Test("describes the smallest and the thinnest pictures", arguments: [(1, 1), (1, 500), (3_000, 2), (97, 95)])
    func oddSizes(_ width: Int, _ height: Int) throws {
        let vector = try describer.describe(drawn(width: width, height: height, seed: 3)).vector
        #expect(vector.contains { $0 != 0 })
    }

    @Test("refuses more pixels than it can count")
    func tooLarge() {
        let pixels = buffer(width: 4_096, height: 4_096, bytes: [UInt8](repeating: 9, count: 4_096 * 4_096 * 3))
        #expect(throws: DescribeError.tooLarge(size: pixels.size)) { try describer.describe(pixels) }
    }

    @Test("gives the same on many threads at once")
    func threads() throws {
        let pixels = drawn(width: 256, height: 256, seed: 4)
        let expected = try describer.describe(pixels)
        let equal = Locked(0)
        DispatchQueue.concurrentPerform(iterations: 16) { _ in
            if (try? describer.describe(pixels)) == expected { equal.withLock { $0 += 1 } }
        }
        #expect(equal.withLock { $0 } == 16)
    }

    @Test("finds a cropped, darkened picture among others")
    func nearCopy() throws {
        let gallery = try (1...8).map { try describer.describe(drawn(width: 256, height: 256, seed: $0)).vector }
        for seed in 1...8 {
            let pixels = drawn(width: 256, height: 256, seed: seed)
            let cropped = pixels.rearranged(width: 224, height: 224) { ($0 + 16, $1 + 16) }
            let dark = cropped.bytes.map { UInt8(Double($0) * 0.85) }
            let copy = try describer.describe(buffer(width: 224, height: 224, bytes: dark)).vector
            let scores = gallery.map { dot($0, copy) }
            #expect(scores.firstIndex(of: scores.max() ?? 0) == seed - 1)
        }
    }

    @Test("makes small pictures larger without steps, and leaves large ones to the mean of their areas")
    func smooth() throws {
        let two = buffer(width: 2, height: 1, bytes: [0, 0, 0, 240, 240, 240])
        let repeated = two.squashed(to: 8)
        #expect((0..<8).map { repeated[$0 * 3] } == [0, 0, 0, 0, 240, 240, 240, 240])
        let smooth = two.squashed(to: 8, isSmooth: true)
        #expect((0..<8).map { smooth[$0 * 3] } == [0, 0, 30, 90, 150, 210, 240, 240])
        #expect(smooth.prefix(24) == smooth.suffix(24))
        let large = drawn(width: 300, height: 64, seed: 1)
        #expect(large.squashed(to: 64, isSmooth: true) == large.squashed(to: 64))
    }

    @Test("sees in a small copy of a picture what it sees in the picture")
    func smallCopy() throws {
        let range = try #require(describer.ranges[.kind])
        for name in ["bag-007", "chair-001", "hat-003", "lamp-002", "mug-001", "shoe-005"] {
            let file = SharedData.package.appending(path: "samples/images/\(name).jpg")
            let pixels = try prepare(.file(file), as: Recipe(.pixels(fitting: 448))).pixels()
            let small = buffer(width: 112, height: 112, bytes: pixels.squashed(to: 112))
            let given = Array(try describer.describe(pixels).vector[range])
            let found = Array(try describer.describe(small).vector[range])
            let likeness = Double(dot(given, found)) / Double(dot(given, given) * dot(found, found)).squareRoot()
            #expect(likeness > 0.75, "\(name): \(likeness)")
        }
    }
}
