import Essentials
import Imaging
import Models
import SearchServer

// The machine: clock, libraries and limits.
extension Checkup {
    /// Events, backups and certificates go by the clock.
    var clock: Finding? {
        let newest = files.compactMap { try? FileStatus.of($0).modified }.max()
            .map { Date(timeIntervalSince1970: Double($0) / 1e9) }
        if let newest, newest.timeIntervalSince(now) > 60 {
            return .fault(
                "clock", "the store was last written in the future, on \(newest.day)", "set the clock right")
        }
        switch SystemLibrary.clockIsSynchronized {
        case true?: return .ok("clock", "it is synchronized")
        case false?:
            return .warning(
                "clock", "it is not synchronized with others", "install systemd-timesyncd or chrony, and enable it")
        case nil: return nil
        }
    }

    /// The libraries that are opened when they are needed.
    var libraries: [Finding] {
        let server = SystemLibrary.version("libmicrohttpd", file: "libmicrohttpd.so.12", function: "MHD_get_version")
        let downloads = SystemLibrary.version("libcurl", file: "libcurl.so.4", function: "curl_version")
        var findings: [Finding] = [
            server.map { .ok("library", "libmicrohttpd \($0)") }
                ?? .fault(
                    "library", "there is no libmicrohttpd: a server does not start", "apt install libmicrohttpd12"),
            HostProcess.libvipsVersion.map { .ok("library", "libvips \($0)") }
                ?? .warning(
                    "library", "there is no libvips: few formats of pictures are read", "apt install libvips42"),
            downloads.map { .ok("library", "libcurl \($0)") }
                ?? .warning("library", "there is no libcurl: nothing is fetched by URL", "apt install libcurl4"),
        ]
        if !store.isMilvus, let model = KnownModel(of: store) {
            do throws(ModelError) {
                let runtime = try ModelRuntime(path: serve.describer.runtime?.text ?? DescriberOptions.environment)
                findings.append(.ok("library", "ONNX Runtime \(runtime.version)"))
            } catch {
                findings.append(
                    .fault(
                        "library", "the store needs the model in \(model.folder), which needs ONNX Runtime: \(error)",
                        "apt install libonnxruntime1.21, or name it with --onnxruntime"))
            }
        }
        return findings
    }

    /// A server has a file open for each connection.
    var openFiles: Finding? {
        var limit = rlimit()
        // Safe: one structure, which outlives the call.
        guard unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return nil }
        let most = Int(clamping: limit.rlim_max)
        let needed = serve.setup.http.limits.connections + 256
        let seen = "\(most == .max ? "any number of" : Numbers.count(most)) open files are allowed"
        if most >= needed { return .ok("files", seen) }
        return .warning(
            "files", "\(seen), fewer than the connections of a server",
            "LimitNOFILE=\(needed) in the unit, or fewer --connections")
    }

    /// A server holds vectors, columns and words of its store; see "Memory and disk" of the article about deploying.
    var memory: Finding? {
        guard !store.isMilvus, let limit = Memory.limit else { return nil }
        let needed = 64_000_000 + ((try? FileStatus.of(store))?.size ?? 0)
        let seen =
            "\(Numbers.bytes(Double(limit))) may be used; a server of this store takes up to "
            + Numbers.bytes(Double(needed))
        if limit >= needed { return .ok("memory", seen) }
        return .warning("memory", seen, "raise MemoryMax= of the unit or the limit of the container, or add memory")
    }
}

/// The memory that this process may use.
private enum Memory {
    /// That of the machine, or less where a control group has a limit; nil where it cannot be told.
    static var limit: Int? {
        ([machine] + groups).compactMap(\.self).min()
    }

    private static var machine: Int? {
        guard let text = try? String(contentsOfFile: "/proc/meminfo", encoding: .utf8),
            let match = text.firstMatch(of: /MemTotal:\s+([0-9]+) kB/)
        else { return nil }
        return Int(match.1).map { $0 * 1024 }
    }

    /// The limits of the group of this process and of those around it.
    private static var groups: [Int?] {
        guard let text = try? String(contentsOfFile: "/proc/self/cgroup", encoding: .utf8),
            let line = text.split(separator: "\n").first(where: { $0.hasPrefix("0::") })
        else { return [] }
        var path = line.dropFirst(3)
        var limits: [Int?] = []
        while true {
            let file = "/sys/fs/cgroup\(path == "/" ? "" : path)/memory.max"
            limits.append((try? String(contentsOfFile: file, encoding: .utf8)).flatMap { Int($0.trimmingWhitespace()) })
            guard let slash = path.lastIndex(of: "/"), path.count > 1 else { return limits }
            path = slash == path.startIndex ? "/" : path[..<slash]
        }
    }
}
