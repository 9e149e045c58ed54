public import Foundation

/// The hosts of Dynamic Yield, or a server of your own.
public struct DynamicYieldService: Hashable, Sendable {
    /// The base URL of searches and suggestions.
    public var serving: URL
    /// The base URL of reports of engagement.
    public var collecting: URL

    private init(_ serving: String, _ collecting: String) {
        self.serving = URL(string: "https://\(serving)")!
        self.collecting = URL(string: "https://\(collecting)")!
    }

    /// Creates a service from the base URL of a server of your own.
    public init(server: URL) {
        serving = server
        collecting = server
    }

    /// The service in the United States, dy-api.com, for keys of servers.
    public static let unitedStates = DynamicYieldService("dy-api.com", "dy-api.com")
    /// The service in Europe, dy-api.eu, for keys of servers.
    public static let europe = DynamicYieldService("dy-api.eu", "dy-api.eu")
    /// The service in the United States for keys of apps and pages, direct.dy-api.com.
    public static let unitedStatesDirect = DynamicYieldService("direct.dy-api.com", "direct-collect.dy-api.com")
    /// The service in Europe for keys of apps and pages, direct.dy-api.eu.
    public static let europeDirect = DynamicYieldService("direct.dy-api.eu", "direct-collect.dy-api.eu")

    /// The vendor's own, and not a server of your own.
    package var isDynamicYield: Bool {
        let host = serving.host()?.lowercased() ?? ""
        return ["dy-api.com", "dy-api.eu"].contains { host == $0 || host.hasSuffix("." + $0) }
    }
}
