import Foundation
import ServedShop
import TestSupport
import Testing
import ViSearchAPI

@testable import SearchServer

@Suite("magpie serve", .timeLimit(.minutes(5)))
struct ServeTests {
    private let folder = Result { try TemporaryFolder() }
    private var store: URL { get throws { try folder.get().url.appending(path: "shop.magpie") } }

    @Test("the command prints where it listens, takes the kinds of fields, and stops when it is told to")
    func life() throws {
        let server = try ServeProcess(store: store, ["--schema", "price=float", "--quiet"])
        #expect(
            server.ask("GET", "/search?im_name=x&fq=price:cheap")?["error"]?.texts == [
                "price should be of data type float."
            ])
        server.send(SIGTERM)
        #expect(server.wait() == 0)
        #expect(throws: Failed.self) { try ServeProcess(store: store, ["--host", "0.0.0.0"]) }
        #expect(throws: Failed.self) { try ServeProcess(store: store, ["--keys", "/nonexistent"]) }
    }

    @Test("the field of types, the kinds of pictures and what one may cost are the owner's to say")
    func engineOptions() throws {
        let files = try folder.get().url
        let drawing = "<svg xmlns='http://www.w3.org/2000/svg' width='64' height='64'><circle r='40'/></svg>"
        try Data(drawing.utf8).write(to: files.appending(path: "drawing.svg"))
        let server = try ServeProcess(
            store: store,
            [
                "--allow-files", files.path, "--allow-files", Shop.samples.path, "--type-field", "kind", "--accept",
                "svg", "--max-pixels", "5000", "--jobs", "1", "--quiet",
            ])
        let form =
            "im_name[0]=drawing&im_url[0]=file://\(files.path)/drawing.svg&kind[0]=Sketch&category[0]=none"
            + "&im_name[1]=photo&im_url[1]=file://\(Shop.file("shoe-001").path)"
        let done = server.finish(server.ask("POST", "/insert", form: form)?["trans_id"])
        #expect(done?["success_count"] == .int(1))
        #expect(done?["error_list"]?.names == ["photo"] && done?["error_list"]?[0]?["error_code"] == .int(203))
        let types = server.ask("POST", "/engine/types", form: "{}", type: "application/json")?["answer"]
        #expect(types?.values.map { $0["name"] } == [.string("Sketch")])
    }

    @Test("keys come from the command line or from the file that the environment names")
    func keys() throws {
        let file = try folder.get().url.appending(path: "keys")
        try Data("# ours\nAPPKEY\nak:sk\n".utf8).write(to: file)
        let server = try ServeProcess(store: store, ["--host", "0.0.0.0"], environment: ["MAGPIE_KEYS": file.path])
        #expect(
            server.ask("GET", "/search?im_name=x")?["error"]?.texts.first?.hasPrefix("Invalid access key") == true)
        #expect(
            server.ask("GET", "/search?im_name=x&access_key=APPKEY")?["error"]?.texts == [
                "Image not found with im_name."
            ])
        let refused = server.ask("GET", "/v3/__va.gif?action=view&code=T:1")
        #expect(refused?["error"]?["code"] == .int(11))
        let open = try ServeProcess(
            store: folder.get().url.appending(path: "o.magpie"), ["--key", "K", "--open-events"])
        // A picture is no JSON.
        let client = RawClient(port: open.port)
        client.send("GET /v3/__va.gif?action=view&code=T:1 HTTP/1.1\r\nHost: localhost\r\n\r\n")
        #expect(client.readAnswer().status == 200)
    }

    @Test("what a person has mistaken is said, with the place and without the keys")
    func mistakes() throws {
        let folder = try folder.get().url
        func file(_ name: String, _ text: String) throws -> String {
            try Data(text.utf8).write(to: folder.appending(path: name))
            return folder.appending(path: name).path
        }
        let bad = try file("bad", "good\nSECRET:SECRET:x\n")
        let empty = try file("empty", "# none yet\n")
        let other = try ServeProcess(store: folder.appending(path: "other.magpie"))
        let cases: [([String], String)] = [
            (["--keys", bad, "--key", "k"], "bad: line 2 is neither KEY nor ACCESS:SECRET"),
            (["--keys", empty], "empty: there is no key"),
            (["--key", "SECRET:SECRET:x"], "a --key is neither KEY nor ACCESS:SECRET"),
            (["--host", "0.0.0.0"], "'0.0.0.0' needs --key or --keys"),
            (["--allow-origin", "*"], "--allow-origin '*' needs --key or --keys"),
            (["--host", "nowhere.invalid"], "unknown host 'nowhere.invalid'"),
            (["--port", "\(other.port)"], "cannot listen at port \(other.port): Address already in use"),
            (["--allow-files", folder.appending(path: "none").path], "there is no folder"),
            (["--log", folder.appending(path: "no/log").path], "cannot write the log"),
            (["--store", folder.appending(path: "no/x.magpie").path], "check that the folder exists"),
            (["--store", bad], "it is not a Magpie store"),
            (["--store", folder.appending(path: "other.magpie").path], "another process has it"),
        ]
        for (options, text) in cases {
            let refusal = try ServeProcess.refusal(store: store, options)
            // The service manager tries again where that may help.
            let mayPass = ["Address already in use", "another process has it"].contains { text.contains($0) }
            #expect(refusal.code == (mayPass ? 75 : 2) && refusal.text.contains(text), "\(options): \(refusal)")
            #expect(!refusal.text.contains("SECRET:SECRET") && refusal.text.hasPrefix("magpie: "))
        }
        let both = try ServeProcess.refusal(store: store, ["--no-trackers", "--open-events"])
        #expect(both.code == 1 && both.text.contains("--no-trackers refuses all events"))
    }

    @Test("a port that is taken is found before a store is made")
    func portTaken() throws {
        let other = try ServeProcess(store: try folder.get().url.appending(path: "other.magpie"))
        let refusal = try ServeProcess.refusal(store: store, ["--port", "\(other.port)"])
        #expect(refusal.code == 75)
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.get().url.path)
        #expect(!files.contains { $0.hasPrefix("shop.magpie") }, "\(files)")
    }

    @Test("numbers beyond all bounds are refused, by every option that takes one")
    func numbers() throws {
        let wholes = [
            "--port", "--jobs", "--max-body", "--queue", "--connections", "--connections-per-address", "--upload-count",
            "--upload-bytes", "--events",
        ]
        let extremes = ["9223372036854775807", "-9223372036854775808", "1e400", "nan"]
        for option in wholes + ["--upload-ttl", "--fetch-timeout"] {
            for number in extremes {
                // If it is taken after all, the host refuses.
                let refusal = try ServeProcess.refusal(store: store, ["--host", "nowhere.invalid", option, number])
                #expect(refusal.code == 1, "\(option) \(number): \(refusal)")
            }
        }
    }

    @Test("on SIGHUP keys are read anew, and a file that is broken changes nothing")
    func renewedKeys() throws {
        let file = try folder.get().url.appending(path: "keys")
        try Data("OLD\n".utf8).write(to: file)
        let server = try ServeProcess(store: store, ["--keys", file.path, "--quiet"])
        func accepts(_ key: String) -> Bool {
            let answer = server.ask("GET", "/search?im_name=x&access_key=\(key)")
            return answer?["error"]?.texts == ["Image not found with im_name."]
        }
        #expect(accepts("OLD") && !accepts("NEW"))
        try Data("NEW\n".utf8).write(to: file)
        server.send(SIGHUP)
        try wait(for: "the new key") { accepts("NEW") }
        #expect(!accepts("OLD"))
        for text in ["a:b:c\n", "# none\n"] {
            try Data(text.utf8).write(to: file)
            server.send(SIGHUP)
            usleep(300_000)
            #expect(accepts("NEW"))
        }
    }

    @Test("a hang-up ends no server that has nothing to read anew", arguments: [[], ["--quiet"]])
    func hangUp(_ options: [String]) throws {
        let server = try ServeProcess(store: store, options)
        for _ in 0..<3 {
            server.send(SIGHUP)
            usleep(50_000)
            #expect(server.ask("GET", "/search?im_name=x")?["error"]?.texts == ["Image not found with im_name."])
        }
        server.send(SIGTERM)
        #expect(server.wait() == 0)
    }

    @Test("events, insertions and uploads are for the owner of the server alone")
    func owner() throws {
        let uploads = try folder.get().url.appending(path: "uploads")
        try FileManager.default.createDirectory(at: uploads, withIntermediateDirectories: true)
        let server = try ServeProcess(store: store, ["--quiet", "--upload-folder", uploads.path])
        _ = server.post("/uploadsearch", parts: [("image", try Shop.picture("shoe-001"), true)])
        _ = server.ask("GET", "/v3/__va.gif?action=view")
        var seen = 0
        let beside = try [".events", ".jobs", ".events-wal"].map { try store.path + $0 }
        let kept = try FileManager.default.contentsOfDirectory(atPath: uploads.path).map { uploads.path + "/" + $0 }
        for file in beside + kept {
            guard let attributes = try? FileManager.default.attributesOfItem(atPath: file) else { continue }
            #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600, "\(file)")
            seen += 1
        }
        #expect(seen >= 3)
    }

    @Test("a key file that every user can change is refused, with the command that mends it")
    func openKeyFile() throws {
        let file = try folder.get().url.appending(path: "keys")
        try Data("APPKEY\n".utf8).write(to: file)
        for (mode, isRefused) in [(0o666, true), (0o602, true), (0o600, false), (0o644, false)] {
            try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file.path)
            // The second fault ends the command before it serves.
            let (text, code) = try ServeProcess.refusal(
                store: store, ["--keys", file.path, "--allow-files", "/no/such"])
            #expect(code == 2 && text.contains("every user of this machine can change") == isRefused, "\(text)")
            #expect(text.contains("chmod 600 \(file.path)") == (mode != 0o600), "\(text)")
        }
    }

    @Test("a store is served for searches only, without a file beside it")
    func readOnly() throws {
        _ = try SearchEngine(path: store.path, mode: .create)
        let server = try ServeProcess(store: store, ["--read-only", "--quiet"])
        #expect(server.ask("POST", "/remove", form: "im_name[0]=x")?["error"] != nil)
        #expect(server.ask("GET", "/search?im_name=x")?["error"]?.texts == ["Image not found with im_name."])
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.get().url.path)
        #expect(!files.contains { $0.contains(".jobs") || $0.contains(".events") })
        let missing = try ServeProcess.refusal(
            store: try folder.get().url.appending(path: "none.magpie"), ["--read-only"])
        #expect(missing.code != 0)
    }

    @Test("an insertion goes on where a server that was told to stop has left it")
    func restart() throws {
        let names = (1...6).flatMap { number in ["shoe", "bag", "mug", "lamp"].map { "\($0)-00\(number)" } }
        let form = names.enumerated().map { index, name in
            "im_name[\(index)]=\(name)&im_url[\(index)]=file://\(Shop.file(name).path)"
        }
        let options = ["--allow-files", Shop.samples.path]
        let first = try ServeProcess(store: store, options)
        let answer = first.ask("POST", "/insert", form: form.joined(separator: "&"))
        #expect(answer?["total"] == .int(24))
        first.send(SIGTERM)
        #expect(first.wait() == 0)
        let second = try ServeProcess(store: store, options)
        let done = second.finish(answer?["trans_id"])
        #expect(done?["success_count"] == .int(24) && done?["fail_count"] == .int(0))
        #expect(second.ask("GET", "/search?im_name=shoe-001")?["total"] == .int(23))
    }

    @Test("a second server on the same store is refused; when the first one is gone, it may start")
    func oneServer() throws {
        let first = try ServeProcess(store: store)
        #expect(throws: Failed.self) { try ServeProcess(store: store) }
        #expect(first.ask("GET", "/search?im_name=x") != nil)
        first.send(SIGKILL)
        _ = first.wait()
        _ = try ServeProcess(store: store)
    }

    @Test("on SIGHUP the log goes on in a new file, and nothing in it is a secret")
    func log() throws {
        let log = try folder.get().url.appending(path: "access.log")
        let moved = try folder.get().url.appending(path: "access.log.1")
        let server = try ServeProcess(store: store, ["--log", log.path, "--key", "APPKEY", "--key", "ak:sk"])
        _ = server.ask("GET", "/search?im_name=first&access_key=APPKEY")
        func lines(_ file: URL) throws -> [Substring] {
            var found: [Substring] = []
            try wait(for: "a line in \(file.lastPathComponent)") {
                guard let text = try? String(contentsOf: file, encoding: .utf8), text.hasSuffix("\n") else {
                    return false
                }
                found = text.split(separator: "\n")
                return true
            }
            return found
        }
        #expect(try lines(log).count == 1)
        try FileManager.default.moveItem(at: log, to: moved)
        server.send(SIGHUP)
        try wait(for: "the new file") { FileManager.default.fileExists(atPath: log.path) }
        _ = server.ask("POST", "/remove", form: "im_name[0]=x&access_key=APPKEY")
        #expect(try lines(log).count == 1 && lines(moved).count == 1)
        for line in try lines(log) + lines(moved) { #expect(!line.contains("APPKEY") && !line.contains("?")) }
    }

    @Test("the health of a server whose store is gone is bad")
    func health() throws {
        let server = try ServeProcess(store: store)
        func health() -> Answer {
            let client = RawClient(port: server.port)
            client.send("GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
            return client.readAnswer()
        }
        #expect(health().status == 200 && health().body == "ok\n")
        try FileManager.default.removeItem(at: store)
        #expect(health().status == 503 && health().body.contains("the store file was removed"))
    }

    @Test("events are counted and listed by the command, also while the server runs")
    func events() throws {
        let server = try ServeProcess(store: store)
        for index in 1...5 {
            _ = server.ask("GET", "/v3/__va.gif?action=product_click&queryId=q&pid=p\(index % 2)&uid=u\(index)")
        }
        func run(_ arguments: String...) throws -> String {
            let process = Process()
            let output = Pipe()
            process.executableURL = URL(filePath: ServeProcess.binary)
            process.arguments = ["events", "--store", try store.path] + arguments
            process.standardOutput = output
            try process.run()
            return String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        }
        #expect(try run().contains("product_click       5      5\n"))
        #expect(
            try run("--by", "item", "--json")
                == "{\"by\":\"item\",\"name\":\"p1\",\"events\":3,\"users\":3}\n"
                + "{\"by\":\"item\",\"name\":\"p0\",\"events\":2,\"users\":2}\n")
        #expect(try run("--list", "--limit", "2").contains("user u5  item p1  search q"))
        #expect(
            try run("--list", "--json", "--item", "p0").contains("\"pid\":\"p0\",\"queryId\":\"q\",\"uid\":\"u4\"}}"))
        #expect(try run("--by", "search", "--json").hasPrefix("{\"by\":\"search\",\"name\":\"q\",\"events\":5"))
        #expect(try run("--since", "2999-01-01") == "no events\n")
    }
}
