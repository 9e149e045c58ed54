import Essentials
import PictureText

/// A process that reads text as the command does, or does what a hostile one would.
@main
enum TextReaderProgram {
    static func main() throws {
        let words = Array(CommandLine.arguments.dropFirst())
        guard let work = TextReaderWork(Array(words.dropFirst())) else { exit(64) }
        work.serve()
    }
}
