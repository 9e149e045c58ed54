internal import CCurlShim
internal import ImageTypes

/// One request and its reply. Used on the thread that waits for it only.
final class Transfer {
    /// Bytes of the head of a reply, trailers included.
    private static let headLimit = 64 << 10
    /// Bytes that are reserved at most on the word of a server.
    private static let reservedBytes = 1 << 20

    private let request: HTTPClient.Request
    private let goesOn: () -> Bool
    private let takesBody: (Head) -> Bool
    private var head = Head()
    private var headBytes = 0
    private var body: [UInt8] = []
    /// Set where the reply ends with its head.
    private var isHeadEnough = false
    /// Set by an event that ends the request early.
    private var failure: HTTPClient.Failure?

    init(
        _ request: HTTPClient.Request, while goesOn: @escaping () -> Bool,
        takingBody takesBody: @escaping (Head) -> Bool
    ) {
        (self.request, self.goesOn, self.takesBody) = (request, goesOn, takesBody)
    }

    /// Blocks until the reply is there, or its time is over.
    func run(with handle: Handles.Handle) throws(HTTPClient.Failure) -> HTTPClient.Reply {
        let traced = RequestTrace.current?.headers ?? []
        let lines =
            request.headers.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
            + traced.map { "\($0.name): \($0.value)" }
        guard !(lines + [request.url]).contains(where: { $0.utf8.contains { [0, 0x0A, 0x0D].contains($0) } }) else {
            throw .unreachable(reason: "a header or the URL has a line break or NUL in it")
        }
        // 0 would be no limit.
        let milliseconds = min(max(request.timeout * 1000, 0), Double(Int32.max))
        guard milliseconds >= 1 else { throw .timedOut(seconds: request.timeout) }
        var reason = [CChar](repeating: 0, count: Int(CCL_REASON_BYTES))
        // Safe: texts, bytes and callbacks are used during the call only; the context is this object, which lives as long.
        let end = withExtendedLifetime(self) {
            unsafe withPin { pin in
                unsafe request.url.withCString { url in
                    unsafe request.method.withCString { method in
                        unsafe lines.joined(separator: "\n").withCString { headers in
                            unsafe withText(request.certificates) { certificates in
                                unsafe request.body.withUnsafeBufferPointer { body in
                                    var settings = unsafe ccl_request(
                                        url: url, headers: headers, method: method, body: body.baseAddress,
                                        body_bytes: body.count, pin: pin, certificates: certificates,
                                        milliseconds: Int(milliseconds), slow_bytes: request.leastRate?.bytes ?? 0,
                                        slow_seconds: request.leastRate?.seconds ?? 0)
                                    var callbacks = unsafe ccl_callbacks(
                                        context: Unmanaged.passUnretained(self).toOpaque(), line: lineCame,
                                        body: bodyCame, waits: requestWaits)
                                    return unsafe ccl_send(handle.pointer, &settings, &callbacks, &reason)
                                }
                            }
                        }
                    }
                }
            }
        }
        let text = String(decoding: reason.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return try outcome(end, text)
    }

    private func withPin<Value>(_ work: (UnsafePointer<ccl_pin>?) -> Value) -> Value {
        guard let pin = request.pin else { return work(nil) }
        let mostBytes = Int64(2 * min(max(request.byteLimit, 0), Int.max / 4) + Transfer.headLimit)
        // Safe: as in `run`.
        return unsafe withText(pin.name) { name in
            unsafe pin.addresses.joined(separator: ",").withCString { addresses in
                var pin = unsafe ccl_pin(
                    name: name, port: UInt16(clamping: pin.port), addresses: addresses, most_bytes: mostBytes)
                return unsafe work(&pin)
            }
        }
    }

    private func outcome(_ end: ccl_end, _ reason: String) throws(HTTPClient.Failure) -> HTTPClient.Reply {
        if let failure { throw failure }
        if isHeadEnough { return HTTPClient.Reply(head: head, body: []) }
        switch end {
        case .done:
            guard head.isWhole else { throw .cutOff(reason: "the reply has no head") }
            return HTTPClient.Reply(head: head, body: body)
        case .stopped: throw .cancelled
        case .unreachable: throw .unreachable(reason: reason)
        case .insecure: throw .insecure(reason: reason)
        case .cutOff: throw .cutOff(reason: reason)
        case .timedOut: throw .timedOut(seconds: request.timeout)
        case .tooMuch: throw .tooLarge(limit: request.byteLimit)
        case .fault: throw .fault
        case .shortage: throw .shortage(reason: reason)
        }
    }

    fileprivate var isWanted: Bool { goesOn() }

    /// False where there is nothing more to read.
    fileprivate func take(line: UnsafeBufferPointer<UInt8>) -> Bool {
        headBytes += line.count
        guard headBytes <= Transfer.headLimit else { return stop(.tooLarge(limit: Transfer.headLimit)) }
        // Trailers are ignored.
        if head.isWhole { return true }
        unsafe head.take(String(decoding: line, as: UTF8.self))
        guard head.isWhole else { return true }
        isHeadEnough = !takesBody(head)
        if isHeadEnough { return false }
        guard head.length ?? 0 <= request.byteLimit else { return stop(.tooLarge(limit: request.byteLimit)) }
        // The server may announce more than it sends.
        body.reserveCapacity(min(max(head.length ?? 0, 0), Transfer.reservedBytes))
        return true
    }

    fileprivate func take(body bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard body.count + bytes.count <= request.byteLimit else { return stop(.tooLarge(limit: request.byteLimit)) }
        unsafe body.append(contentsOf: bytes)
        return true
    }

    private func stop(_ failure: HTTPClient.Failure) -> Bool {
        self.failure = failure
        return false
    }
}

/// The text with NUL at its end, or no text.
private func withText<Value>(_ text: String?, _ work: (UnsafePointer<CChar>?) -> Value) -> Value {
    guard let text else { return work(nil) }
    return unsafe text.withCString { unsafe work($0) }
}

// Safe: the context is the transfer that waits in `run`; the bytes live through the call.

private func transfer(_ context: UnsafeMutableRawPointer) -> Transfer {
    unsafe Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
}

private func lineCame(_ context: UnsafeMutableRawPointer, _ bytes: UnsafePointer<UInt8>, _ count: Int) -> Bool {
    unsafe transfer(context).take(line: UnsafeBufferPointer(start: bytes, count: count))
}

private func bodyCame(_ context: UnsafeMutableRawPointer, _ bytes: UnsafePointer<UInt8>, _ count: Int) -> Bool {
    unsafe transfer(context).take(body: UnsafeBufferPointer(start: bytes, count: count))
}

private func requestWaits(_ context: UnsafeMutableRawPointer) -> Bool { unsafe transfer(context).isWanted }
