/// A reason for which the transport answers a request itself, without its handler.
package struct HTTPRefusal: Error, Hashable, Sendable {
    package var status: Int
    /// A sentence for the client.
    package var text: String

    package init(status: Int, text: String) {
        self.status = status
        self.text = text
    }
}

extension HTTPRefusal {
    /// The lines in front of the work are full, or the memory for bodies is.
    package static let overloaded = Self(status: 503, text: "System busy, please try again later.")
    static let stopping = Self(status: 503, text: "The server is stopping.")
    /// Nobody reads it: the client has closed its connection, or its side of it for a while.
    static let left = Self(status: 503, text: "The connection was closed before the answer.")
    static let unread = Self(
        status: 503, text: "Too many answers wait to be read; read them, or ask for smaller ones.")
    static let malformed = Self(status: 400, text: "The request is malformed.")
    static let tooManyKeys = Self(
        status: 429, text: "Too many wrong access keys came from this address; please try again later.")
    static let tooManyParameters = Self(status: 400, text: "Too many parameters.")
    static let foreignPage = Self(
        status: 403, text: "The origin of this page is not allowed; start the server with it as an allowed origin.")

    static func tooLarge(_ limit: Int) -> Self {
        Self(status: 413, text: "The request body is too large: the limit is \(limit) bytes.")
    }
}
