import Foundation
import Imaging
import TestSupport
import Testing

@testable import magpie

/// Pictures whose four quarters have known colors, in the center of each.
@Suite("Pictures after public bug reports", .enabled(if: CaseTable.folder != nil, "\(CaseTable.skipped)"))
struct PictureCaseTests {
    static let prepared = CaseTable.rows("magpie prep ")
    static let colors = CaseTable.rows("magpie colors ")

    @Test("a picture is prepared in its own size, upright and with its own colors", arguments: prepared)
    func prepare(_ test: Case) throws {
        let run = try CaseRun()
        let ended = try run.run(test.command)
        if test.expected.contains("refusal"), ended.code != 0 {
            #expect(ended.errors.contains(test.input))
            return
        }
        let name = try #require(run.place.names(in: "out").first, "\(test.id): \(ended.errors)")
        let output = try contents(of: run.place / "out" / Path(name))
        let pixels = try #require(
            try Imaging.prepare(.bytes(output), as: Recipe(.pixels(fitting: 1024))).outputs[0].pixels)
        let picture = Quarters(pixels)
        if let size = test.expected.firstMatch(of: /^[0-9]+x[0-9]+/) {
            #expect("\(picture.size)" == size.0, "\(test.id)")
        }
        if test.expected.contains("gray steps") {
            try expectSteps(test, pixels)
        } else if test.expected.contains("no green") {
            #expect(picture.greenest <= 1, "\(test.id)")
        } else if test.expected.hasPrefix("uncovered") {
            for color in picture.corners + picture.centers { #expect(color != [0, 0, 0], "\(test.id)") }
        } else {
            expect(picture.centers, test.colors, test)
        }
    }

    /// Colors of coders with losses may be off by a little more.
    private func expect(_ found: [[Int]], _ colors: [String], _ test: Case) {
        let isLossy = ["jpg", "webp", "avif", "heic"].contains { test.input.hasSuffix($0) }
        #expect(found.count == colors.count, "\(test.id)")
        for (found, color) in zip(found, colors) {
            let rgb = Int(color.dropFirst(), radix: 16) ?? 0
            let difference = zip(found, [rgb >> 16, rgb >> 8 & 255, rgb & 255]).map { abs($0 - $1) }.max()!
            #expect(difference <= (isLossy ? 4 : 2), "\(test.id): \(found) in place of \(color)")
        }
    }

    private func expectSteps(_ test: Case, _ pixels: PixelBuffer) throws {
        let steps = test.expected.matches(of: /[0-9]+/).map { Int($0.0)! }.dropLast()
        try #require(steps.count > 1)
        for (index, step) in steps.enumerated() {
            let found = Quarters(pixels).at((Double(index) + 0.5) / Double(steps.count), 0.5)[0]
            #expect(abs(found - step) <= 1, "\(test.id): step \(index) is \(found) in place of \(step)")
        }
    }

    @Test("the colors of a picture are those that it shows", arguments: colors)
    func show(_ test: Case) throws {
        // Its picture is drawn elsewhere in these tests.
        guard test.input.contains("/") else { return }
        let found = Case.colors(in: try CaseRun().run(test.command).text)
        if test.expected.contains("gray") {
            #expect(!found.isEmpty)
            for color in found {
                let channels: [Substring] = [
                    color.dropFirst().prefix(2), color.dropFirst(3).prefix(2), color.suffix(2),
                ]
                #expect(Set(channels).count == 1)
            }
        } else {
            #expect(Set(found) == Set(test.colors), "\(test.id)")
        }
    }
}

/// A picture by the places where the drawings have known colors.
struct Quarters {
    private let pixels: PixelBuffer
    var size: Size { pixels.size }

    init(_ pixels: PixelBuffer) { self.pixels = pixels }

    /// The color at a place in 0..<1 of both sides.
    func at(_ x: Double, _ y: Double) -> [Int] {
        let place = (Int(Double(size.height) * y) * size.width + Int(Double(size.width) * x)) * 3
        return pixels.bytes[place..<place + 3].map(Int.init)
    }

    var centers: [[Int]] { [at(0.25, 0.25), at(0.75, 0.25), at(0.25, 0.75), at(0.75, 0.75)] }
    var corners: [[Int]] { [at(0, 0), at(0.999, 0), at(0, 0.999), at(0.999, 0.999)] }

    /// The largest difference of green and blue.
    var greenest: Int {
        stride(from: 0, to: pixels.bytes.count, by: 3)
            .map { Int(pixels.bytes[$0 + 1]) - Int(pixels.bytes[$0 + 2]) }.max() ?? 0
    }
}
