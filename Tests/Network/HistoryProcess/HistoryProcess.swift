import Foundation
import Histories
import VisualSearch

/// Runs the threads of one process on a store that another process uses, too.
///
/// Each line of the input is a ``Share``; the operations of its threads are one line of the output. The actions begin when the
/// next line comes, of which only the end counts, so that both processes begin at once.
@main
enum HistoryProcess {
    static func main() {
        guard CommandLine.arguments.count == 2 else {
            print("usage: history-process STORE")
            exit(64)
        }
        do {
            let engine = try SearchEngine(path: CommandLine.arguments[1], mode: .create, describer: MeanDescriber())
            while let line = readLine() {
                let share = try JSONDecoder().decode(Share.self, from: Data(line.utf8))
                write("ready")
                _ = readLine()
                let operations = share.workload.run(
                    on: EngineSubject(engine), part: share.first..<share.first + share.count)
                write(String(decoding: try JSONEncoder().encode(operations), as: UTF8.self))
            }
        } catch {
            print("error: \(error)")
            exit(1)
        }
    }

    private static func write(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }
}
