extension Halo {
    /// A request for a token.
    package enum TokenRequest: Hashable, Sendable {
        /// The keys of an app.
        case client(id: String, secret: String)
        /// The name and the password of a person.
        case password(user: String, password: String)
        /// A token that came with an earlier one.
        case refresh(String)

        /// Reads a request from the parameters of a form.
        package init(_ parameter: (String) -> String?) throws(SearchError) {
            func needed(_ name: String) throws(SearchError) -> String {
                guard let value = parameter(name), !value.isEmpty else { throw .invalidArgument("\(name) is missing") }
                return value
            }
            switch parameter("grant_type") {
            case "client_credentials":
                self = .client(id: try needed("client_id"), secret: try needed("client_secret"))
            case "password": self = .password(user: try needed("username"), password: try needed("password"))
            case "refresh_token": self = .refresh(try needed("refresh_token"))
            case nil: throw .invalidArgument("grant_type is missing; " + Self.kinds)
            case let type?: throw .invalidArgument("grant_type `\(type.prefix(64))` is not known; " + Self.kinds)
            }
        }

        private static let kinds = "it is client_credentials, password or refresh_token"

        /// The parameters of the form.
        package var parameters: Parameters {
            var parameters = Parameters()
            switch self {
            case .client(let id, let secret):
                parameters.append("grant_type", "client_credentials")
                parameters.append("client_id", id)
                parameters.append("client_secret", secret)
            case .password(let user, let password):
                parameters.append("grant_type", "password")
                parameters.append("username", user)
                parameters.append("password", password)
            case .refresh(let token):
                parameters.append("grant_type", "refresh_token")
                parameters.append("refresh_token", token)
            }
            return parameters
        }
    }

    /// A token, and one to get the next with.
    package struct Token: Hashable, Sendable {
        package var access: String
        package var refresh: String?
        /// The word before the token in the header `Authorization`.
        package var type: String
        /// In seconds; in milliseconds on the wire, as the vendor's clients read it.
        package var lifetime: Double

        package init(access: String, refresh: String?, type: String = "Bearer", lifetime: Double) {
            self.access = access
            self.refresh = refresh
            self.type = type
            self.lifetime = lifetime
        }

        package init(parsing body: [UInt8]) throws(MalformedJSON) {
            var members = try JSONMembers(try JSONValue(parsing: body))
            guard let access = try members.text("access_token"), !access.isEmpty else {
                throw MalformedJSON(path: "access_token", reason: "is missing")
            }
            self.init(
                access: access, refresh: try members.text("refresh_token"),
                type: try members.text("token_type") ?? "Bearer",
                lifetime: (try members.number("expires_in") ?? 0) / 1000)
        }

        package var body: [UInt8] {
            var members: [String: JSONValue] = [
                "access_token": .string(access), "token_type": .string(type), "expires_in": .int(Int(lifetime * 1000)),
            ]
            members["refresh_token"] = refresh.map(JSONValue.string)
            return JSONValue.object(members).encoded
        }

        /// The value of the header `Authorization`.
        package var header: String { "\(type) \(access)" }
    }
}
