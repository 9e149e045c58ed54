import Essentials
import Imaging
import Models
import PictureText
import VisualSearch

/// Reads the text in pictures as a field of their items, so that words find what is printed on them.
struct PictureTexts: Sendable {
    /// The lines of one picture.
    struct Read {
        /// Nil where there is no text, and where it could not be read.
        var value: AttributeValue?
        /// The reason why it could not be read.
        var fault: String?
    }

    /// More of it says nothing about a picture: a page of a newspaper has some 20,000 letters.
    private static let mostBytes = 32_768

    private let reader: TextReaderProcess

    /// Opens the models of a folder, in as many processes as pictures are indexed at the same time.
    init(_ folder: Path, runtime: Path?, jobs: Int) throws(SetupError) {
        reader = TextReaderProcess(
            folder.text, TextReaderSettings(runtime: runtime?.text ?? DescriberOptions.environment),
            program: ModelSettings.Worker.program, arguments: [TextReaderProcess.word],
            processes: max(min(jobs, Batch.usableCores), 1), idle: nil)
        do throws(TextReaderError) { try reader.start() } catch {
            throw SetupError("\(folder.text.printable): \("\(error)".printable)")
        }
    }

    /// Reads the lines of a picture, one after the other.
    func text(of bytes: [UInt8], limits: Limits) -> Read {
        do {
            let recipe = Recipe(Output(.original, encoding: .pixels))
            let lines = try reader.read(try prepare(.bytes(bytes), as: recipe, limits: limits).pixels())
            var text = ""
            for line in lines where text.utf8.count + line.text.utf8.count < Self.mostBytes {
                text += (text.isEmpty ? "" : "\n") + line.text
            }
            return Read(value: text.isEmpty ? nil : .text(text))
        } catch {
            return Read(fault: "\(error)".printable)
        }
    }

    /// Ends the processes.
    func end() { reader.end() }
}

/// Pictures of a run whose text could not be read.
struct UnreadTexts {
    private(set) var count = 0
    private var first: (path: Path, fault: String)?

    mutating func add(_ fault: String, of path: Path) {
        count += 1
        if first == nil { first = (path, fault) }
    }

    /// A sentence with the first one; nil where all were read.
    var warning: String? {
        guard let first else { return nil }
        let texts = count == 1 ? "text of 1 picture" : "texts of \(Numbers.count(count)) pictures"
        return "the \(texts) could not be read; --reread tries again: \(first.path.text.printable): \(first.fault)"
    }
}
