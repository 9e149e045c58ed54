import Foundation
import TestSupport
import Testing
import ViSearchAPI

@testable import SearchServer

@Suite("Spellings of URLs", .timeLimit(.minutes(5)))
struct FetchURLTests {
    @Test("without settings a policy reads no files, reaches public addresses only, and has the documented limits")
    func policy() {
        let policy = FetchPolicy()
        #expect(policy.folders == [] && policy.hosts == [] && !policy.allowsPrivate && policy.certificates == nil)
        #expect(policy.byteLimit == 10_485_760 && policy.seconds == 5)
        #expect(policy.redirects == 3 && policy.concurrency == 16)
    }

    @Test(
        "what hides an address or a second host is no URL",
        arguments: [
            "http://2130706433/", "http://0x7f.1/", "http://0x7f000001/", "http://0177.0.0.1/", "http://127.1/",
            "http://127.0.1/", "http://0/", "http://①②⑦.⓪.⓪.①/", "http://１２７.0.0.1/", "http://127。0。0。1/",
            "http://%31%32%37.0.0.1/", "http://127.0.0.1%00.example.com/", "http://user:pass@example.com/",
            "http://@example.com/", "http://example.com@127.0.0.1/", "http://example.com\\@127.0.0.1/",
            "http://example.com%2f@127.0.0.1/", "http://127.0.0.1\t/", "http://exa\r\nmple.com/",
            "http://example.com/\r\nX: y", "http://exa mple.com/", "http://[::ffff:127.0.0.1/", "http://[::1%25eth0]/",
            "http://[127.0.0.1]/", "http://[v1.x]/", "http:///etc/passwd", "http://", "http:example.com",
            "//example.com/", "example.com/a.jpg", "", " ", "data:image/png;base64,AAAA", "gopher://example.com/",
            "ftp://example.com/a.jpg", "dict://127.0.0.1:11211/", "javascript:alert(1)", "jar:http://example.com/!/",
            "file://other/etc/passwd", "file://127.0.0.1/etc/passwd", "http://example.com:0/",
            "http://example.com:65536/", "http://example.com:-1/", "http://example.com:8x/", "http://a..b/",
            "http://256.1.1.1/", "http://1.2.3.4.5/", "http://exa!mple.com/", "http://exa*mple.com/",
            "http://exa~mple.com/", "http://(example).com/", "http://example.com../",
        ])
    func odd(_ text: String) {
        #expect(FetchURL(text) == nil)
    }

    @Test("what people write is taken as it is meant")
    func usual() throws {
        let blank = try #require(FetchURL("http://Example.COM/a b/ü.jpg?x=1&y=a|b#part"))
        #expect(blank.text == "http://example.com/a%20b/%C3%BC.jpg?x=1&y=a%7Cb")
        #expect(blank.name == "example.com" && blank.port == 80)
        #expect(try #require(FetchURL("HTTPS://example.com/")).port == 443)
        #expect(try #require(FetchURL("http://example.com:443/")).port == 443)
        #expect(try #require(FetchURL("http://localhost./")).hostText == "localhost")
        let six = try #require(FetchURL("http://[2606:4700::1111]:8080/a"))
        #expect(six.hostText == "[2606:4700:0:0:0:0:0:1111]")
        #expect(six.port == 8080)
        #expect(six.name == nil && six.text == "http://[2606:4700:0:0:0:0:0:1111]:8080/a")
        #expect(FetchURL("file:///srv/a%20b.jpg")?.path == "/srv/a b.jpg")
    }

    @Test("a name has at most 253 bytes")
    func longName() {
        let name = String(repeating: "a.", count: 125)
        #expect(FetchURL("http://\(name)abc/")?.name == name + "abc")
        #expect(FetchURL("http://\(name)abc./")?.name == name + "abc")
        #expect(FetchURL("http://\(name)abcd/") == nil)
    }

    @Test("80 and 443 are the usual ports, whatever the scheme, and a file has none")
    func ports() throws {
        for (text, port) in [("http://a.example/", 80), ("https://a.example:80/", 80), ("http://a.example:443/", 443)] {
            let url = try #require(FetchURL(text))
            #expect(url.port == port && url.isDefaultPort)
        }
        for port in [1, 79, 81, 442, 444, 8080, 65535] {
            #expect(try !#require(FetchURL("http://a.example:\(port)/")).isDefaultPort)
        }
        #expect(try #require(FetchURL("file:///srv/a.jpg")).port == 0)
    }

