internal import ImageTypes

// The places of keys, for whoever has sent one elsewhere.
extension HTTPRequest {
    /// Names of parameters and headers that hold keys elsewhere, without case, dashes, underscores and a leading `X-`.
    private static let otherNames: Set<String> = [
        "accesskey", "accesstoken", "apikey", "appkey", "auth", "authtoken", "code", "dyapikey", "key", "magpiekey",
        "secretkey", "token",
    ]

    /// The most of these that count: a request is one attempt to guess a key.
    private static let most = 4

    /// Texts in places that hold keys elsewhere, each with the name of its place.
    var strayKeys: [(place: String, key: String)] {
        var found: [(place: String, key: String)] = []
        if let header = headers["Authorization"] {
            found += Credentials.token(in: header).map { ("the header Authorization", $0) }
            // An app key as the user, without a password.
            if let pair = Credentials.decodeBasic(header) {
                found.append(("HTTP Basic", pair.split(separator: ":").joined(separator: ":")))
            }
        }
        for (name, value) in headers.all where Self.isOther(name) { found.append(("the header \(name)", value)) }
        for each in parameters.all where Self.isOther(each.name) {
            found.append(("the parameter \(each.name)", each.value))
        }
        if let access = parameters["access_key"], let secret = parameters["secret_key"] {
            found.append(("the parameters access_key and secret_key", "\(access):\(secret)"))
        }
        return Array(found.prefix(Self.most))
    }

    private static func isOther(_ name: String) -> Bool {
        let letters = String(name.lowercased().filter { $0 != "-" && $0 != "_" })
        return otherNames.contains(letters)
            || letters.hasPrefix("x") && otherNames.contains(String(letters.dropFirst()))
    }

    /// A sentence for a key of this server that came in a place of others; nil where none did. Only for requests that
    /// ``KeyBrake`` has counted.
    package var misplacedKey: String? {
        strayKeys.first { credentials.knows($0.key) }.map { place, _ in
            "The key in \(place) is right, but that is not its place."
        }
    }

    /// The sentences that a refusal adds for a request without a known key, with a blank before them: a right key came in a
    /// place of others, or no key came, and keys are looked for there. Empty for a wrong key in its place.
    ///
    /// - Parameters:
    ///   - name: The parameter that holds an app key.
    ///   - places: The sentence on the places.
    package func keyAdvice(
        _ name: String = "access_key",
        _ places: String = "An app key goes as the parameter access_key, a pair as HTTP Basic (curl -u ACCESS:SECRET)."
    ) -> String {
        if let misplacedKey { return " \(misplacedKey) \(places)" }
        let isMissing = headers["Authorization"] == nil && (parameters[name] ?? "").isEmpty
        return isMissing ? " No key came. \(places)" : ""
    }
}
