extension HTTPClient {
    /// A request as it goes out.
    package struct Request: Sendable {
        /// `http` or `https`, with the query.
        package var url: String
        /// In capitals. A `GET` has no body.
        package var method: String
        /// The header fields by their names.
        package var headers: [String: String]
        package var body: [UInt8]
        /// In seconds, from looking up the name to the last byte of the reply.
        package var timeout: Double
        /// The most bytes of the reply's body.
        package var byteLimit = 64 << 20
        /// Ends a reply that is slower; nil for any rate.
        package var leastRate: Rate?
        /// The addresses that the request may go to; nil for all of the host.
        package var pin: Pin?
        /// A PEM file of roots to trust; nil for the system's.
        package var certificates: String?

        package init(
            _ method: String = "GET", _ url: String, headers: [String: String] = [:], body: [UInt8] = [],
            timeout: Double = 30
        ) {
            (self.method, self.url, self.headers, self.body, self.timeout) = (method, url, headers, body, timeout)
        }
    }

    /// A number of bytes in each second of a time.
    package struct Rate: Sendable {
        package var bytes: Int
        package var seconds: Int

        package init(bytes: Int, seconds: Int) { (self.bytes, self.seconds) = (bytes, seconds) }
    }

    /// The only address that a request may go to, on a connection of its own, without a proxy. The connection brings at
    /// most twice as many bytes as the body may have, for the padding of chunks is at most as much as the data.
    package struct Pin: Sendable {
        /// The host's name; nil where the URL has an address.
        package var name: String?
        package var port: Int
        /// Numeric, version 6 without brackets.
        package var addresses: [String]

        package init(name: String?, port: Int, addresses: [String]) {
            (self.name, self.port, self.addresses) = (name, port, addresses)
        }
    }

    /// A reply as it came in.
    package struct Reply: Hashable, Sendable {
        package var head: Head
        package var body: [UInt8]

        /// The HTTP status code.
        package var status: Int { head.status }
    }

    /// The reasons for which there is no whole reply. A text is what libcurl says.
    package enum Failure: Error, Hashable, Sendable {
        /// No connection; or a URL or a header that cannot be sent.
        case unreachable(reason: String)
        /// No TLS, or a certificate that is not trusted or belongs to another name.
        case insecure(reason: String)
        /// The reply ended too early, or is no HTTP.
        case cutOff(reason: String)
        case timedOut(seconds: Double)
        /// A head of more than 64 KiB, or a body of more bytes than the request allows.
        case tooLarge(limit: Int)
        case cancelled
        /// This machine has no libcurl that can be used.
        case missingLibrary(reason: String)
        /// This machine has a libcurl without an option that safety needs.
        case fault
        /// This process or the machine has no memory or no descriptor left; the reason is the system's text.
        case shortage(reason: String)
    }
}

extension HTTPClient.Failure: CustomStringConvertible {
    package var description: String {
        switch self {
        case .unreachable(let reason): "no connection: \(reason)"
        case .insecure(let reason): "no trusted TLS connection: \(reason)"
        case .cutOff(let reason): "the connection broke: \(reason)"
        case .timedOut(let seconds): "no answer within \(seconds) s"
        case .tooLarge(let limit): "the reply has more than \(limit) bytes"
        case .cancelled: "cancelled"
        case .missingLibrary(let reason): "\(reason); install libcurl: the package libcurl4 (Debian, Ubuntu)"
        case .fault: "libcurl lacks an option that safety needs"
        case .shortage(let reason): reason
        }
    }
}
