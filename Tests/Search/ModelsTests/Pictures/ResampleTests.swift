import CKernels
import ImageTypes
import TestSupport
import Testing

@testable import Models

extension PixelBuffer {
    /// ``resampled(to:columns:rows:_:isa:)`` as slow loops over whole numbers, one sum for each value.
    fileprivate func reference(
        to size: Size, columns: Range<Int>, rows: Range<Int>, _ filter: ResampleFilter
    ) -> [UInt8] {
        let across = ResampleTable(filter, input: self.size.width, output: size.width, window: columns)
        let down = ResampleTable(filter, input: self.size.height, output: size.height, window: rows)
        let colors = stride(from: 0, to: bytes.count, by: channels).flatMap { bytes[$0..<$0 + 3] }
        let (width, height, lost) = (self.size.width, self.size.height, self.size.height - size.height)
        if lost > 0, lost > 2 * (width - size.width) {
            let lowered = Self.blended(colors, down, lines: width * 3)
            return Self.across(lowered, across, width: width, height: rows.count)
        }
        let narrow = Self.across(colors, across, width: width, height: height)
        return Self.blended(narrow, down, lines: columns.count * 3)
    }

    private static func across(_ bytes: [UInt8], _ table: ResampleTable, width: Int, height: Int) -> [UInt8] {
        (0..<height).flatMap { row in
            let pixels = Array(bytes[row * width * 3..<(row + 1) * width * 3])
            return blended(pixels, table, lines: 3)
        }
    }

    /// The values of all outputs, `lines` for each, which are independent and lie side by side.
    private static func blended(_ bytes: [UInt8], _ table: ResampleTable, lines: Int) -> [UInt8] {
        (0..<table.starts.count).flatMap { output in
            (0..<lines).map { index in
                var sum = 1 << 21
                for tap in 0..<Int(table.counts[output]) {
                    let place = table.used.lowerBound + Int(table.starts[output]) + tap
                    sum += Int(table.weights[output * table.taps + tap]) * Int(bytes[place * lines + index])
                }
                return UInt8(min(max(sum >> 22, 0), 255))
            }
        }
    }
}

@Suite("The passes of a resize")
struct ResampleTests {
    private static let sets = [CK_SCALAR, CK_AVX2, CK_BEST].filter { ck_supports($0) == 1 }

    private func noise(_ width: Int, _ height: Int, channels: Int, _ dice: inout SplitMix) -> PixelBuffer {
        let extreme = Bool.random(using: &dice)
        let bytes = (0..<width * height * channels).map { _ in
            extreme ? (Bool.random(using: &dice) ? 255 : 0) : UInt8.random(in: 0...255, using: &dice)
        }
        return PixelBuffer(size: Size(width: width, height: height), channels: channels, bytes: bytes)!
    }

    /// The instruction sets with which a resize does not give the values of the slow loops, and of which picture.
    private func faults(
        _ picture: PixelBuffer, to size: Size, columns: Range<Int>, rows: Range<Int>, _ filter: ResampleFilter
    ) -> [String] {
        let expected = picture.reference(to: size, columns: columns, rows: rows, filter)
        return Self.sets.compactMap { isa in
            let found = picture.resampled(to: size, columns: columns, rows: rows, filter, isa: isa)
            return found == expected ? nil : "\(picture.size) to \(size), \(columns), \(rows), \(isa)"
        }
    }

    @Test("give the values of slow loops with every instruction set and filter", arguments: ResampleFilter.allCases)
    func random(_ filter: ResampleFilter) {
        var dice = SplitMix(seed: filter.rawValue)
        for turn in 0..<60 {
            let (width, height) = (Int.random(in: 1...90, using: &dice), Int.random(in: 1...90, using: &dice))
            let size = Size(width: .random(in: 1...70, using: &dice), height: .random(in: 1...70, using: &dice))
            let left = Int.random(in: 0..<size.width, using: &dice)
            let top = Int.random(in: 0..<size.height, using: &dice)
            let found = faults(
                noise(width, height, channels: 3 + turn % 2, &dice), to: size,
                columns: left..<Int.random(in: left + 1...size.width, using: &dice),
                rows: top..<Int.random(in: top + 1...size.height, using: &dice), filter)
            #expect(found.isEmpty)
        }
    }

    @Test("give the values of slow loops at sides from 1 to 1,024", arguments: [1, 2, 7, 8, 15, 16, 17, 33, 255, 1024])
    func sides(_ side: Int) {
        var dice = SplitMix(seed: side)
        for filter in [ResampleFilter.bicubic, .bilinear, .lanczos] {
            for other in [1, 5, 32] {
                let across = faults(
                    noise(side, other, channels: 3, &dice), to: Size(width: 31, height: 9), columns: 0..<31,
                    rows: 0..<9, filter)
                #expect(across.isEmpty)
                let down = faults(
                    noise(other, side, channels: 4, &dice), to: Size(width: 11, height: 23), columns: 2..<11,
                    rows: 5..<23, filter)
                #expect(down.isEmpty)
            }
            let grown = faults(
                noise(17, 16, channels: 3, &dice), to: Size(width: side, height: 3), columns: 0..<side, rows: 0..<3,
                filter)
            #expect(grown.isEmpty)
        }
    }

    @Test("give the values of slow loops for a line of 10,000 pixels", arguments: [(1, 10_000), (10_000, 1)])
    func line(_ width: Int, _ height: Int) {
        var dice = SplitMix(seed: width)
        let picture = noise(width, height, channels: 3, &dice)
        let small = Size(width: 16, height: 16)
        #expect(faults(picture, to: small, columns: 0..<16, rows: 0..<16, .bicubic).isEmpty)
        let long = Size(width: width * 4, height: height * 4)
        let middle = faults(
            picture, to: long, columns: (long.width / 2 - 2)..<(long.width / 2 + 2),
            rows: (long.height / 2 - 2)..<(long.height / 2 + 2), .lanczos)
        #expect(middle.isEmpty)
    }
}
