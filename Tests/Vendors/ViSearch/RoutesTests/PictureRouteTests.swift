import Foundation
import ServedShop
import TestSupport
import Testing
import ViSearchAPI

@testable import SearchServer
@testable import ViSearchRoutes

@Suite("Searches with pictures over HTTP", .timeLimit(.minutes(5)))
struct PictureRouteTests {
    private let shop: Shop

    init() throws { shop = try Shop.shared.get() }

    @Test("a picture finds itself, and is kept under a name for the next box")
    func upload() throws {
        let answer = try shop.upload("/uploadsearch", Shop.picture("bag-003"), "limit=3&score=true")
        #expect(answer["result"]?[0]?["im_name"] == .string("bag-003"))
        #expect(answer["product_types"] == .array([]))
        let name = try #require(answer["im_id"]?.text)
        #expect(name.wholeMatch(of: /[0-9]{8}[0-9a-f]{40}\.jpg/) != nil)

        let again = try shop.get("/uploadsearch?im_id=\(name)&limit=3&score=true")
        #expect(again["result"] == answer["result"] && again["im_id"] == answer["im_id"])
        let part = try shop.get("/uploadsearch?im_id=\(name)&limit=3&score=true&box=0,0,60,60")
        #expect(part["result"] != answer["result"])
        // A box that has nothing of the picture, and an invalid one, count as no box.
        for box in ["100000,100000,100010,100010", "-5,0,60,60", "10,10,10,40"] {
            #expect(
                try shop.get("/uploadsearch?im_id=\(name)&limit=3&score=true&box=\(box)")["result"] == answer["result"])
        }
        // One with too few pixels is a mistake.
        for verb in ["uploadsearch", "discoversearch", "extractfeature"] {
            let small = try shop.get("/\(verb)?im_id=\(name)&box=10,10,11,40")
            #expect(
                small["error"]?.texts == [
                    "box is invalid: the box 10,10,11,40 has only 1 x 30 pixels of the picture; at least 6 x 6 are needed "
                        + "to describe it."
                ], "\(verb)")
        }
        #expect(try shop.get("/uploadsearch?im_id=20171012b9.jpg")["error"]?.texts == ["im_id is invalid."])
    }

    @Test("a product type of the detection is that of the hits, with a box, a point, words and a feature as well")
    func typed() throws {
        let scene = Array(try Data(contentsOf: Shop.samples.appending(path: "scenes/scene-01.jpg")))
        let feature = try #require(try shop.upload("/extractfeature", scene)["result"]?[0]?.text)
        let encoded = feature.replacing("+", with: "%2B").replacing("/", with: "%2F").replacing("=", with: "%3D")
        let wide = "limit=100&fl=category&detection=Mugs"
        var answers = [try shop.get("/uploadsearch?im_feature=\(encoded)&\(wide)")]
        for part in ["", "&box=375,105,739,524", "&box=550,300,550,300", "&point=550,300", "&q=fine"] {
            answers.append(
                try shop.upload("/\(part.hasPrefix("&q") ? "multisearch" : "uploadsearch")", scene, wide + part))
        }
        for answer in answers {
            let hits = answer["result"]?.values ?? []
            #expect(!hits.isEmpty && hits.allSatisfy { $0["value_map"]?["category"] == .string("mug") })
        }
        let discovered = try shop.upload("/discoversearch", scene, "fl=category&detection=mug")
        let objects = discovered["objects"]?.values ?? []
        #expect(!objects.isEmpty)
        for hit in objects.flatMap({ $0["result"]?.values ?? [] }) {
            #expect(hit["value_map"]?["category"] == .string("mug"))
        }
    }

    @Test("with a box or a point an answer names the object there, and detection counts")
    func named() throws {
        let scene = Array(try Data(contentsOf: Shop.samples.appending(path: "scenes/scene-01.jpg")))
        for place in ["box=375,105,739,524", "box=550,300,550,300", "point=550,300", "box=100,300,220,390"] {
            for detection in ["", "&detection=all", "&detection=bag"] {
                let answer = try shop.upload("/uploadsearch", scene, place + detection)
                let named = answer["product_types"]?.values ?? []
                #expect(named.count == 1 && named.first?["box"]?.values.count == 4, "\(place)\(detection)")
                #expect(answer["product_types_list"]?.values.isEmpty == false)
            }
            #expect(try shop.upload("/uploadsearch", scene, place + "&detection=")["product_types"] == .array([]))
        }
        // A feature is that of the part that a search would compare.
        let (point, whole) = (
            try shop.upload("/extractfeature", scene, "box=550,300,550,300")["result"],
            try shop.upload("/extractfeature", scene)["result"]
        )
        #expect(try point != whole && point == shop.upload("/extractfeature", scene, "point=550,300")["result"])
        #expect(try shop.upload("/extractfeature", scene, "detection=bag")["result"] != whole)
    }

    @Test("parameters count wherever they stand")
    func places() throws {
        let bytes = try Shop.picture("mug-004")
        let query = try shop.upload("/uploadsearch", bytes, "limit=2&fq=category:mug")["result"]
        let parts = try shop.post(
            "/uploadsearch",
            parts: [
                ("limit", Array("2".utf8), false), ("fq", Array("category:mug".utf8), false), ("image", bytes, true),
            ])
        #expect(query?.values.count == 2 && parts["result"] == query)
    }

    @Test("of several sources the earlier upload wins over the file, and the file over the URL")
    func sources() throws {
        let shoe = try shop.upload("/uploadsearch", Shop.picture("shoe-002"))
        let name = try #require(shoe["im_id"]?.text)
        let bag = try Shop.picture("bag-002")
        #expect(try shop.upload("/uploadsearch", bag, "im_id=\(name)")["result"]?[0]?["im_name"] == .string("shoe-002"))
        let url = "im_url=file://\(Shop.file("lamp-002").path)"
        #expect(try shop.upload("/uploadsearch", bag, url)["result"]?[0]?["im_name"] == .string("bag-002"))
        #expect(try shop.get("/uploadsearch?\(url)")["result"]?[0]?["im_name"] == .string("lamp-002"))
        // A multipart body without parts, as two clients send it.
        let boundary = ["Content-Type: multipart/form-data; boundary=B"]
        for body in ["--B--\r\n", "\r\n--B--\r\n"] {
            let answer = try shop.ask("POST", "/uploadsearch?\(url)", headers: boundary, body: Array(body.utf8)).json
            #expect(answer["result"]?[0]?["im_name"] == .string("lamp-002"))
        }
    }

    @Test("what cannot be used is told without a word about the network")
    func unusable() throws {
        #expect(try shop.get("/uploadsearch")["error"]?.texts == ["Missing im_url or im_id."])
        #expect(
            try shop.upload("/uploadsearch", Array("no picture".utf8))["error"]?.texts == ["Invalid image file format."]
        )
        let cut = Array(try Shop.picture("mug-001").prefix(3000))
        #expect(try shop.upload("/uploadsearch", cut)["error"]?.texts == ["Invalid image or im_url."])
        #expect(try shop.get("/uploadsearch?im_url=nonsense")["error"]?.texts == ["Invalid image or im_url."])
        var texts: Set<[String]> = []
        for url in [
            "http://127.0.0.1:1/", "http://127.0.0.1/", "http://10.255.255.1/", "http://no-such-host.invalid/",
            "http://[::1]:\(shop.port)/", "http://localhost:\(shop.port)/healthz", "file:///etc/passwd",
            "http://169.254.169.254/latest/meta-data/",
        ] {
            texts.insert(try shop.get("/uploadsearch?im_url=\(url)")["error"]?.texts ?? [])
        }
        #expect(texts == [["Could not download the image from im_url."]])
    }

    @Test("a server does not fetch for a fetch")
    func loop() throws {
        let open = try Shop { $0.fetch = FetchPolicy(allowsPrivate: true, seconds: 300) }
        let inner = "http://127.0.0.1:\(open.port)/uploadsearch?im_url=http://127.0.0.1:\(open.port)/healthz"
        let encoded = inner.replacing("&", with: "%26").replacing("?", with: "%3F").replacing("=", with: "%3D")
        let answer = try open.get("/uploadsearch?im_url=\(encoded)")
        #expect(answer["error"]?.texts == ["Invalid image file format."])
        let marked = try open.ask(
            "GET", "/uploadsearch?im_url=http://127.0.0.1:\(open.port)/healthz", headers: ["X-Magpie-Fetch: 1"])
        #expect(marked.json["error"]?.texts == ["Invalid image or im_url."])
    }

    @Test("objects in a picture are found, with hits and scores for each")
    func discover() throws {
        let scene = Array(try Data(contentsOf: Shop.samples.appending(path: "scenes/scene-01.jpg")))
        let answer = try shop.upload("/discoversearch", scene, "detection=all&detection_limit=3&result_limit=2")
        #expect(answer["status"] == .string("OK"))
        #expect(answer["detection_limit"] == .int(3) && answer["result_limit"] == .int(2))
        let objects = answer["objects"]?.values ?? []
        #expect((1...3).contains(objects.count))
        for object in objects {
            #expect(object["type"]?.text != nil && object["attributes"] != nil && object["total"] == .int(24))
            #expect(object["box"]?.values.count == 4)
            #expect(object["result"]?.values.count == 2)
            #expect(object["result"]?[0]?["score"] != nil)
        }
        let known = Set(answer["object_types_list"]?.values.compactMap { $0["type"]?.text } ?? [])
        #expect(known == ["shoe", "bag", "mug", "lamp"])
        let name = try #require(answer["im_id"]?.text)
        let again = try shop.post("/discoversearch", form: "im_id=\(name)&detection_limit=3&result_limit=2")
        #expect(again["objects"] == answer["objects"])
        let point = try shop.get("/discoversearch?im_id=\(name)&point=20,20&point=200,150&score=false")
        #expect(point["objects"]?.values.count == 2)
        #expect(point["objects"]?[1]?["point"] == .array([.int(200), .int(150)]))
        #expect(point["objects"]?[0]?["result"]?[0]?["score"] == nil)
        let old = try shop.post("/similarproducts", form: "im_id=\(name)&detection_limit=3&result_limit=2")
        #expect(old["group_result"]?.values.count == old["product_types"]?.values.count)
        #expect(old["group_result"]?[0] == answer["objects"]?[0]?["result"])
        #expect(old["page"] == .int(1) && old["limit"] == .int(2) && old["total"] == answer["objects"]?[0]?["total"])
        let grouped = try shop.get("/similarproducts?im_id=\(name)&group_by=category")
        #expect(grouped["group_result"]?[0]?.values.count == 4)
        let best = try shop.get("/uploadsearch?im_id=\(name)&detection=all")
        #expect(best["product_types"]?.values.isEmpty == false)
        #expect(best["product_types_list"]?.values.count == 4)
    }

    @Test("a type that no object is of: no objects, and a search with the whole picture without product types")
    func typeThatNothingIsOf() throws {
        let scene = Array(try Data(contentsOf: Shop.samples.appending(path: "scenes/scene-04.jpg")))
        let whole = try shop.upload("/uploadsearch", scene)
        let name = try #require(whole["im_id"]?.text)
        var missing = 0
        for type in ["shoe", "bags", "Mugs", "LAMP"] {
            let answer = try shop.get("/discoversearch?im_id=\(name)&detection=\(type)&detection_limit=30")
            #expect(answer["status"] == .string("OK") && answer["object_types_list"]?.values.count == 4)
            let objects = try #require(answer["objects"]?.values)
            let singular = type.lowercased().replacing(/s$/, with: "")
            for object in objects { #expect(object["type"]?.text == singular, "\(type)") }
            let search = try shop.get("/uploadsearch?im_id=\(name)&detection=\(type)")
            #expect(search["product_types"]?.values.isEmpty == objects.isEmpty, "\(type)")
            if objects.isEmpty {
                let within = try shop.get("/uploadsearch?im_id=\(name)&fq=category:\(singular)")
                #expect(search["result"] == within["result"], "\(type)")
            }
            missing += objects.isEmpty ? 1 : 0
        }
        #expect((1...3).contains(missing), "\(missing)")
        // A type that no item has is no wish at all.
        let unknown = try shop.get("/uploadsearch?im_id=\(name)&detection=boat")
        #expect(unknown["result"] == whole["result"] && unknown["product_types"] == .array([]))
    }

    @Test("types are named with the values of their items, and objects can be chosen by these values")
    func detectionAttributes() throws {
        let scene = Array(try Data(contentsOf: Shop.samples.appending(path: "scenes/scene-04.jpg")))
        let all = try shop.upload("/discoversearch", scene, "detection_limit=30&result_limit=1")
        let types = Dictionary(
            uniqueKeysWithValues: (all["object_types_list"]?.values ?? []).map { ($0["type"], $0["attributes_list"]) })
        #expect(types[.string("shoe")]??["brand"]?.texts == ["acme"])
        #expect(types[.string("bag")]??["tags"]?.texts.first == "bag")
        #expect(types.values.allSatisfy { $0?["title"] == nil })

        let name = try #require(all["im_id"]?.text)
        func things(_ query: String) throws -> [JSONValue] {
            let form = "im_id=\(name)&detection_limit=30&result_limit=1&\(query)"
            return try shop.post("/discoversearch", form: form)["objects"]?.values ?? []
        }
        let found = all["objects"]?.values ?? []
        // An attribute that no picture shows belongs to no object, but may be asked for.
        let shown = found.compactMap { thing -> Dictionary<String, JSONValue>.Keys? in
            if case .object(let members)? = thing["attributes"] { members.keys } else { nil }
        }
        #expect(shown.count == found.count && shown.contains { $0.contains("tags") })
        #expect(shown.allSatisfy { !$0.contains("brand") && !$0.contains("title") })
        let wanted = "acme"
        let fitting = try things("detection_attribute[brand]=\(wanted.uppercased())")
        #expect(!fitting.isEmpty && fitting.allSatisfy(found.contains))
        #expect(fitting.count < found.count)
        #expect(try things("detection_attribute[brand]=") == found)
        // A value that no item has leaves the whole picture.
        #expect(try things("detection_attribute[brand]=nobody").isEmpty)
        let best = try shop.get("/uploadsearch?im_id=\(name)&detection=all&detection_attribute[brand]=\(wanted)")
        #expect(best["product_types"]?[0]?["box"] == fitting[0]["box"])
    }

    @Test("a feature that was extracted finds what its picture finds")
    func feature() throws {
        let bytes = try Shop.picture("lamp-004")
        let extracted = try shop.upload("/extractfeature", bytes)
        #expect(extracted["method"] == .string("extractfeature"))
        let feature = try #require(extracted["result"]?[0]?.text)
        let wanted = try shop.upload("/uploadsearch", bytes, "score=true")["result"]
        let parts = [("im_feature", Array(feature.utf8), true), ("score", Array("true".utf8), false)]
        #expect(try shop.post("/uploadsearch", parts: parts)["result"] == wanted)
        #expect(try shop.post("/uploadsearch", form: "im_feature=AAAA")["status"] == .string("fail"))
    }

    @Test("the box is of the upright picture", arguments: [1, 3, 6, 8])
    func upright(_ orientation: Int) throws {
        let bytes = try Shop.picture("bag-005")
        let size = try inspect(bytes).storedSize
        let turned = bytes[..<2] + exif(orientation) + bytes[2...]
        let isSideways = orientation > 4
        let (width, height) = isSideways ? (size.height, size.width) : (size.width, size.height)
        let whole = try shop.upload("/uploadsearch", Array(turned), "score=true")
        // The whole picture as a box of upright pixels is the whole picture; one pixel more is, too.
        for more in [0, 1] {
            let boxed = try shop.upload(
                "/uploadsearch", Array(turned), "score=true&box=0,0,\(width + more),\(height + more)")
            #expect(boxed["result"] == whole["result"])
        }
    }

    /// An APP1 segment that says how the picture is turned.
    private func exif(_ orientation: Int) -> [UInt8] {
        let tiff: [UInt8] =
            Array("MM".utf8) + [0, 42, 0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, UInt8(orientation), 0, 0]
            + [0, 0, 0, 0]
        let body = Array("Exif\0\0".utf8) + tiff
        return [0xFF, 0xE1, 0, UInt8(body.count + 2)] + body
    }
}
