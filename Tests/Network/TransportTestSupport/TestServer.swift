package import HTTPTransport

/// A server for one test, and its port.
package struct TestServer: ~Copyable {
    package let server: HTTPServer
    package let port: UInt16

    package init(
        handler: any RequestHandler = EchoHandler(), _ configure: (inout ServerConfiguration) -> Void = { _ in }
    ) throws {
        var configuration = ServerConfiguration()
        configuration.threads = 2
        // The names of the server in the requests of these tests.
        configuration.hostNames = ["h", "i", "other"]
        configure(&configuration)
        server = HTTPServer(configuration: configuration, handler: handler)
        port = try server.start()
    }

    deinit { server.stop() }
}

extension ServerConfiguration.Timeouts {
    /// For connections that wait while the test does something else, on a machine that is busy.
    package static var patient: Self {
        var timeouts = Self()
        (timeouts.head, timeouts.body, timeouts.pause, timeouts.idle, timeouts.answer) = (600, 600, 600, 600, 600)
        return timeouts
    }
}
