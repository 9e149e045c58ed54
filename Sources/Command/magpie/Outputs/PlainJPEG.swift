/// A JPEG file without its metadata, its picture untouched.
///
/// The rest is the data for decoding, and the segments for the encoding of colors (JFIF, Adobe). Comments, EXIF, XMP,
/// previews and bytes after the end of the picture are gone.
struct PlainJPEG: Sendable {
    private(set) var bytes: [UInt8] = [0xff, 0xd8]

    /// Nil where more than leaving segments out would be needed: a color profile that must be applied, more than 8
    /// bits, a coding that not every program reads, or a file that is not as it should be.
    init?(_ file: [UInt8]) {
        var place = 2
        guard file.starts(with: [0xff, 0xd8]) else { return nil }
        while place + 4 <= file.count, file[place] == 0xff {
            let marker = file[place + 1]
            if marker == 0xff {
                place += 1
                continue
            }
            if marker == 0xd9 {
                bytes += [0xff, 0xd9]
                return
            }
            let end = place + 2 + Int(file[place + 2]) << 8 + Int(file[place + 3])
            guard end >= place + 4, end <= file.count, marker >= 0xc0, !(0xd0...0xd8).contains(marker) else {
                return nil
            }
            let content = file[(place + 4)..<end]
            switch marker {
            case 0xe2 where content.starts(with: "ICC_PROFILE".utf8): return nil
            case 0xe0 where content.starts(with: "JFIF".utf8) && content.count == 14: keep(file[place..<end])
            case 0xee where content.starts(with: "Adobe".utf8): keep(file[place..<end])
            case 0xe0...0xef, 0xfe: break
            case 0xc0...0xc2:
                guard content.first == 8 else { return nil }
                keep(file[place..<end])
            case 0xc4, 0xdb, 0xdd: keep(file[place..<end])
            case 0xda:
                let next = Self.endOfScan(in: file, from: end)
                keep(file[place..<next])
                place = next
                if next == file.count - 2, file[next] == 0xff, file[next + 1] == 0xd9 {
                    bytes += [0xff, 0xd9]
                    return
                }
                continue
            default: return nil
            }
            place = end
        }
        // It ended before its end.
        return nil
    }

    private mutating func keep(_ segment: ArraySlice<UInt8>) { bytes += segment }

    /// The first marker that is neither a stuffed byte nor a restart.
    private static func endOfScan(in file: [UInt8], from start: Int) -> Int {
        var place = start
        while place + 1 < file.count {
            if file[place] == 0xff, file[place + 1] != 0, !(0xd0...0xd7).contains(file[place + 1]) { return place }
            place += 1
        }
        return file.count
    }
}
