import CFuzzDriver
import Foundation
import ImageTypes

/// Hands made-up bytes to each reader of bytes that come from outside.
///
///     fuzz-parsers list                     # the names of the readers
///     fuzz-parsers seeds FOLDER             # writes FOLDER/NAME/*: what each reader takes, to start from
///     fuzz-parsers replay FOLDER            # reads each file of FOLDER/NAME once
///     fuzz-parsers fuzz NAME [OPTIONS …]    # runs libFuzzer, where the program was built with it: see .ci/fuzz
///
/// A crash, a hang and a broken promise end the program. A reader's errors are answers like others.
@main
enum FuzzParsers {
    static func main() throws {
        let arguments = CommandLine.arguments
        switch arguments.dropFirst().first {
        case "list" where arguments.count == 2: for target in FuzzTarget.all { print(target.name) }
        case "seeds" where arguments.count == 3: try writeSeeds(URL(filePath: arguments[2]))
        case "replay" where arguments.count == 3: try replay(URL(filePath: arguments[2]))
        case "fuzz" where arguments.count > 2: fuzz(arguments[2], Array(arguments.dropFirst(3)))
        default: fail("usage: fuzz-parsers list | seeds FOLDER | replay FOLDER | fuzz NAME [OPTIONS …]")
        }
    }

    private static func writeSeeds(_ folder: URL) throws {
        for target in FuzzTarget.all {
            let place = folder.appending(path: target.name)
            try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
            for (number, seed) in try target.seeds().enumerated() {
                try Data(seed).write(to: place.appending(path: "seed-\(number)"))
            }
        }
    }

    /// Prints whether each file was taken, so that a caller sees that readers were reached.
    private static func replay(_ folder: URL) throws {
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() {
            guard let target = FuzzTarget.all.first(where: { $0.name == name }) else {
                fail("\(name) is none of \(FuzzTarget.all.map(\.name).joined(separator: ", "))")
            }
            let place = folder.appending(path: name)
            let files = try FileManager.default.contentsOfDirectory(atPath: place.path).sorted()
            for file in files {
                // Before it is read, so that the last line names what ends the program.
                print(name, file, terminator: " ")
                fflush(nil)
                print(target.read([UInt8](try Data(contentsOf: place.appending(path: file)))) ? "taken" : "refused")
            }
        }
    }

    private static func fuzz(_ name: String, _ options: [String]) {
        guard let target = FuzzTarget.all.first(where: { $0.name == name }) else { fail("there is no reader \(name)") }
        current.withLock { $0 = target }
        // Safe: the arguments live as long as the process, as libFuzzer expects.
        var texts: [UnsafeMutablePointer<CChar>?] =
            unsafe (["fuzz-parsers"] + options).map { unsafe strdup($0) } + [nil]
        let status = unsafe texts.withUnsafeMutableBufferPointer { texts in
            unsafe cfd_run(Int32(options.count + 1), texts.baseAddress) { bytes, count in
                // Safe: libFuzzer's bytes live for the call, in which they are copied.
                let copy = unsafe Array(UnsafeBufferPointer(start: bytes, count: count))
                _ = FuzzParsers.current.withLock { $0 }?.read(copy)
                return 0
            }
        }
        guard status >= 0 else { fail("this program was built without libFuzzer: .ci/fuzz builds it") }
        exit(status)
    }

    /// The reader that libFuzzer calls, which takes a function without a state.
    private static let current = Locked<FuzzTarget?>(nil)

    private static func fail(_ text: String) -> Never {
        FileHandle.standardError.write(Data("fuzz-parsers: \(text)\n".utf8))
        exit(2)
    }
}
