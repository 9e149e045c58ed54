import Dispatch
import Essentials
import HTTPTransport
import SearchAPI
import SearchServer

// The keys, certificate, port and log of the options; and reloading them.
extension Serve {
    func credentials() throws -> Credentials {
        var lines = ""
        if let file = keyFile {
            guard let text = try? String(contentsOfFile: file.text, encoding: .utf8) else {
                throw SetupError("cannot read the keys in \(file)")
            }
            try file.checkAccess(holding: "the keys")
            do throws(Credentials.Failure) {
                // A call that names a file does not mean to grant access to everybody.
                if try Credentials(lines: text).isEmpty { throw Credentials.Failure(description: "there is no key") }
            } catch {
                throw SetupError("\(file): \(error.description)")
            }
            lines = text + "\n"
        }
        do throws(Credentials.Failure) {
            return try Credentials(lines: lines + keys.joined(separator: "\n"))
        } catch {
            throw SetupError("a --key is neither KEY nor ACCESS:SECRET, each with or without rights after it")
        }
    }

    func tls() throws -> ServerConfiguration.TLS? {
        guard certificate != nil || privateKey != nil else { return nil }
        guard let certificate, let privateKey else { throw UsageError("--tls-cert and --tls-key go together") }
        let texts = try [certificate, privateKey].map { file in
            guard let text = try? String(contentsOfFile: file.text, encoding: .utf8) else {
                throw SetupError("cannot read \(file)")
            }
            return text
        }
        try privateKey.checkAccess(holding: "the private key")
        return ServerConfiguration.TLS(certificate: texts[0], key: texts[1])
    }

    /// The token of Milvus in the file of the option.
    func milvusToken() throws -> String? {
        guard let file = tokenFile else { return nil }
        let token = try TextFile.text(of: file, "the words of the token").trimmingWhitespace()
        if token.isEmpty { throw SetupError("\(file): there is no token") }
        try file.checkAccess(holding: "the token")
        return token
    }

    func reserve(_ configuration: ServerConfiguration) throws -> ReservedPort {
        let inherited = try ServiceManager.listeningSocket()
        do throws(StartError) { return try ReservedPort(configuration, inherited: inherited) } catch {
            switch error {
            case .credentialsNeeded(let host):
                throw SetupError(
                    "without keys the server accepts loopback connections only; '\(host.printable)' needs --key or --keys"
                )
            case .credentialsNeededForAllOrigins:
                throw SetupError("--allow-origin '*' needs --key or --keys: without them any page could read the store")
            // Another process may let go of the address, and a network card get it.
            case .notBound(let reason)
            where [EADDRINUSE, EADDRNOTAVAIL].contains { reason.hasSuffix(SystemError($0).text) }:
                throw SetupError(error.description, mayPass: true)
            default: throw SetupError(error.description, because: error)
            }
        }
    }

    /// Throws an error of which the service manager tries again, where another process has the store, or a service such
    /// as Milvus does not answer. The words of the reason tell, for an error of a store has no case for it.
    static func retryable<Value>(_ open: () throws -> Value) throws -> Value {
        do { return try open() } catch let error as SearchError {
            switch error {
            case .service: throw SetupError(error.sentence, mayPass: true)
            case .store(_, let reason) where reason.hasPrefix("another process has it"):
                throw SetupError(error.sentence, mayPass: true)
            default: throw error
            }
        }
    }

    static func open(_ path: Path) throws -> Int32 {
        // Safe: the name ends with NUL.
        let descriptor = path.withCString {
            unsafe Essentials.open($0, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o644)
        }
        guard descriptor >= 0 else { throw SetupError("cannot write the log \(path)", .last) }
        return descriptor
    }

    /// Opens a new log file on SIGHUP, so that the old one can be moved away, and reloads the keys and the certificate.
    /// Where there is nothing to reload, the signal changes nothing.
    func renewal(of server: SearchServer, logFile: Int32?) -> any DispatchSourceSignal {
        return DispatchSource.heardSignal(SIGHUP, on: DispatchQueue(label: "magpie.renewal")) {
            if let log, let logFile { attempt("the log stays as it was") { try Serve.reopen(log, as: logFile) } }
            if keyFile != nil {
                attempt("the keys stay as they were") {
                    if !server.renew(try credentials()) { throw SetupError("there is no key") }
                }
            }
            if certificate != nil {
                attempt("the certificate stays as it was") {
                    guard let tls = try tls(), server.renew(tls) else {
                        throw SetupError("the certificate and the key do not match")
                    }
                }
            }
        }
    }

    private func attempt(_ otherwise: String, _ work: () throws -> Void) {
        do { try work() } catch {
            let reason = (error as? SetupError)?.message ?? (error as? UsageError)?.message ?? "\(error)"
            note("magpie: \(reason); \(otherwise)\n")
        }
    }

    private static func reopen(_ path: Path, as descriptor: Int32) throws {
        let new = try Serve.open(path)
        dup2(new, descriptor)
        close(new)
    }
}
