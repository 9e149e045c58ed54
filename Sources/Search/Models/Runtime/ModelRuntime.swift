import COnnxRuntimeShim
import Essentials

/// ONNX Runtime, opened when it is needed. It stays open until the process ends.
@safe package struct ModelRuntime: Sendable {
    // Safe: the library lives as long as the process, and takes calls from any thread.
    nonisolated(unsafe) let library: OpaquePointer
    /// The version of the library, such as 1.21.0.
    package let version: String

    /// Opens the library once.
    ///
    /// `path` is the file of the library, or its folder, such as `onnxruntime/capi` of the Python package; default: the
    /// library of the system. Throws ``ModelError/missingLibrary(reason:)`` and
    /// ``ModelError/oldLibrary(version:)``.
    package init(path: String? = nil) throws(ModelError) {
        var message = Message()
        var library: OpaquePointer?
        let file = path.map(ModelRuntime.file)
        // Safe: the text lives through the call; the message buffer has COR_MESSAGE_SIZE bytes.
        let code =
            if let file {
                unsafe file.withCString { name in unsafe message.with { unsafe cor_open(name, &library, $0) } }
            } else {
                unsafe message.with { unsafe cor_open(nil, &library, $0) }
            }
        guard code == .ok, let library = unsafe library else {
            throw message.error(code) ?? .missingLibrary(reason: message.text)
        }
        unsafe self.library = library
        // Safe: a text that ends with NUL, as long as the library lives.
        version = unsafe String(cString: cor_version(library))
    }

    /// The file itself; in a folder the library of the last version, which is part of the names.
    static func file(_ path: String) -> String {
        var isFolder = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder else { return path }
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        let found = names.filter {
            $0.hasPrefix("libonnxruntime.") && ($0.contains(".so") || $0.hasSuffix(".dylib"))
        }
        // As numbers: as texts, 1.9.0 comes behind 1.21.0.
        func version(_ name: String) -> [Int] { name.split { !$0.isNumber }.map { Int($0) ?? 0 } }
        let last = found.max { one, other in
            let (older, newer) = (version(one), version(other))
            return older == newer ? one < other : older.lexicographicallyPrecedes(newer)
        }
        return path + "/" + (last ?? "libonnxruntime.so")
    }
}

/// The buffer for a message of the shim.
struct Message {
    private var bytes = [CChar](repeating: 0, count: Int(COR_MESSAGE_SIZE))

    mutating func with<Value>(_ body: (UnsafeMutablePointer<CChar>) -> Value) -> Value {
        // Safe: the array is not empty.
        unsafe bytes.withUnsafeMutableBufferPointer { unsafe body($0.baseAddress!) }
    }

    /// Names of a model are in it, which are anybody's: a terminal must not obey them.
    var text: String {
        let text = String(decoding: bytes.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        return text.printable
    }

    /// The errors that need no more than the message; nil for all others.
    func error(_ code: cor_code) -> ModelError? {
        switch code {
        case .noLibrary: .missingLibrary(reason: text)
        case .oldLibrary: .oldLibrary(version: text)
        case .noMemory: .outOfMemory
        case .failed: .failed(reason: text)
        case .stopped: .stopped
        case .ok, .invalidModel, .invalidInput, .otherOutput, .tooLarge: nil
        }
    }
}

extension String {
    /// The text on one line.
    var printable: String { printable(controlsAs: " ") }
}
