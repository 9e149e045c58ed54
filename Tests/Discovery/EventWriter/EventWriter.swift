import Foundation
import Recommendations
import SearchAPI

/// Adds batches of ``Shopping`` to a file of events, going on where the file is, and prints the number of each batch
/// when it is acknowledged. Exits with 1 and a message when the file says an error.
@main
enum EventWriter {
    static func main() {
        let arguments = CommandLine.arguments
        guard arguments.count == 3, let batches = Int(arguments[2]) else {
            print("usage: event-writer FILE BATCHES")
            exit(64)
        }
        do throws(SearchError) {
            try write(batches, to: arguments[1])
        } catch {
            print("error: \(error)")
            exit(1)
        }
    }

    static func write(_ batches: Int, to path: String) throws(SearchError) {
        let store = try EventStore(path: path)
        let last = try store.latest(1).first?.query
        let first = last.flatMap { Int($0) } ?? 0
        for number in first + 1..<first + 1 + batches {
            try store.add(Shopping.batch(number))
            // One write, so that a reader of the pipe sees whole lines.
            FileHandle.standardOutput.write(Data("\(number)\n".utf8))
        }
    }
}
