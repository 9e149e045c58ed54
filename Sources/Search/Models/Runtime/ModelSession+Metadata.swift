import COnnxRuntimeShim
import Essentials

extension ModelSession {
    /// The value for a key in the metadata of the model, as UTF-8; nil for a key that it does not have.
    ///
    /// It is as long as the file says, and may have control characters. Throws ``ModelError`` where the library fails.
    package func metadata(_ key: String) throws(ModelError) -> [UInt8]? {
        var message = Message()
        var value: UnsafeMutablePointer<CChar>?
        // Safe: the key lives through the call; the message has its room.
        let code = unsafe message.with { text in
            unsafe key.withCString { unsafe cor_session_look_up(handle, $0, &value, text) }
        }
        guard code == .ok else { throw message.error(code) ?? .failed(reason: message.text) }
        guard let value = unsafe value else { return nil }
        // Safe: the value ends with NUL, is copied, and is given back once.
        defer { unsafe cor_session_release(handle, value) }
        return unsafe UnsafeRawBufferPointer(start: value, count: strlen(value)).map(\.self)
    }
}
