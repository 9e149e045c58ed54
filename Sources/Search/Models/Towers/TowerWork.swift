import Essentials
internal import ImageTypes
import Tokenizers

/// The work of a process for one tower, as the arguments that it is started with.
package struct TowerWork: Hashable, Sendable {
    package var tower: TowerKind
    package var folder: String
    package var numbers: ModelPrecision?
    package var threads: Int
    /// The library; nil for that of the system.
    package var runtime: String?
    /// The files that the model must have; nil for any.
    var files: KnownFiles?
    /// The seconds that the first run of the graph may take; nil for any.
    var seconds: Double?

    init(_ tower: TowerKind, _ folder: ModelFolder, _ settings: ModelSettings, _ files: KnownFiles? = nil) {
        self.tower = tower
        self.files = files
        self.folder = folder.path
        numbers = settings.numbers
        threads = settings.usedThreads
        runtime = settings.runtime
        seconds = settings.worker?.timeout
    }

    /// The arguments: the tower, the folder, then names with values.
    package var arguments: [String] {
        [tower.rawValue, folder, "--threads", "\(threads)"] + (numbers.map { ["--numbers", $0.rawValue] } ?? [])
            + (runtime.map { ["--runtime", $0] } ?? [])
            + (seconds.map { ["--seconds", "\($0)"] } ?? [])
            + (files.map { ["--stamp", $0.stamp, "--identity", $0.identity] } ?? [])
    }

    /// Reads ``arguments``; nil for others.
    package init?(_ arguments: [String]) {
        guard arguments.count >= 2, arguments.count % 2 == 0, let tower = TowerKind(rawValue: arguments[0]) else {
            return nil
        }
        (self.tower, folder, threads) = (tower, arguments[1], 1)
        var known = KnownFiles(identity: "", stamp: "")
        for place in stride(from: 2, to: arguments.count, by: 2) {
            let value = arguments[place + 1]
            switch arguments[place] {
            case "--threads": threads = Int(value) ?? 0
            case "--numbers":
                guard let named = ModelPrecision(rawValue: value) else { return nil }
                numbers = named
            case "--runtime": runtime = value
            case "--seconds":
                guard let number = Double(value), number >= 0 else { return nil }
                seconds = number
            case "--stamp": known.stamp = value
            case "--identity": known.identity = value
            default: return nil
            }
        }
        files = known.identity.isEmpty ? nil : known
        guard 1...256 ~= threads else { return nil }
    }

    /// Serves calls until the other process ends the connection. Does not return.
    package func serve() -> Never {
        let opened = Answers()
        serveCalls(greeting: { try opened.open(self) }, answer: opened.answer)
    }
}

/// The tower that a process has opened.
private final class Answers: @unchecked Sendable {
    // Safe: only the thread that serves calls uses them.
    private var picture: (encoder: PictureEncoder, bytes: Int)?
    private var text: TextEncoder?

    /// Opens the tower. Returns the greeting.
    func open(_ work: TowerWork) throws(TowerError) -> [UInt8] {
        let folder: ModelFolder
        do throws(ModelFolderError) {
            folder = try ModelFolder(URL(filePath: work.folder), precision: work.numbers)
        } catch { throw .folder(error) }
        try work.files?.check(folder)
        var settings = ModelSettings(runtime: work.runtime, threads: work.threads)
        settings.numbers = work.numbers
        switch work.tower {
        case .picture:
            let encoder = try PictureEncoder(
                folder, threads: work.threads, runtime: try settings.opened(), seconds: work.seconds)
            picture = (encoder, (folder.picture?.preprocessing.size.pixelCount ?? 1) * 3)
            return Greeting(dimensions: encoder.dimensions).bytes
        case .text:
            let encoder = try TextEncoder(
                folder, threads: work.threads, runtime: try settings.opened(), seconds: work.seconds)
            text = encoder
            return Greeting(dimensions: encoder.dimensions).bytes
        }
    }

    func answer(_ request: [UInt8]) throws(TowerError) -> [UInt8] {
        if let text {
            do throws(TowerError) {
                return Frames.bytes(try text.vector(of: String(decoding: request, as: UTF8.self)))
            } catch .tokenizer(.unencodable(let reason)) {
                // No fault of the model: the one who asks has to tell it apart.
                return Frames.bytes(unencodable: reason)
            }
        }
        guard let picture, !request.isEmpty, request.count % picture.bytes == 0 else {
            throw .misfit("a request of \(request.count) bytes has no pictures")
        }
        let pictures = stride(from: 0, to: request.count, by: picture.bytes).map {
            Array(request[$0..<$0 + picture.bytes])
        }
        return Frames.bytes(try picture.encoder.vectors(ofPixels: pictures).flatMap(\.self))
    }
}

/// The first answer of a process: its tower is open.
struct Greeting: Hashable {
    /// The number of values of a vector, 1…4096.
    var dimensions: Int

    var bytes: [UInt8] { Array("\(dimensions)".utf8) }

    init(dimensions: Int) { self.dimensions = dimensions }

    init(_ bytes: [UInt8]) throws(TowerError) {
        guard let dimensions = Int(String(decoding: bytes, as: UTF8.self)), 1...PictureEncoder.longest ~= dimensions
        else { throw .misfit("the process of the model does not tell the length of its vectors") }
        self.dimensions = dimensions
    }
}

/// An answer of a process: a byte 0 and numbers, the lowest byte first; or a byte 1 and the reason a text has none.
enum Frames {
    static func bytes(_ numbers: [Float]) -> [UInt8] {
        var bytes: [UInt8] = [0]
        bytes.reserveCapacity(1 + numbers.count * 4)
        for number in numbers { bytes.append(littleEndian: number.bitPattern) }
        return bytes
    }

    static func bytes(unencodable reason: String) -> [UInt8] { [1] + Array(reason.utf8) }

    static func numbers(_ bytes: [UInt8]) throws(TowerError) -> [Float] {
        if bytes.first == 1 {
            throw .tokenizer(.unencodable(String(decoding: bytes.dropFirst(), as: UTF8.self).printable))
        }
        guard bytes.first == 0, bytes.count % 4 == 1 else {
            throw .misfit("the process of the model gave \(bytes.count) bytes, which are no vector")
        }
        return stride(from: 1, to: bytes.count, by: 4).map { place in
            Float(bitPattern: bytes.littleEndian(at: place))
        }
    }
}
