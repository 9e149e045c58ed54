import Dispatch
import Foundation
import SearchServer
import ViSearchRoutes

/// A store behind Magpie's own server, inside a program that may do other work beside it. It serves until Ctrl-C.
///
///     swift run -c release embed-engine out/catalog.magpie 8080
///     curl 'http://127.0.0.1:8080/search?im_name=bag-007&score=true'
@main
enum EmbedEngine {
    static func main() throws {
        guard CommandLine.arguments.count == 3, let port = UInt16(CommandLine.arguments[2]) else {
            print("usage: embed-engine STORE PORT")
            exit(1)
        }
        // Made first, so that no signal ends the process before the server has stopped.
        let stopped = DispatchSemaphore(value: 0)
        let signals = [SIGINT, SIGTERM].map { number in
            let source = DispatchSource.makeSignalSource(signal: number)
            source.setEventHandler { @Sendable in stopped.signal() }
            source.activate()
            return source
        }
        let engine = try SearchEngine(path: CommandLine.arguments[1])

        var setup = SearchServer.Setup()
        // Without credentials the server accepts loopback connections only.
        setup.http.port = port
        setup.relevantOnly = true
        setup.protocols = [.viSearch]
        let server = try SearchServer(engine, setup: setup)
        let address = "http://127.0.0.1:\(try server.start())/"
        // The engine stays usable: what this program inserts, the next request finds.
        let line = "\(address) serves \(try engine.countBlocking()) items\n"
        // Seen at once, also through a pipe.
        FileHandle.standardOutput.write(Data(line.utf8))

        withExtendedLifetime(signals) { stopped.wait() }
        server.stop()
        // The store is one file now.
        engine.close()
    }
}
