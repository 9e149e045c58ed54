import Foundation
import ServedShop
import TestSupport
import Testing
import ViSearchAPI

@testable import SearchServer
@testable import ViSearchRoutes

@Suite("Inserting and removing over HTTP", .timeLimit(.minutes(5)))
struct InsertRouteTests {
    private func url(_ name: String) -> String { "file://\(Shop.file(name).path)" }

    @Test("images come by URL or in the request, with attributes; the status says how each went")
    func insert() throws {
        let shop = try Shop()
        let form =
            "im_name%5B0%5D=a&im_url%5B0%5D=\(url("shoe-001"))&price%5B0%5D=1.5&title%5B0%5D=%C3%9Cn%C3%AF+%26+co"
            + "&im_name[7]=gone&im_url[7]=\(url("none"))&im_name[9]=text&im_url[9]=file://\(Shop.samples.path)/catalog.csv"
        let answer = try shop.post("/insert", form: form)
        #expect(
            answer["status"] == .string("OK") && answer["total"] == .int(3) && answer["method"] == .string("insert"))
        guard case .int(let number)? = answer["trans_id"] else { throw Failed("\(answer)") }
        #expect(number < 1 << 53)
        let done = try shop.finish(answer["trans_id"])
        #expect(done["success_count"] == .int(1) && done["fail_count"] == .int(2) && done["total"] == .int(3))
        #expect(done["error_list"]?.values.map { $0["error_code"] } == [.int(201), .int(202)])
        #expect(done["error_list"]?.names == ["gone", "text"])
        #expect(done["start_time"]?.text?.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+0000/) != nil)
        let second = try shop.get("/insert/status/\(number)?error_page=2&error_limit=1")["result"]?[0]
        #expect(second?["error_list"]?.names == ["text"] && second?["error_page"] == .int(2))
        #expect(shop.engine.field("price", of: "a") == .float(1.5))
        #expect(shop.engine.field("title", of: "a") == .string("Ünï & co"))

