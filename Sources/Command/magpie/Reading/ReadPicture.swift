import Essentials
import Imaging
import PictureText
import WireFormat

/// The lines of text in one picture.
struct ReadPicture: RunResult {
    var outcome: Outcome
    var lines: [TextLine] = []

    init(_ outcome: Outcome) { self.outcome = outcome }

    init(of input: Input, by reader: TextReaderProcess, _ limits: Limits) {
        self = Self.timed(input) { read throws(ImageError) in
            let prepared = try input.reading { (image, bytes) throws(ImageError) -> Prepared in
                read.outcome.inputBytes = bytes
                return try prepare(image, as: Recipe(Output(.original, encoding: .pixels)), limits: limits)
            }
            do throws(TextReaderError) { read.lines = try reader.read(prepared.pixels()) } catch {
                throw .unreadable(path: input.path.text, reason: error.description)
            }
            read.outcome.result = .success(Product(picture: .init(prepared)))
        }
    }

    /// Lines for a person; empty for a picture that could not be used.
    var text: String {
        guard case .success = outcome.result else { return "" }
        let head = "\(outcome.path.text.printable): \(Numbers.plural(lines.count, "line"))\n"
        return lines.reduce(head) { text, line in
            let box = line.box.map { "\($0)" }.joined(separator: ",")
            let score = line.score.written(digits: 3)
            return text + "  \(score)  \(box)  \(line.text.printable)\n"
        }
    }

    /// A line of JSON.
    func line(shard: Shard) -> String {
        JSONWriter.line { json in
            json.member("path", outcome.path)
            switch outcome.result {
            case .success(let product):
                json.member("ok", true)
                json.member("width", product.picture?.uprightSize.width ?? 0)
                json.member("height", product.picture?.uprightSize.height ?? 0)
                json.member("lines", array: lines) { json, line in json.object { line.write(to: &$0) } }
                json.member("ms", outcome.seconds * 1000, places: 1)
            case .failure(let error):
                json.member("ok", false)
                json.member("error", error)
            }
            json.add(shard)
        }
    }
}

extension TextLine {
    /// Left, top, right and bottom in whole pixels.
    fileprivate var box: [Int] {
        let (across, down) = (corners.map { Int($0.x.rounded()) }, corners.map { Int($0.y.rounded()) })
        return [across.min() ?? 0, down.min() ?? 0, across.max() ?? 0, down.max() ?? 0]
    }

    fileprivate func write(to json: inout JSONWriter) {
        json.member("text", text)
        json.member("score", score, places: 5)
        json.member("box", array: box) { $0.value($1) }
        let numbers = corners.flatMap { [Double($0.x), Double($0.y)] }.map { ($0 * 100).rounded() / 100 }
        json.member("corners", array: numbers) { $0.value($1) }
    }
}
