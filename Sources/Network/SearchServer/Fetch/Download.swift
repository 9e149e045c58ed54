internal import CCurlShim
internal import Dispatch
internal import Foundation

/// One request and its answer, without following redirects. Used on the thread that waits for it only.
final class Download {
    enum Answer: Hashable, Sendable {
        case bytes([UInt8])
        case redirect(String)
    }

    struct Request {
        var url: String
        /// The host's name; nil where the URL has an address.
        var name: String?
        var port: Int
        /// Numeric. Nothing else is connected to.
        var addresses: [String]
        /// Name of the header that marks requests of ours.
        var mark: String
        /// A PEM file of roots; nil for the system's.
        var certificates: String?
        var byteLimit: Int
        /// The limit for the whole fetch; the deadline is the end of it.
        var seconds: Double
        var deadline: DispatchTime
    }

    /// Bytes of the head of an answer, trailers included.
    private static let headLimit = 64 << 10
    private static let slowBytes = 512
    /// Bytes that are reserved at most on the word of a host.
    private static let reservedBytes = 1 << 20

    private let byteLimit: Int
    private let goesOn: () -> Bool
    private var head = ResponseHead()
    private var headBytes = 0
    private var bytes: [UInt8] = []
    /// Set by an event that ends the request early.
    private var answer: Result<Answer, FetchError>?

    private init(byteLimit: Int, while goesOn: @escaping () -> Bool) {
        self.byteLimit = byteLimit
        self.goesOn = goesOn
    }

    /// Blocks until the answer is there, or its time is over. At most `byteLimit` bytes are read, of a connection that
    /// brings twice as many at most, and nothing is decompressed.
    static func run(
        _ request: Request, with handle: DownloadHandles.Handle, while goesOn: @escaping () -> Bool
    ) throws(FetchError) -> Answer {
        let (now, end) = (DispatchTime.now().uptimeNanoseconds, request.deadline.uptimeNanoseconds)
        // 0 would be no limit.
        guard end > now + 1_000_000 else { throw .timedOut }
        let milliseconds = Int(min((end - now) / 1_000_000, UInt64(Int32.max)))
        // The padding of chunks is at most as much as the data.
        let mostBytes = Int64(2 * min(max(request.byteLimit, 0), Int.max / 4) + headLimit)
        let slowSeconds = Int(min(max((request.seconds / 2).rounded(.up), 1), 3600))
        let download = Download(byteLimit: request.byteLimit, while: goesOn)
        // Safe: texts and callbacks are used during the call only; the context is `download`, which lives as long.
        let ending = withExtendedLifetime(download) {
            unsafe withText(request.name) { name in
                unsafe withText(request.certificates) { certificates in
                    unsafe request.addresses.joined(separator: ",").withCString { addresses in
                        unsafe "\(request.mark): 1".withCString { mark in
                            unsafe request.url.withCString { url in
                                var settings = unsafe ccl_request(
                                    url: url, name: name, port: UInt16(clamping: request.port),
                                    addresses: addresses, header: mark, certificates: certificates,
                                    milliseconds: milliseconds, slow_bytes: slowBytes, slow_seconds: slowSeconds,
                                    most_bytes: mostBytes)
                                var callbacks = unsafe ccl_callbacks(
                                    context: Unmanaged.passUnretained(download).toOpaque(), line: lineCame,
                                    body: bodyCame, waits: requestWaits)
                                return unsafe ccl_get(handle.pointer, &settings, &callbacks)
                            }
                        }
                    }
                }
            }
        }
        return try download.outcome(ending)
    }

    private func outcome(_ end: ccl_end) throws(FetchError) -> Answer {
        if let answer { return try answer.get() }
        switch end {
        case .done:
            guard head.status == 200 else { throw .cutOff }
            return .bytes(bytes)
        case .stopped: throw .stopped
        case .unreachable: throw .unreachable
        case .insecure: throw .insecure
        case .cutOff: throw .cutOff
        case .timedOut: throw .timedOut
        case .tooMuch: throw .tooLarge
        case .fault: throw .fault
        }
    }

    fileprivate var isWanted: Bool { goesOn() }

    /// False where there is nothing more to read.
    fileprivate func take(line: UnsafeBufferPointer<UInt8>) -> Bool {
        headBytes += line.count
        guard headBytes <= Download.headLimit else { return stop(.failure(.tooLarge)) }
        // Trailers are ignored.
        if head.isWhole { return true }
        unsafe head.take(String(decoding: line, as: UTF8.self))
        guard head.isWhole else { return true }
        if (300..<400).contains(head.status), let location = head.location {
            return stop(.success(.redirect(location)))
        }
        guard head.status == 200 else { return stop(.failure(.status(head.status))) }
        guard !head.isEncoded else { return stop(.failure(.encoded)) }
        guard head.length ?? 0 <= byteLimit else { return stop(.failure(.tooLarge)) }
        // The host may announce more than it sends.
        bytes.reserveCapacity(min(max(head.length ?? 0, 0), Download.reservedBytes))
        return true
    }

    fileprivate func take(body: UnsafeBufferPointer<UInt8>) -> Bool {
        guard bytes.count + body.count <= byteLimit else { return stop(.failure(.tooLarge)) }
        unsafe bytes.append(contentsOf: body)
        return true
    }

    private func stop(_ answer: Result<Answer, FetchError>) -> Bool {
        self.answer = answer
        bytes = []
        return false
    }
}

/// The text with NUL at its end, or no text.
private func withText<Value>(_ text: String?, _ work: (UnsafePointer<CChar>?) -> Value) -> Value {
    guard let text else { return work(nil) }
    return unsafe text.withCString { unsafe work($0) }
}

// Safe: the context is the download that waits in `run`; the bytes live through the call.

private func download(_ context: UnsafeMutableRawPointer) -> Download {
    unsafe Unmanaged<Download>.fromOpaque(context).takeUnretainedValue()
}

private func lineCame(_ context: UnsafeMutableRawPointer, _ bytes: UnsafePointer<UInt8>, _ count: Int) -> Bool {
    unsafe download(context).take(line: UnsafeBufferPointer(start: bytes, count: count))
}

private func bodyCame(_ context: UnsafeMutableRawPointer, _ bytes: UnsafePointer<UInt8>, _ count: Int) -> Bool {
    unsafe download(context).take(body: UnsafeBufferPointer(start: bytes, count: count))
}

private func requestWaits(_ context: UnsafeMutableRawPointer) -> Bool { unsafe download(context).isWanted }
