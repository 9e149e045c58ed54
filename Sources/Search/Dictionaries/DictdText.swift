internal import CatalogFile
internal import Essentials
internal import ImageTypes
internal import SearchAPI

/// The text of a dictionary, as it is or packed by dictzip: gzip in chunks that can be unpacked each by itself, whose sizes stand in the
/// extra field `RA` of the header.
final class DictdText: Sendable {
    private enum Form: Sendable {
        case plain
        /// The bytes of an unpacked chunk, and the place of each packed one and of the end.
        case chunks(size: Int, places: [Int])
    }

    private let file: RandomAccessFile
    private let form: Form
    /// The chunks that were unpacked last, at most 16.
    private let kept = Locked<[(chunk: Int, bytes: [UInt8])]>([])
    private static let keptLimit = 16

    /// - Parameter base: The path without `.dict` or `.dict.dz`.
    init(base: String) throws(SearchError) {
        if let plain = try? RandomAccessFile(path: base + ".dict") {
            (file, form) = (plain, .plain)
            return
        }
        file = try RandomAccessFile(path: base + ".dict.dz")
        form = try DictdText.chunks(of: file)
    }

    func read(at place: Int, count: Int) throws(SearchError) -> [UInt8] {
        guard case .chunks(let size, let places) = form else { return try file.read(at: place, count: count) }
        var bytes: [UInt8] = []
        var at = place
        while bytes.count < count {
            let number = at / size
            guard number + 1 < places.count else { throw damaged }
            let chunk = try chunk(number, size, places)
            let part = chunk.dropFirst(at - number * size).prefix(count - bytes.count)
            guard !part.isEmpty else { throw damaged }
            bytes += part
            at += part.count
        }
        return bytes
    }

    private func chunk(_ number: Int, _ size: Int, _ places: [Int]) throws(SearchError) -> [UInt8] {
        if let known = kept.withLock({ $0.first { $0.chunk == number }?.bytes }) { return known }
        let packed = try file.read(at: places[number], count: places[number + 1] - places[number])
        let stream = try InflateStream(isGzip: false, path: file.path)
        var (bytes, rest) = ([UInt8](), packed[...])
        // One byte more tells a chunk that is too long.
        var room = [UInt8](repeating: 0, count: size + 1)
        while bytes.count <= size {
            let step = try stream.unpack(rest, into: &room)
            bytes += room.prefix(step.made)
            rest = rest.dropFirst(step.used)
            if step.isAtEnd || step.made == 0 || rest.isEmpty { break }
        }
        guard bytes.count <= size else { throw damaged }
        kept.withLock { [bytes] in
            if $0.count >= DictdText.keptLimit { $0.removeFirst() }
            $0.append((number, bytes))
        }
        return bytes
    }

    private var damaged: SearchError {
        .invalidArgument("\(file.path) is damaged, or its index is of another dictionary")
    }

    /// Reads the header of gzip.
    private static func chunks(of file: RandomAccessFile) throws(SearchError) -> Form {
        func fault(_ reason: String) -> SearchError { .invalidArgument("\(file.path): \(reason)") }
        let head = try file.read(at: 0, count: min(file.size, 12))
        guard head.count == 12, head[0] == 0x1F, head[1] == 0x8B, head[2] == 8 else {
            throw fault("it is not packed by dictzip")
        }
        let flags = head[3]
        guard flags & 4 != 0 else {
            throw fault("it is packed by gzip and not by dictzip; 'gunzip' makes a .dict of it")
        }
        let extra = try file.read(at: 12, count: Int(head[10]) | Int(head[11]) << 8)
        guard extra.count >= 10, extra[0] == UInt8(ascii: "R"), extra[1] == UInt8(ascii: "A") else {
            throw fault("it is not packed by dictzip")
        }
        func number(_ place: Int) -> Int { Int(extra[place]) | Int(extra[place + 1]) << 8 }
        let (version, size, count) = (number(4), number(6), number(8))
        guard version == 1, size > 0, extra.count >= 10 + 2 * count else { throw fault("it is not packed by dictzip") }
        var place = 12 + extra.count
        // The name and a comment end with NUL.
        for flag in [UInt8(8), 16] where flags & flag != 0 {
            let text = try file.read(at: place, count: min(4096, file.size - place))
            guard let end = text.firstIndex(of: 0) else { throw fault("it is not packed by dictzip") }
            place += end + 1
        }
        if flags & 2 != 0 { place += 2 }
        var places = [place]
        for chunk in 0..<count {
            place += number(10 + 2 * chunk)
            places.append(place)
        }
        guard place <= file.size else { throw fault("it is cut off") }
        return .chunks(size: size, places: places)
    }
}
