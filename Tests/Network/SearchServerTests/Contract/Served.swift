import Foundation
import SearchClientImaging
import SearchServer
import ServedShop
import TestSupport
import TransportTestSupport

/// A server with an empty store, for as long as it is held.
final class Served: Sendable {
    let folder: TemporaryFolder
    let engine: SearchEngine
    private let server: SearchServer
    let client: SearchClient

    init() throws {
        folder = try TemporaryFolder()
        engine = try SearchEngine(path: folder.url.appending(path: "shop.magpie").path, mode: .create)
        var setup = SearchServer.Setup()
        setup.protocols = Shop.protocols
        setup.http.timeouts = .patient
        server = try SearchServer(engine, setup: setup)
        let port = try server.start()
        let url = URL(string: "http://127.0.0.1:\(port)")!
        // Other tests may keep all cores for minutes.
        client = SearchClient(ClientConfiguration(.none, at: url, timeout: 600, totalTimeout: 600), preparer: .imaging)
    }

    deinit { server.stop() }
}
