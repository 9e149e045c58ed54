internal import Essentials
internal import Models

/// Pictures and lines as bytes between two processes, numbers with the lowest byte first.
enum TextFrames {
    /// The most lines of a picture.
    static let mostLines = TextMap.mostBorders
    /// The most bytes of an answer, 8 MiB.
    static let mostBytes = 8 << 20

    /// Width and height, four bytes each, and the pixels.
    static func bytes(_ picture: Raster) -> [UInt8] {
        Array(littleEndian: UInt32(picture.width)) + Array(littleEndian: UInt32(picture.height)) + picture.bytes
    }

    /// Nil where the bytes are not one picture.
    static func picture(_ bytes: [UInt8]) -> Raster? {
        guard bytes.count >= 8 else { return nil }
        let width = Int(bytes.littleEndian(at: 0, as: UInt32.self))
        let height = Int(bytes.littleEndian(at: 4, as: UInt32.self))
        // Below 2^32 each, and three bytes a pixel could be too many for an `Int`.
        guard width > 0, height > 0, width < 1 << 28, height < 1 << 28, bytes.count - 8 == width * height * 3 else {
            return nil
        }
        return Raster(width: width, height: height, bytes: Array(bytes[8...]))
    }

    /// For each line its score, its corners, the number of bytes of its text, and these.
    static func bytes(_ lines: [TextLine]) -> [UInt8] {
        var bytes: [UInt8] = []
        for line in lines {
            bytes.append(littleEndian: line.score.bitPattern)
            for corner in line.corners {
                bytes.append(littleEndian: corner.x.bitPattern)
                bytes.append(littleEndian: corner.y.bitPattern)
            }
            bytes.append(littleEndian: UInt32(line.text.utf8.count))
            bytes += line.text.utf8
        }
        return bytes
    }

    /// Reads what a process has answered, which may be hostile.
    static func lines(_ bytes: [UInt8]) throws(TextReaderError) -> [TextLine] {
        var lines: [TextLine] = []
        var place = 0
        let fault = TextReaderError.misfit("the process of the models sent bytes that are no lines of text")
        while place < bytes.count {
            guard lines.count < mostLines, bytes.count - place >= 44 else { throw fault }
            let score = Double(bitPattern: bytes.littleEndian(at: place, as: UInt64.self))
            let numbers = (0..<8).map {
                Float(bitPattern: bytes.littleEndian(at: place + 8 + 4 * $0, as: UInt32.self))
            }
            let count = Int(bytes.littleEndian(at: place + 40, as: UInt32.self))
            place += 44
            guard score >= 0, score <= 1, numbers.allSatisfy({ abs($0) < 1e6 }), count <= bytes.count - place,
                let text = String(validating: bytes[place..<place + count], as: UTF8.self)
            else { throw fault }
            let corners = stride(from: 0, to: 8, by: 2).map { Corner(x: numbers[$0], y: numbers[$0 + 1]) }
            lines.append(TextLine(text: text, score: score, corners: corners))
            place += count
        }
        return lines
    }
}
