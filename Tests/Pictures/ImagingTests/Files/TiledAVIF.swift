import Imaging
import PictureTestSupport

/// AVIF files around coded pictures, made by hand.
enum TiledAVIF {
    /// A grid of equal tiles in the order of reading, cut to `size`, with the properties `more` for the whole.
    static func file(_ tiles: [[UInt8]], columns: Int, tile: Size, size: Size, more: [[UInt8]] = []) -> [UInt8] {
        let parts = tiles.map { (configuration: box("av1C", in: $0), data: box("mdat", in: $0)) }
        let first = Array(1...tiles.count)
        let grid =
            [0, 0, UInt8(tiles.count / columns - 1), UInt8(columns - 1)] + big(size.width, 2) + big(size.height, 2)
        let properties = [
            Made.size(tile.width, tile.height), Made.size(size.width, size.height),
            Made.box("av1C", parts[0].configuration), colors,
        ]
        func meta(dataAt start: Int) -> [UInt8] {
            var locations: [[UInt8]] = []
            var place = start
            for (item, data) in zip(first + [100], parts.map(\.data) + [grid]) {
                locations.append(big(item, 2) + big(0, 2) + big(1, 2) + big(place, 4) + big(data.count, 4))
                place += data.count
            }
            func entry(_ item: Int, _ numbers: [Int]) -> [UInt8] {
                big(item, 2) + [UInt8(numbers.count)] + numbers.map { UInt8($0) }
            }
            let infos = first.map { info($0, "av01") } + [info(100, "grid")]
            let owners =
                first.map { entry($0, [1, 3, 4]) }
                + [entry(100, [2] + more.indices.map { 5 + $0 })]
            return Made.fullBox(
                "meta",
                Made.fullBox("hdlr", big(0, 4), ascii("pict"), [UInt8](repeating: 0, count: 13)),
                Made.fullBox("pitm", big(100, 2)),
                Made.fullBox("iloc", [0x44, 0], big(locations.count, 2), join(locations)),
                Made.fullBox("iinf", big(infos.count, 2), join(infos)),
                Made.fullBox(
                    "iref", Made.box("dimg", big(100, 2), big(tiles.count, 2), join(first.map { big($0, 2) }))),
                Made.box(
                    "iprp", Made.box("ipco", join(properties + more)),
                    Made.fullBox("ipma", big(owners.count, 4), join(owners))))
        }
        let type = Made.box("ftyp", ascii("avif"), big(0, 4), ascii("avifmif1miaf"))
        let start = type.count + meta(dataAt: 0).count + 8
        return type + meta(dataAt: start) + Made.box("mdat", join(parts.map(\.data) + [grid]))
    }

    static func rotation(_ quarters: Int) -> [UInt8] { Made.box("irot", [UInt8(quarters)]) }
    static func reflection(_ axis: Int) -> [UInt8] { Made.box("imir", [UInt8(axis)]) }

    /// A part of a picture of `size` that begins so far from its left and upper edge.
    static func part(_ part: Size, of size: Size, left: Int = 0, top: Int = 0) -> [UInt8] {
        func offset(_ shown: Int, _ side: Int, _ start: Int) -> [UInt8] {
            let twice = 2 * start + shown - side
            return big(Int(UInt32(bitPattern: Int32(twice))), 4) + big(2, 4)
        }
        return Made.box(
            "clap", big(part.width, 4), big(1, 4), big(part.height, 4), big(1, 4),
            offset(part.width, size.width, left), offset(part.height, size.height, top))
    }

    /// Primaries and curve of sRGB, matrix 6, the whole range.
    private static let colors = Made.box("colr", ascii("nclx"), big(1, 2), big(13, 2), big(6, 2), [0x80])

    private static func info(_ item: Int, _ type: String) -> [UInt8] {
        Made.fullBox("infe", version: 2, big(item, 2), big(0, 2), ascii(type), [0])
    }

    /// The content of the first box of this name, wherever it is.
    private static func box(_ name: String, in file: [UInt8]) -> [UInt8] {
        let place = file.indices.first { file[$0...].starts(with: ascii(name)) }!
        let length = file[(place - 4)..<place].reduce(0) { $0 << 8 | Int($1) }
        return Array(file[(place + 4)..<(place - 4 + length)])
    }
}