        let parts = [
            ("im_name[3]", Array("b".utf8), false), ("image[3]", try Shop.picture("bag-001"), true),
            ("price[3]", Array("12".utf8), false),
        ]
        let uploaded = try shop.post("/insert", parts: parts)
        #expect(try shop.finish(uploaded["trans_id"])["success_count"] == .int(1))
        #expect(try shop.get("/search?im_name=a")["result"]?.names == ["b"])
    }

    @Test("a picture without a filename is refused by the name of its part, and no text of it is kept")
    func namelessPicture() throws {
        let shop = try Shop(names: ["shoe-001"])
        let name = Array("new".utf8)
        let known = Array("shoe-001".utf8)
        let text = "is not taken as a picture: a part with a picture needs a filename."
        let picture = try Shop.picture("bag-001")
        let refused: [[(name: String, bytes: [UInt8], isFile: Bool)]] = [
            [("im_name[2]", name, false), ("image[2]", picture, false)],
            // With a URL beside it, and where attributes alone would do.
            [
                ("im_name[2]", name, false), ("im_url[2]", Array("http://x/a.jpg".utf8), false),
                ("image[2]", picture, false),
            ],
            [("im_name[2]", known, false), ("image[2]", picture, false)],
            [("im_name[2]", name, false), ("image[2]", Array("GIF89a\0\0".utf8), false)],
            // The path in the place of the file.
            [("im_name[2]", name, false), ("image[2]", Array("photo.jpg".utf8), false)],
        ]
        for parts in refused {
            let fault = try shop.post("/insert", parts: parts)["error"]?[0]
            #expect(fault?["error_code"] == .int(108) && fault?["error_message"] == .string("image[2] \(text)"))
        }
        let missing = try shop.post("/insert", parts: [("im_name[0]", name, false), ("image[0]", [], false)])
        #expect(missing["error"]?[0]?["error_message"] == .string("Missing im_url."))
        // A field of this name is one like any other.
        let field = try shop.post(
            "/insert", parts: [("im_name[0]", known, false), ("image[0]", Array("à".utf8), false)])
        #expect(try shop.finish(field["trans_id"])["success_count"] == .int(1))
        #expect(shop.engine.field("image", of: "shoe-001") == .string("à"))
        #expect(try shop.engine.countBlocking() == 1)
    }

    @Test("a hundred images with their bytes and attributes come in one request; one more is too many")
    func hundred() throws {
        let shop = try Shop()
        func parts(_ count: Int) throws -> [(name: String, bytes: [UInt8], isFile: Bool)] {
            try (0..<count).flatMap { index -> [(name: String, bytes: [UInt8], isFile: Bool)] in
                let texts = ["im_name": "n\(index)", "price": "\(index)", "brand": "acme", "note": "x"]
                let picture = try Shop.picture(Shop.names[index % Shop.names.count])
                return texts.map { ("\($0)[\(index)]", Array($1.utf8), false) } + [("image[\(index)]", picture, true)]
            }
        }
        let answer = try shop.post("/insert", parts: parts(100))
        #expect(answer["status"] == .string("OK") && answer["total"] == .int(100))
        #expect(try shop.finish(answer["trans_id"])["success_count"] == .int(100))
        #expect(try shop.engine.countBlocking() == 100)
        #expect(try shop.post("/insert", parts: parts(101))["error"]?[0]?["error_code"] == .int(103))
    }

    @Test("without an image the attributes that are named change, and no others; an empty one goes")
    func update() throws {
        let shop = try Shop(names: ["shoe-001", "shoe-002"])
        let answer = try shop.post("/insert", form: "im_name[0]=shoe-001&price[0]=99&brand[0]=&note[0]=new")
        #expect(answer["status"] == .string("OK"))
        #expect(try shop.finish(answer["trans_id"])["success_count"] == .int(1))
        #expect(shop.engine.field("price", of: "shoe-001") == .float(99))
        #expect(shop.engine.field("brand", of: "shoe-001") == nil)
        #expect(shop.engine.field("note", of: "shoe-001") == .string("new"))
        #expect(shop.engine.field("category", of: "shoe-001") == .string("shoe"))
        #expect(try shop.get("/search?im_name=shoe-002&score=true")["result"]?.names == ["shoe-001"])
    }

    @Test("values of fields that nobody has declared come back as they were sent, numbers as the service writes them")
    func kinds() throws {
        let shop = try Shop(names: ["shoe-001"])
        let form =
            "im_name[0]=a&im_url[0]=\(url("shoe-002"))&isNew[0]=yes&day[0]=2024-01-01&sizes[0]=M|L&depth[0]=1.5&code[0]=007&lot[0]=12E4"
            + "&im_name[1]=b&im_url[1]=\(url("shoe-003"))&isNew[1]=no&day[1]=2024-02-01&depth[1]=2&pieces[1]=5"
        #expect(try shop.finish(try shop.post("/insert", form: form)["trans_id"])["success_count"] == .int(2))
        let later = try shop.post("/insert", form: "im_name[0]=a&isNew[0]=perhaps&day[0]=soon")
        #expect(try shop.finish(later["trans_id"])["success_count"] == .int(1))
        let query = "/search?im_name=shoe-001&fl=isNew,day,sizes,depth,code,lot,pieces&sort_by=depth:asc"
        let values = try shop.get(query)["result"]?.values.map { $0["value_map"] }
        let a = ["isNew": "perhaps", "day": "soon", "sizes": "M|L", "depth": "1.500000", "code": "007", "lot": "12E4"]
        let b = ["isNew": "no", "day": "2024-02-01", "depth": "2.000000", "pieces": "5"]
        #expect(values == [a, b].map { .object($0.mapValues(JSONValue.string)) })
    }

    @Test("numbers of a field that nobody has declared become floats and strings with the first value that needs it")
    func widening() throws {
        let shop = try Shop(names: ["shoe-001"])
        func insert(_ name: String, _ values: String) throws -> JSONValue {
            let answer = try shop.post("/insert", form: "im_name[0]=\(name)&im_url[0]=\(url("shoe-002"))&\(values)")
            #expect(answer["status"] == .string("OK"))
            return try shop.finish(answer["trans_id"])["success_count"] ?? .null
        }
        func found(_ options: String) throws -> [JSONValue?] {
            let query = "/search?im_name=shoe-001&fl=size&score=true&\(options)"
            return try shop.get(query)["result"]?.values.map { $0["value_map"]?["size"] } ?? []
        }
        func facet() throws -> JSONValue? {
            try shop.get("/search?im_name=shoe-001&facets=size")["facets"]?[0]
        }
        #expect(try insert("a", "size[0]=49") == .int(1))
        #expect(try found("fq=size:40,60") == [.string("49")])
        #expect(try insert("b", "size[0]=49.5") == .int(1))
        #expect(try Set(found("fq=size:40,60")) == [.string("49.000000"), .string("49.500000")])
        #expect(try found("fq=size:49.2,60") == [.string("49.500000")])
        #expect(try facet()?["range"] == .object(["min": .string("49"), "max": .string("50")]))
        #expect(try insert("d", "size[0]=51") == .int(1))
        #expect(shop.engine.field("size", of: "d") == .float(51))
        #expect(try insert("e", "size[0]=1.10") == .int(1))
        #expect(try found("fq=size:1,2") == [.string("1.100000")])
        #expect(try insert("c", "size[0]=M") == .int(1))
        for size in ["49", "49.5", "51", "1.10", "M"] {
            #expect(try found("fq=size:\(size)") == [.string(size)])
        }
        #expect(try shop.engine.store.check().isEmpty)
    }

    @Test("a declared kind stays, also one that was guessed before")
    func declared() throws {
        let shop = try Shop()
        try shop.engine.store.define(["pieces": .int])
        func codes(_ values: String) throws -> [JSONValue?]? {
            let answer = try shop.post("/insert", form: "im_name[0]=a&im_url[0]=\(url("shoe-002"))&\(values)")
            _ = try shop.finish(answer["trans_id"])
            return answer["error"]?.values.map { $0["error_code"] }
        }
        #expect(try codes("pieces[0]=49.5") == [.int(109)])
        #expect(try codes("size[0]=49") ?? [] == [])
        try shop.engine.store.define(["size": .float])
        #expect(shop.engine.field("size", of: "a") == .float(49))
        #expect(try codes("size[0]=M") == [.int(109)])
        #expect(try shop.engine.store.check().isEmpty)
    }

    @Test("what is wrong with an image is told at once, with its index, and the others are taken")
    func faults() throws {
        let shop = try Shop(names: ["shoe-001"])
        func codes(_ form: String) throws -> [JSONValue?] {
            try shop.post("/insert", form: form)["error"]?.values.map { $0["error_code"] } ?? []
        }
        let mixed = try shop.post(
            "/insert", form: "im_name[0]=red+dress&im_url[0]=\(url("bag-001"))&im_name[2]=b&im_url[2]=\(url("bag-002"))"
        )
        #expect(mixed["status"] == .string("warning") && mixed["total"] == .int(1))
        #expect(mixed["error"]?[0]?["index"] == .int(0) && mixed["error"]?[0]?["error_code"] == .int(107))
        #expect(mixed["error"]?[0]?["error_message"] == .string("Invalid im_name."))
        #expect(try shop.finish(mixed["trans_id"])["total"] == .int(1))
        #expect(try codes("im_name[0]=x") == [.int(108)])
        #expect(try codes("im_url[0]=http://x/y.jpg") == [.int(107)])
        #expect(try codes("im_name[0]=shoe-001&price[0]=cheap") == [.int(109)])
        #expect(try codes("im_name[0]=shoe-001&stock[0]=1.5") == [.int(109)])
        let many = (1...40).map { "&f\($0)[0]=1" }.joined()
        #expect(try codes("im_name[0]=shoe-001" + many) == [.int(105)])
        #expect(try codes("im_name[0]=" + String(repeating: "n", count: 513)) == [.int(106)])
        #expect(try codes("im_name[0]=y&im_url[0]=http://x/" + String(repeating: "u", count: 5000)) == [.int(106)])
        #expect(try codes("custom=1") == [.int(104)])
        let hundred = (0...100).map { "im_name[\($0)]=n\($0)&im_url[\($0)]=http://x/" }.joined(separator: "&")
        #expect(try codes(hundred) == [.int(103)])
        let none = try shop.post("/insert", form: "")
        #expect(none["status"] == .string("fail"))
        #expect(try shop.finish(none["trans_id"])["processed_percent"] == .int(100))
    }

    @Test("what is refused before it is read has the form that each client reads")
    func refusedUnread() throws {
        let shop = try Shop { setup in setup.http.limits.parameters = 2 }
        let form = "im_name[0]=a&im_name[1]=b&im_name[2]=c"
        let insert = try shop.post("/insert", form: form)
        #expect(insert["error"]?[0]?["error_message"] == .string("Too many parameters."))
        let remove = try shop.post("/remove", form: form)
        #expect(remove["error"]?.texts == ["Too many parameters."])
        for answer in [insert, remove] { #expect(answer["status"] == .string("fail") && answer["total"] == .int(0)) }
    }

    @Test("an unknown transaction is one")
    func unknown() throws {
        let shop = try Shop.shared.get()
        for name in ["317503499455827968", "x", ""] {
            let answer = try shop.get("/insert/status/\(name)")
            #expect(answer["status"] == .string("fail"))
            #expect(answer["error"]?[0]?["error_code"] == .int(101))
        }
    }

    @Test("what is removed is gone, and what was not there is told")
    func remove() throws {
        let shop = try Shop(names: ["shoe-001", "shoe-002", "shoe-003"])
        let answer = try shop.post("/remove", form: "im_name[0]=shoe-002&im_name[1]=none")
        #expect(answer["status"] == .string("warning") && answer["total"] == .int(1))
        #expect(answer["error"]?.names == ["none"] && answer["error"]?[0]?["error_code"] == .int(102))
        #expect(try shop.get("/search?im_name=shoe-001")["result"]?.names == ["shoe-003"])
        let none = try shop.post("/remove", form: "")
        #expect(none["status"] == .string("OK") && none["total"] == .int(0))
    }

    @Test(
        "names are keys and nothing else",
        arguments: ["../../etc/passwd", "..%2f", "a%00b", "CON", "a.", "%F0%9F%91%9F"])
    func opaque(_ name: String) throws {
        let shop = try Shop()
        let answer = try shop.post("/insert", form: "im_name[0]=\(name)&im_url[0]=\(url("mug-001"))")
        if name.contains("%00") {
            #expect(answer["error"]?[0]?["error_code"] == .int(107))
            return
        }
        #expect(try shop.finish(answer["trans_id"])["success_count"] == .int(1))
        #expect(try shop.get("/search?im_name=\(name)")["status"] == .string("OK"))
        let files = try FileManager.default.contentsOfDirectory(atPath: shop.folder.url.path)
        #expect(files.allSatisfy { $0.hasPrefix("shop.magpie") })
    }

    @Test("without a key nothing is answered, in the form that each client reads")
    func keys() throws {
        let shop = try Shop { setup in _ = setup.http.credentials.add(key: "APPKEY") }
        #expect(
            try shop.get("/search?im_name=a")["error"]?.texts.first?
                .hasPrefix("Invalid access key or secret key. No key came.") == true)
        #expect(
            try shop.get("/search?im_name=a&access_key=APPKEY")["error"]?.texts == ["Image not found with im_name."])
        #expect(try shop.post("/insert", form: "im_name[0]=a")["error"]?[0]?["error_code"] == .int(11))
        for path in ["/insert/status/1", "/remove"] {
            let refused = try shop.get(path)
            #expect(refused["error"]?.texts.first?.hasPrefix("Invalid access key or secret key.") == true)
            #expect(refused["error_code"] == .int(11) && refused["status"] == .string("fail"))
        }
        let json = ["Content-Type: application/json"]
        #expect(try shop.ask("POST", "/engine/count", headers: json, body: Array("{}".utf8)).answer.status == 401)
        #expect(try shop.ask("GET", "/v3/__va.gif?action=x").answer.status == 401)
    }
}

extension SearchEngine {
    func field(_ field: String, of name: String) -> AttributeValue? {
        ((try? itemBlocking(name)) ?? nil)?.attributes[field]
    }
}
