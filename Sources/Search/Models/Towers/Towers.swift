import Essentials
import ImageTypes

/// The towers of a model, each opened at its first use: in this process, or in one of its own.
package final class Towers: Sendable {
    package let settings: ModelSettings
    private let folder: ModelFolder
    private let files: KnownFiles?
    private let pictures = Opened<PictureEncoder>()
    private let texts = Opened<TextEncoder>()
    /// Empty where the towers run in this process.
    private let pictureWorkers: [WorkerProcess]
    private let textWorker: WorkerProcess?

    /// - Parameter files: The files that the model must have whenever a tower is opened; nil, the default, for any.
    init(_ folder: ModelFolder, _ settings: ModelSettings, _ files: KnownFiles? = nil) {
        self.folder = folder
        self.files = files
        self.settings = settings
        func worker(_ tower: TowerKind, idle: Double?) -> WorkerProcess? {
            settings.worker.map { worker in
                WorkerProcess(
                    executable: worker.program,
                    arguments: worker.arguments + TowerWork(tower, folder, settings, files).arguments, idle: idle,
                    timeout: tower == .text ? worker.textTimeout : worker.timeout,
                    // The process opens the model, and ends the first run of its graph by itself.
                    startTimeout: 2 * worker.timeout, memory: worker.memory)
            }
        }
        pictureWorkers =
            folder.picture == nil
            ? [] : (0..<settings.usedProcesses).compactMap { _ in worker(.picture, idle: settings.worker?.idle) }
        // Words are typed at any time, and a text tower needs less memory.
        textWorker = folder.text == nil ? nil : worker(.text, idle: nil)
    }

    /// The number of values of the vector of a picture. Opens the tower.
    func pictureDimensions() throws(TowerError) -> Int {
        guard let pictureWorker = pictureWorkers.first else { return try openedPictures().dimensions }
        let greeting: [UInt8]
        do throws(WorkerError) { greeting = try pictureWorker.start() } catch { throw .worker(error) }
        return try Greeting(greeting).dimensions
    }

    /// The vector of a picture.
    ///
    /// - Parameter size: The sides that it was decoded from; nil for those that it has.
    func vector(of pixels: PixelBuffer, decodedFrom size: Size? = nil) throws(TowerError) -> [Float] {
        guard let tower = folder.picture else { throw .misfit("the model has no picture tower") }
        let input = tower.preprocessing.pixels(of: pixels, decodedFrom: size ?? pixels.size)
        // The first of equals: one that nobody needs does not start.
        guard let free = pictureWorkers.min(by: { $0.waiting < $1.waiting }) else {
            return try openedPictures().vectors(ofPixels: [input])[0]
        }
        return try free.numbers(for: input)
    }

    /// The vector of a text.
    func vector(of text: String) throws(TowerError) -> [Float] {
        guard folder.text != nil else { throw .misfit("the model has no text tower") }
        guard let textWorker else { return try openedTexts().vector(of: text) }
        return try textWorker.numbers(for: Array(text.utf8))
    }

    /// The processes of the towers: the name of a tower and its state; empty where they run in this process. Further
    /// processes of the picture tower are there while they run.
    package var states: [(tower: TowerKind, state: WorkerState)] {
        let pictures = pictureWorkers.map { (TowerKind.picture, $0.state) }
        let texts = textWorker.map { [(TowerKind.text, $0.state)] } ?? []
        return pictures.prefix(1) + pictures.dropFirst().filter(\.1.isRunning) + texts
    }

    /// Ends the processes of the towers; later calls are errors.
    package func end() {
        for worker in pictureWorkers { worker.end() }
        textWorker?.end()
    }

    private func openedPictures() throws(TowerError) -> PictureEncoder {
        try pictures.value { () throws(TowerError) in
            try files?.check(folder)
            return try PictureEncoder(folder, threads: settings.usedThreads, runtime: try settings.opened())
        }
    }

    private func openedTexts() throws(TowerError) -> TextEncoder {
        try texts.value { () throws(TowerError) in
            try files?.check(folder)
            return try TextEncoder(folder, threads: settings.usedThreads, runtime: try settings.opened())
        }
    }
}

extension WorkerProcess {
    /// The numbers that the process answers.
    fileprivate func numbers(for request: [UInt8]) throws(TowerError) -> [Float] {
        let answer: [UInt8]
        do throws(WorkerError) { answer = try call(request) } catch { throw .worker(error) }
        return try Frames.numbers(answer)
    }
}

/// The half of a model.
package enum TowerKind: String, Hashable, Sendable { case picture, text }

extension ModelSettings {
    /// The library.
    func opened() throws(TowerError) -> ModelRuntime {
        do throws(ModelError) { return try ModelRuntime(path: runtime) } catch { throw .graph(error) }
    }
}

/// A value that is made once, at its first use. A failure is tried again.
private final class Opened<Value: Sendable>: @unchecked Sendable {
    // Safe: used under the lock only.
    private let lock = Lock()
    private var made: Value?

    func value(_ make: () throws(TowerError) -> Value) throws(TowerError) -> Value {
        lock.lock()
        defer { lock.unlock() }
        if let made { return made }
        let value = try make()
        made = value
        return value
    }
}
