import COnnxRuntimeShim
import Essentials

/// A model in the ONNX format, ready to run in this process on the processor.
///
/// Several threads may run it at once; each run uses up to `threads` of them.
@safe package final class ModelSession: Sendable {
    // Safe: the library lets any thread run a session; it is closed when no run and no owner is left.
    nonisolated(unsafe) let handle: OpaquePointer
    /// The inputs, all of which a run needs.
    package let inputs: [ModelPort]
    /// The outputs; the first is the default one.
    package let outputs: [ModelPort]

    /// Opens the model of a file.
    ///
    /// `threads` of 1...256, default 1. `runtime` is the library, by default the one of the system. Files with weights
    /// must be in the folder of the model. Throws ``ModelError``; the file must not change meanwhile.
    package convenience init(
        file path: String, threads: Int = 1, runtime: ModelRuntime? = nil
    ) throws(ModelError) {
        try WeightFiles.check(path)
        // Safe: the text lives through the call; the message has its room.
        try unsafe self.init(threads, runtime, path: path) { library, handle, message in
            unsafe path.withCString { unsafe cor_session_open(library, $0, CInt(threads), &handle, message) }
        }
    }

    /// Opens a model of bytes in memory, which are copied. A model with weights in files is refused.
    package convenience init(
        bytes: [UInt8], threads: Int = 1, runtime: ModelRuntime? = nil
    ) throws(ModelError) {
        try WeightFiles.check(bytes)
        // Safe: the bytes live through the call; the message has its room.
        try unsafe self.init(threads, runtime, path: nil) { library, handle, message in
            unsafe bytes.withUnsafeBufferPointer {
                unsafe cor_session_read(library, $0.baseAddress!, $0.count, CInt(threads), &handle, message)
            }
        }
    }

    private init(
        _ threads: Int, _ runtime: ModelRuntime?, path: String?,
        _ open: (OpaquePointer, inout OpaquePointer?, UnsafeMutablePointer<CChar>) -> cor_code
    ) throws(ModelError) {
        guard 1...256 ~= threads else { throw .invalidThreads(count: threads) }
        let used: ModelRuntime
        if let runtime { used = runtime } else { used = try ModelRuntime() }
        var message = Message()
        var handle: OpaquePointer?
        // Safe: the message has its room.
        let code = unsafe message.with { unsafe open(used.library, &handle, $0) }
        guard code == .ok, let handle = unsafe handle else {
            throw message.error(code) ?? .invalidModel(path: path, reason: message.text)
        }
        unsafe self.handle = handle
        // Safe: the indices are those that the session has.
        inputs = unsafe (0..<cor_session_inputs(handle)).map { unsafe ModelPort(cor_session_input(handle, $0)) }
        outputs = unsafe (0..<cor_session_outputs(handle)).map { unsafe ModelPort(cor_session_output(handle, $0)) }
    }

    // Safe: each call keeps its session, so no call is left.
    deinit { unsafe cor_session_close(handle) }
}

extension ModelPort {
    /// Safe: the name ends with NUL, and there are as many numbers as sides.
    fileprivate init(_ port: cor_port) {
        let sides = unsafe UnsafeBufferPointer(start: port.shape, count: port.sides)
        unsafe self.init(
            name: String(cString: port.name), type: ElementType(number: port.type), shape: sides.map { Int($0) })
    }
}
