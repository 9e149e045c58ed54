import Essentials

/// The reason a model cannot be opened or run. Texts of the library and of the model have no control characters.
package enum ModelError: Error, Hashable, Sendable {
    /// ONNX Runtime is not there, or does not start; `reason` is the system's or the library's text.
    case missingLibrary(reason: String)
    /// The ONNX Runtime that was found is of a version before ``leastVersion``.
    case oldLibrary(version: String)
    /// There is no file of a model at this path.
    case missingFile(path: String)
    /// The file of a model is there and cannot be read; `reason` is the system's text.
    case unreadable(path: String, reason: String)
    /// The bytes are not an ONNX model that the library runs. `path` is nil for bytes in memory.
    case invalidModel(path: String?, reason: String)
    /// The model wants to read its weights from a file that is not in its own folder.
    case outsideFolder(path: String?, location: String)
    /// A file with weights of the model is not beside it.
    case missingWeights(path: String, location: String)
    /// A number of threads outside 1...256.
    case invalidThreads(count: Int)
    /// An input has a name, type or shape that the model does not take; the name is empty where a run does not tell it.
    case invalidInput(name: String, reason: String)
    /// The model has no output of this name.
    case unknownOutput(name: String, known: [String])
    /// The output has values that are neither float32 nor float16.
    case unsupportedOutput(name: String, type: ElementType)
    /// The output has more bytes, as float32, than the caller allows.
    case tooLarge(name: String, bytes: Int, limit: Int)
    /// ``RunStop/stop()`` ended the run.
    case stopped
    /// The run took longer than the caller allows.
    case timedOut(seconds: Double)
    /// The machine or the limit of the process has too little memory for the run.
    case outOfMemory
    /// A fault of the library or of an operator of the model.
    case failed(reason: String)

    /// The lowest version of ONNX Runtime that is used.
    package static let leastVersion = "1.17"
}

extension ModelError: CustomStringConvertible {
    /// The fault and, where known, the remedy, in one sentence without a capital letter or a period.
    package var description: String {
        switch self {
        case .missingLibrary(let reason): "\(reason); \(ModelError.remedy)"
        case .oldLibrary(let version):
            "ONNX Runtime \(version) is older than \(ModelError.leastVersion); \(ModelError.remedy)"
        case .missingFile(let path): "there is no model at \(path)"
        case .unreadable(let path, let reason): "cannot read the model \(path): \(reason)"
        case .invalidModel(let path, let reason): "\(path ?? "the model") is not a usable ONNX model: \(reason)"
        case .outsideFolder(let path?, let location):
            "the model \(path) names the file \(location) for its weights; only files in its own folder are read"
        case .outsideFolder(nil, let location):
            "the model names the file \(location) for its weights; open it by its path, with that file beside it"
        case .missingWeights(let path, let location):
            "the model \(path) has weights in \(location), which is not a file beside it; download that file too"
        case .invalidThreads(let count): "\(count) threads are not possible; allowed: 1...256"
        case .invalidInput("", let reason): "the model does not take its input: \(reason)"
        case .invalidInput(let name, let reason): "the model does not take the input \(name): \(reason)"
        case .unknownOutput(let name, let known):
            "the model has no output \(name); it has \(known.prefix(8).joined(separator: ", "))"
        case .unsupportedOutput(let name, let type):
            "the output \(name) is \(type); only float32 and float16 are read"
        case .tooLarge(let name, let bytes, let limit):
            "the output \(name) has \(bytes) bytes, which exceed the limit of \(limit)"
        case .stopped: "the run was stopped before it was done"
        case .timedOut(let seconds):
            "the graph ran longer than \(Int(exactly: seconds).map(String.init) ?? "\(seconds)") s"
        case .outOfMemory: "there is too little memory to run the model; use a smaller batch or model"
        case .failed(let reason): "the model does not run: \(reason)"
        }
    }

    private static let remedy =
        "install the package libonnxruntime1.21 (Debian 13 or newer), or 'pip install onnxruntime' and name the file "
        + "libonnxruntime.so of its folder onnxruntime/capi"
}

extension ModelError: LocalizedError {
    /// The same text as ``description``, so that `localizedDescription` returns it too.
    package var errorDescription: String? { description }
}
