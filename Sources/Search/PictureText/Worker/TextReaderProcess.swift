internal import Essentials
package import ImageTypes
package import Models

/// Reads the text in pictures as ``TextReader`` does, in processes of their own.
///
/// A hostile model, a crash and a limit of memory or time are errors of one picture: the next one starts the process again.
/// A process has no rights but to read files and to answer, and reads one picture at a time. Any thread may call.
package final class TextReaderProcess: Sendable {
    private let processes: [WorkerProcess]
    private let sides: ClosedRange<Int>

    /// The most bytes of memory that the process may map, by default: 16 GiB of addresses.
    package static let memory = 16 << 30

    /// Starts nothing yet.
    ///
    /// - Parameters:
    ///   - folder: The folder of the models.
    ///   - settings: The settings of the reader.
    ///   - program: The program that serves ``TextReaderWork``.
    ///   - arguments: Its arguments before those of the work; for the command `magpie`, `["text-worker"]`.
    ///   - processes: The most processes, 1...64; another one starts only where all are busy. Default 1.
    ///   - idle: The seconds without a picture after which the process ends; nil for never. Default 300.
    ///   - timeout: The seconds that a picture may take, and the opening of the models. Default 120.
    ///   - memory: The most bytes of memory that the process may map; nil for any. Default ``memory``.
    package init(
        _ folder: String, _ settings: TextReaderSettings = TextReaderSettings(), program: String, arguments: [String],
        processes: Int = 1, idle: Double? = 300, timeout: Double = 120, memory: Int? = TextReaderProcess.memory
    ) {
        sides = settings.sides
        let words = arguments + TextReaderWork(folder: folder, settings: settings).arguments
        self.processes = (0..<min(max(processes, 1), 64)).map { _ in
            WorkerProcess(
                executable: program, arguments: words, idle: idle, timeout: timeout, startTimeout: timeout,
                memory: memory)
        }
    }

    /// Opens the models now, and tells whether they can be used.
    ///
    /// - Throws: ``TextReaderError`` with the reason.
    package func start() throws(TextReaderError) {
        do throws(WorkerError) { try processes[0].start() } catch { throw .worker(error) }
    }

    /// The lines of a picture, as ``TextReader/read(_:)`` gives them.
    ///
    /// The picture is reduced to what the models see before it is sent.
    ///
    /// - Parameter pixels: The picture, upright.
    /// - Throws: ``TextReaderError`` where the process does not answer, or with something else than lines.
    package func read(_ pixels: PixelBuffer) throws(TextReaderError) -> [TextLine] {
        guard let bounds = PictureBounds(Raster(pixels), sides) else { return [] }
        // The first of equals: one that nobody needs does not start.
        let free = processes.min { $0.waiting < $1.waiting } ?? processes[0]
        let answer: [UInt8]
        do throws(WorkerError) {
            answer = try free.call(TextFrames.bytes(bounds.picture), limit: TextFrames.mostBytes)
        } catch { throw .worker(error) }
        return try TextFrames.lines(answer).map(bounds.given)
    }

    /// The states of the first process and of all others that run, for pages of health.
    package var states: [WorkerState] {
        let states = processes.map(\.state)
        return states.prefix(1) + states.dropFirst().filter(\.isRunning)
    }

    /// Ends the processes for ever; later calls are errors.
    package func end() { for process in processes { process.end() } }
}
