internal import ImageTypes

// The path at which a proxy shows the server.
extension ServerConfiguration {
    /// The most bytes of a base path.
    private static let basePathBytes = 256

    /// A base path without the slash at its end: `/magpie` for `/magpie/`, and nothing for `/`. Nil for a text that is no
    /// such path: it begins with a slash, and its parts have letters, digits and `-._~` alone.
    package static func basePath(_ text: some StringProtocol) -> String? {
        if text.isEmpty || text == "/" { return "" }
        let path = text.hasSuffix("/") ? text.dropLast() : text[...]
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        // Two slashes would begin the name of a host.
        guard path.utf8.count <= basePathBytes, parts.count > 1, parts[0].isEmpty,
            parts.dropFirst().allSatisfy({ part in
                !part.isEmpty && part != "." && part != ".."
                    && part.utf8.allSatisfy { byte in
                        (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte.lowercasedASCII)
                            || "-._~".utf8.contains(byte)
                    }
            })
        else { return nil }
        return String(path)
    }
}

extension HTTPServer {
    /// The path of a request within the server, and the path at which a proxy shows the server.
    ///
    /// A proxy may take the base path away or leave it. A path that the server has without that is its own in any case.
    func place(
        of path: String, _ method: String, _ headers: HTTPHeaders, from connection: String
    ) -> (path: String, basePath: String) {
        let forwarded = forwarding.prefix(from: connection, headers)
        for base in [forwarded, basePath] {
            guard let base, !base.isEmpty, path.hasPrefix(base) else { continue }
            let rest = path.dropFirst(base.count)
            guard rest.isEmpty || rest.hasPrefix("/"), !route(method: method, path: path).exists else { continue }
            return (String(rest), forwarded ?? basePath)
        }
        return (path, forwarded ?? basePath)
    }
}