    @Test("redirects are read against the URL that was asked")
    func redirects() throws {
        let url = try #require(FetchURL("http://example.com:8080/a/b.jpg?q"))
        #expect(url.redirected(to: "/c")?.text == "http://example.com:8080/c")
        #expect(url.redirected(to: "c d")?.text == "http://example.com:8080/a/c%20d")
        #expect(url.redirected(to: "/c//d e?f#g")?.text == "http://example.com:8080/c//d%20e?f")
        #expect(url.redirected(to: "//other.example/x")?.hostText == "other.example")
        for bad in ["file:///etc/passwd", "gopher://x/", "http://127.1/", "http://a@b/", "data:,x", "//0x7f.1/"] {
            #expect(url.redirected(to: bad) == nil, "\(bad)")
        }
    }

    @Test(
        "the log has no name, no password and no query of a URL, however it is written",
        arguments: [
            ("https://img.example/a%20b.jpg?key=SECRET#SECRET", "https://img.example/a%20b.jpg"),
            ("http://anna:SECRET@img.example/a.jpg", "http://…@img.example/a.jpg"),
            ("http://SECRET@img.example:81/a@b.jpg?SECRET", "http://…@img.example:81/a@b.jpg"),
            ("ftp://a:SECRET@b@img.example/", "ftp://…@img.example/"),
            ("//a:SECRET@img.example/x", "//…@img.example/x"), ("http:a:SECRET@img.example/x", "…@img.example/x"),
            ("a:SECRET@img.example/x", "…@img.example/x"), ("http://a:SEC/RET@img.example/x", "http://…"),
            ("http://a:SEC?RET@img.example/x", "http://…"), ("http://a:SECRET\\x", "http://…"),
            ("http://a:12345/67@img.example/", "http://…"), ("http://[::1]:80/x", "http://[::1]:80/x"),
            ("http://img.example:81/x", "http://img.example:81/x"), ("shoe:001", "shoe:001"), ("shoe-001", "shoe-001"),
            ("shoe?key=SECRET", "shoe"), ("shoe#SECRET?SECRET", "shoe"),
            ("abcdefghijklmnopqrstuvwxy://img.example/a", "ijklmnopqrstuvwxy://img.example/a"),
            ("mail@shoe", "mail@shoe"), ("a\nb", "a\u{FFFD}b"),
        ])
    func inLog(_ text: String, _ shown: String) {
        #expect(FetchURL.inLog(text) == shown)
        #expect(FetchURL.inLog(String(repeating: "x", count: 5000)).count == 200)
    }

    @Test(
        "addresses that are not of the open internet are told",
        arguments: [
            "0.0.0.0", "0.1.2.3", "10.0.0.1", "10.255.255.255", "100.64.0.1", "100.127.255.255", "127.0.0.1",
            "127.255.0.3", "169.254.169.254", "172.16.0.1", "172.31.255.255", "192.0.0.8", "192.0.2.1", "192.88.99.1",
            "192.168.1.1", "198.18.0.1", "198.19.255.255", "198.51.100.7", "203.0.113.9", "224.0.0.1", "240.0.0.1",
            "255.255.255.255", "::", "::1", "::7f00:1", "::ffff:127.0.0.1", "::ffff:8.8.8.8", "::ffff:0:127.0.0.1",
            "64:ff9b::7f00:1", "64:ff9b:1::1", "100::1", "2001::1", "2001:0:4136:e378:8000:63bf:3fff:fdd2",
            "2001:2::1", "2001:10::1", "2001:db8::1", "2002:7f00:1::", "2002:a9fe:a9fe::1", "3fff::1", "5f00::1",
            "fc00::1", "fd12:3456::1", "fe80::1", "fec0::1", "ff02::1",
            "168.63.129.16", "100.100.100.200", "192.0.0.192", "169.254.0.23", "161.26.0.10", "166.9.0.1",
            "199.36.153.8", "192.31.196.1", "192.52.193.1", "192.175.48.1", "fd00:ec2::254", "fd20:ce::254",
            "2606:4700::5efe:127.0.0.1", "2606:4700::200:5efe:10.0.0.1",
        ])
    func special(_ text: String) throws {
        #expect(try !#require(IPAddress(text)).isPublic)
    }

    @Test(
        "public addresses are public, up to the edges of the others",
        arguments: [
            "168.63.129.15", "168.63.129.17", "161.25.255.255", "166.7.255.255", "166.12.0.0", "199.36.152.255",
            "8.8.8.8", "1.0.0.0", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0", "126.255.255.255",
            "128.0.0.0", "169.253.255.255", "169.255.0.0", "172.15.255.255", "172.32.0.0", "192.167.255.255",
            "192.169.0.0", "198.17.255.255", "198.20.0.0", "223.255.255.255", "2606:4700:4700::1111",
            "2001:200::1", "2003::1", "2a00:1450:4001::200e",
        ])
    func open(_ text: String) throws {
        #expect(try #require(IPAddress(text)).isPublic)
    }
}
