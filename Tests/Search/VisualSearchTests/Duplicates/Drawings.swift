import Foundation
import PictureTestSupport
import TestSupport

@testable import VisualSearch

/// Pictures with figures that can be read, and files that packages for pictures do not write.
enum Drawings {
    /// The bars of the figures of a clock: top, upper left, upper right, middle, lower left, lower right, bottom.
    private static let bars: [[Int]] = [
        [1, 1, 1, 0, 1, 1, 1], [0, 0, 1, 0, 0, 1, 0], [1, 0, 1, 1, 1, 0, 1], [1, 0, 1, 1, 0, 1, 1],
        [0, 1, 1, 1, 0, 1, 0],
        [1, 1, 0, 1, 0, 1, 1], [1, 1, 0, 1, 1, 1, 1], [1, 0, 1, 0, 0, 1, 0], [1, 1, 1, 1, 1, 1, 1],
        [1, 1, 1, 1, 0, 1, 1],
    ]

    /// A table of figures of so many pixels on a plain field; `changed` is another figure in one cell.
    static func table(_ width: Int, _ height: Int, figure: Int, seed: Int = 1, changed: Bool) -> PixelBuffer {
        let (cellWidth, cellHeight, stroke) = (figure, figure * 2, max(1, figure / 7))
        // A row with figures, near the middle.
        let middle = height / cellHeight / 2
        let changedRow = (middle + seed) % 3 > 0 ? middle : middle + 1
        return Pictures.draw(width, height) { x, y in
            // A head and a column of another color give the picture a shape of its own.
            if y < height / 9 { return (40, 80, 160) }
            if x < width / 6 { return (205, 210, 220) }
            let (column, row) = (x / cellWidth, y / cellHeight)
            let (u, v) = (x % cellWidth, y % cellHeight)
            let inside = figure * 5 / 8
            guard (row + seed) % 3 > 0, u < inside, v < figure else { return (247, 248, 250) }
            var number = (column &* 7 &+ row &* 13 &+ (column &* row) % 11 &+ seed) % 10
            if changed, row == changedRow, column == width / cellWidth / 2 {
                number = number == 8 ? 6 : 8
            } else if row == changedRow, column == width / cellWidth / 2, number != 8 {
                number = 6
            }
            let shape = bars[number]
            let isOn =
                v < stroke && shape[0] == 1 || u < stroke && v < figure / 2 && shape[1] == 1
                || u >= inside - stroke && v < figure / 2 && shape[2] == 1
                || abs(v - figure / 2) <= stroke / 2 && shape[3] == 1
                || u < stroke && v >= figure / 2 && shape[4] == 1
                || u >= inside - stroke && v >= figure / 2 && shape[5] == 1
                || v >= figure - stroke && shape[6] == 1
            return isOn ? (30, 30, 34) : (247, 248, 250)
        }
    }

    /// A file of pixels without any coding: TIFF of so many channels and 8 or 16 bits, with more tags.
    static func tiff(
        _ width: Int, _ height: Int, channels: Int, bits: Int = 8, tags: [(Int, Int)] = [], extra: [UInt8] = [],
        _ samples: [UInt16]
    ) -> [UInt8] {
        func two(_ value: Int) -> [UInt8] { [UInt8(value & 255), UInt8(value >> 8 & 255)] }
        func four(_ value: Int) -> [UInt8] { two(value & 0xFFFF) + two(value >> 16) }
        let pixels = bits == 8 ? samples.map { UInt8($0) } : samples.flatMap { two(Int($0)) }
        var entries: [(tag: Int, type: Int, value: Int)] = [
            (256, 4, width), (257, 4, height), (258, 3, bits), (259, 3, 1), (262, 3, 2), (273, 4, 8),
            (277, 3, channels),
            (278, 4, height), (279, 4, pixels.count),
        ]
        if channels == 4 { entries.append((338, 3, 2)) }
        entries += tags.map { ($0.0, 4, $0.1) }
        entries.sort { $0.tag < $1.tag }
        var file = Array("II".utf8) + two(42) + four(8 + pixels.count) + pixels + two(entries.count)
        for entry in entries {
            file += two(entry.tag) + two(entry.type) + four(1)
            file += entry.type == 3 ? two(entry.value) + [0, 0] : four(entry.value)
        }
        return file + four(0) + extra
    }
}

extension [UInt8] {
    /// A JPEG with an EXIF block that names a camera and the time of the photo.
    var asPhoto: [UInt8] {
        func two(_ value: Int) -> [UInt8] { [UInt8(value >> 8 & 255), UInt8(value & 255)] }
        func four(_ value: Int) -> [UInt8] { two(value >> 16) + two(value & 0xFFFF) }
        var block = [UInt8]("MM".utf8) + two(42) + four(8)
        block += two(2) + two(0x010F) + two(2) + four(4) + [UInt8]("Cam\0".utf8)
        block += two(0x8769) + two(4) + four(1) + four(38) + four(0)
        block += two(1) + two(0x9003) + two(2) + four(4) + [UInt8]("now\0".utf8) + four(0)
        let content = [UInt8]("Exif\0\0".utf8) + block
        return Array(prefix(2)) + [0xFF, 0xE1] + two(content.count + 2) + content + Array(dropFirst(2))
    }
}
