package import WireFormat

/// An error of a call. The list is closed.
public enum ClientError: Error, Hashable, Sendable {
    /// No answer came: no connection, a broken one, a timeout. `reason` is the system's text.
    case transport(TransportFailure)
    /// The task was cancelled.
    case cancelled
    /// Another status than success, and no answer of the service in the body.
    case httpStatus(Int, body: String)
    /// The service refused. `code` is its error number, where it gave one; `status` is the HTTP status of the reply,
    /// which is 200 for most refusals of ViSearch.
    case service(code: Int?, texts: [String], status: Int)
    /// The answer is not what it should be; `path` is the field, as `result[3].score`.
    case decoding(path: String, reason: String)
    /// The service would refuse this; nothing was sent.
    case invalidArgument(String)
    /// The picture could not be prepared; nothing was sent.
    case image(ImageError)
}

/// A failure to get a reply from the service.
public enum TransportFailure: Error, Hashable, Sendable {
    /// The request cannot have reached the service.
    case notConnected(reason: String)
    /// The request may have reached the service.
    case interrupted(reason: String)
    /// No reply came within the timeout of the request.
    case timedOut(seconds: Double)
    /// The task was cancelled.
    case cancelled
}

extension TransportFailure: CustomStringConvertible {
    /// The failure as an English text.
    public var description: String {
        switch self {
        case .notConnected(let reason): "no connection: \(reason)"
        case .interrupted(let reason): "the connection broke: \(reason)"
        case .timedOut(let seconds): "no answer within \(seconds) s"
        case .cancelled: "cancelled"
        }
    }
}

extension ClientError: CustomStringConvertible {
    /// The error as an English text.
    public var description: String {
        switch self {
        case .transport(let failure): failure.description
        case .cancelled: "cancelled"
        case .httpStatus(let status, let body): "HTTP status \(status)" + (body.isEmpty ? "" : ": \(body)")
        case .service(let code, let texts, let status):
            (texts.isEmpty ? "the service refuses without a reason" : texts.joined(separator: " "))
                + ClientError.numbers(code, status)
        case .decoding(let path, let reason):
            "the answer is not understood" + (path.isEmpty ? "" : " at \(path)") + ": \(reason)"
        case .invalidArgument(let text): text
        case .image(let error): error.description
        }
    }
}

extension ClientError {
    /// The HTTP status of the reply; nil where none came, or where its status says nothing about the error.
    public var httpStatus: Int? {
        switch self {
        case .httpStatus(let status, _), .service(_, _, let status): status
        case .transport, .cancelled, .decoding, .invalidArgument, .image: nil
        }
    }

    /// In parentheses, what is no matter of course.
    private static func numbers(_ code: Int?, _ status: Int) -> String {
        let isSuccess = (200..<300).contains(status)
        let all = [code.map(String.init), isSuccess || status == code ? nil : "HTTP status \(status)"].compactMap { $0 }
        return all.isEmpty ? "" : " (\(all.joined(separator: ", ")))"
    }

    package init(_ error: MalformedJSON) { self = .decoding(path: error.path, reason: error.reason) }
}
