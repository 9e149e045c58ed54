import COnnxRuntimeShim
import Essentials

/// One run of a session.
@safe final class Call: Sendable {
    // Safe: one thread fills and runs it; ``stop()`` alone may come from another, and the shim allows that.
    private nonisolated(unsafe) let handle: OpaquePointer
    /// Must not be closed before the call is freed.
    private let session: ModelSession

    init(_ session: ModelSession) throws(ModelError) {
        var message = Message()
        var handle: OpaquePointer?
        // Safe: the message has its room.
        let code = unsafe message.with { unsafe cor_call_create(session.handle, &handle, $0) }
        guard code == .ok, let handle = unsafe handle else {
            throw message.error(code) ?? .failed(reason: message.text)
        }
        unsafe self.handle = handle
        self.session = session
    }

    // Safe: nobody else has the handle any more.
    deinit { unsafe cor_call_free(handle) }

    func add(_ tensor: ModelInput) throws(ModelError) {
        switch tensor.values {
        case .float32(let values): try add(tensor, values)
        case .float16(let values): try add(tensor, values)
        case .uint8(let values): try add(tensor, values)
        case .int32(let values): try add(tensor, values)
        case .int64(let values): try add(tensor, values)
        }
    }

    private func add<Value: BitwiseCopyable>(_ tensor: ModelInput, _ values: [Value]) throws(ModelError) {
        var message = Message()
        let shape = tensor.shape.map(Int64.init)
        // Safe: name, shape and values are copied; the shim compares their numbers.
        let code = unsafe message.with { text in
            unsafe tensor.name.withCString { name in
                unsafe shape.withUnsafeBufferPointer { shape in
                    unsafe values.withUnsafeBytes { bytes in
                        unsafe cor_call_add(
                            handle, name, tensor.type.number, shape.baseAddress!, shape.count, bytes.baseAddress!,
                            bytes.count, text)
                    }
                }
            }
        }
        guard code == .ok else {
            throw message.error(code) ?? .invalidInput(name: tensor.name.printable, reason: message.text)
        }
    }

    func run(_ output: String, byteLimit: Int) throws(ModelError) -> ModelOutput {
        var message = Message()
        // Safe: the name lives through the call; the message has its room.
        let code = unsafe message.with { text in
            unsafe output.withCString { unsafe cor_call_run(handle, $0, max(byteLimit, 0), text) }
        }
        let name = output.printable
        switch code {
        case .ok: return result
        case .otherOutput:
            throw .unsupportedOutput(name: name, type: ElementType(number: Int32(message.text) ?? 0))
        case .tooLarge: throw .tooLarge(name: name, bytes: Int(message.text) ?? .max, limit: byteLimit)
        case .invalidInput: throw .invalidInput(name: "", reason: message.text)
        default: throw message.error(code) ?? .failed(reason: message.text)
        }
    }

    private var result: ModelOutput {
        var shape = [Int64](repeating: 0, count: Int(COR_MOST_SIDES))
        // Safe: there is room for as many sides as there may be, and for as many values as there are.
        let sides = unsafe shape.withUnsafeMutableBufferPointer { unsafe cor_call_shape(handle, $0.baseAddress!) }
        let count = unsafe cor_call_values(handle)
        let values = unsafe [Float](unsafeUninitializedCapacity: count) { buffer, filled in
            if let base = buffer.baseAddress { unsafe cor_call_copy(handle, base) }
            filled = count
        }
        return ModelOutput(shape: shape[..<sides].map { Int($0) }, values: values)
    }

    /// Ends the run before its next operator, also one that begins later.
    // Safe: the one function of the shim that any thread may call, as long as the call lives.
    func stop() { unsafe cor_call_stop(handle) }
}
