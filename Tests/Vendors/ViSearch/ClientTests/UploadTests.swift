import ClientTestSupport
import Foundation
import PictureTestSupport
import SearchClientImaging
import TestSupport
import Testing

@testable import ViSearchClient

@Suite(.timeLimit(.minutes(5))) struct UploadTests {
    private static let box = Box(left: 101, top: 57, width: 898, height: 720)

    /// Size of the picture, longest side asked for, size and corners that are sent.
    static let vectors: [(width: Int, height: Int, side: Int, sent: Size, corners: String)] = [
        (4032, 3024, 512, Size(width: 512, height: 384), "12,7,126,98"),
        (3024, 4032, 512, Size(width: 384, height: 512), "12,7,126,98"),
        (1000, 667, 512, Size(width: 512, height: 342), "51,29,511,397"),
        (600, 600, 512, Size(width: 512, height: 512), "86,48,852,663"),
        (513, 100, 512, Size(width: 512, height: 100), "100,56,997,775"),
        (300, 200, 512, Size(width: 300, height: 200), "101,57,999,777"),
        (4032, 3024, 1024, Size(width: 1024, height: 768), "25,14,253,197"),
        // Here the official clients stretch the picture and misplace the box.
        (4000, 3000, 2048, Size(width: 1024, height: 768), "25,14,255,198"),
        (3000, 4000, 2048, Size(width: 768, height: 1024), "25,14,255,198"),
        (1500, 1000, 1200, Size(width: 1024, height: 683), "68,38,681,530"),
    ]

    @Test("a box is sent where the official clients send it, but for their faults", arguments: 0..<10)
    func sentBox(_ index: Int) throws {
        let (width, height, side, sent, corners) = Self.vectors[index]
        let size = Size(width: width, height: height)
        let settings = try UploadSettings(side: min(side, 1024), quality: 90)
        let fitted = try prepare(
            .pixels(#require(PixelBuffer(size: size, bytes: [UInt8](repeating: 90, count: width * height * 3)))),
            as: Recipe(.fit(settings.side, quality: settings.quality)))
        #expect(fitted.outputs[0].size == sent)
        let scale = UploadScale(from: size, to: fitted.outputs[0].size)
        // The recorded corners are those of a box that may reach out of the picture, which we cut off first.
        let inside = Box(
            left: 101, top: 57, width: min(999, width) - 101, height: min(777, height) - 57)
        guard inside.width > 0, inside.height > 0 else { return }
        let moved = try #require(scale.map(Self.box))
        let wanted = corners.split(separator: ",").map { Int($0)! }
        #expect(moved.left == wanted[0])
        #expect(moved.top == wanted[1])
        if inside == Self.box {
            #expect([moved.right, moved.bottom] == Array(wanted[2...]))
        } else {
            #expect(moved == scale.map(inside))
            #expect(moved.right <= sent.width && moved.bottom <= sent.height)
        }
    }

    @Test("what has an area keeps a pixel, a point stays a point, what lies outside is nowhere")
    func places() throws {
        let scale = UploadScale(from: Size(width: 5120, height: 2560), to: Size(width: 512, height: 256))
        #expect(scale.map(Box(left: 3, top: 3, width: 4, height: 4)) == Box(left: 0, top: 0, width: 1, height: 1))
        #expect(scale.map(Point(left: 4580, top: 1009)) == Point(left: 458, top: 100))
        #expect(scale.map(Point(left: 5120, top: 0)) == nil && scale.map(Point(left: 0, top: -1)) == nil)
        #expect(
            scale.map(Box(left: -100, top: -100, width: 200, height: 300))
                == Box(left: 0, top: 0, width: 10, height: 20))
        #expect(scale.map(Box(left: 5120, top: 0, width: 10, height: 10)) == nil)
        #expect(scale.map(Box(left: 0, top: 0, width: 10, height: 0)) == nil)
        #expect(scale.map(Box(left: Int.max, top: 0, width: Int.max, height: 10)) == nil)
        // The shorter side was rounded down: what lies on its last row lies there in the upload as well.
        let thin = UploadScale(from: Size(width: 5120, height: 2554), to: Size(width: 512, height: 255))
        #expect(
            thin.map(Box(left: 5119, top: 2553, width: 1, height: 1)) == Box(left: 511, top: 254, width: 1, height: 1))
        #expect(thin.map(Point(left: 5119, top: 2553)) == Point(left: 511, top: 254))
        #expect(
            scale.unmap(Box(left: 10, top: 20, width: 30, height: 40))
                == Box(left: 100, top: 200, width: 300, height: 400))
    }

    @Test("a file is prepared, and its box and points are carried along; refining needs no second upload")
    func upload() async throws {
        let folder = try TemporaryFolder()
        let photo = folder.url.appending(path: "photo.jpg")
        let pixels = Pictures.scene(1600, 1200)
        try Data(prepare(.pixels(pixels), as: Recipe(.fit(1024))).outputs[0].jpeg).write(to: photo)
        let things =
            #","product_types":[{"type":"top","score":0.9,"box":[51,30,204,142],"attributes":{}}],"im_id":"i.jpg""#
        let server = try ScriptedServer { _, _ in .json(found(["a"], extra: things)) }
        let client = server.client()

        let box = Box(left: 40, top: 60, width: 300, height: 220)
        let answer = try await client.uploadSearch(
            .file(photo), box: box, points: [.init(left: 900, top: 700)], detection: .all, settings: .standard,
            options: .init(limit: 5))
        let first = server.requests[0]
        #expect(first.method == "POST")
        #expect(first.path == "/uploadsearch")
        let parts = first.parts
        func text(_ name: String) -> String? { parts[name].map { String(decoding: $0, as: UTF8.self) } }
        #expect(text("box") == "20,30,170,140")
        #expect(text("point") == "450,350")
        #expect(text("detection") == "all")
        #expect(text("limit") == "5")
        #expect(text("access_key") == "APP")
        let sent = try prepare(.bytes(#require(parts["image"])), as: Recipe(.fit(512)))
        #expect(sent.uprightSize == Size(width: 512, height: 384))
        #expect(sent.header?.format == .jpeg)

        #expect(answer.hits.map(\.name) == ["a"])
        let thing = try #require(answer.productTypes?.first?.box)
        #expect(answer.original(thing) == Box(left: 102, top: 60, width: 306, height: 224))

        // A box without an area is the point at its corner, first and when refined.
        let point = Box(x1: 574, y1: 224, x2: 574, y2: 224)
        _ = try await client.uploadSearch(.file(photo), box: point, settings: .standard)
        #expect(server.requests[1].parts["box"].map { String(decoding: $0, as: UTF8.self) } == "287,112,287,112")
        _ = try await answer.refine(box: point)
        #expect(server.requests[2].form["box"] == "287,112,287,112")
        let outside = await error { () async throws(ClientError) in
            try await answer.refine(box: Box(x1: 5000, y1: 0, x2: 5000, y2: 0))
        }
        if case .invalidArgument? = outside {} else { Issue.record("\(String(describing: outside))") }

        _ = try await answer.refine(box: Box(left: 100, top: 100, width: 200, height: 100))
        let second = server.requests[3]
        #expect(second.form["im_id"] == "i.jpg")
        #expect(second.form["box"] == "50,50,150,100")
        #expect(second.form["limit"] == "5")
        #expect(second.parts["image"] == nil)
        #expect(server.requests.count == 4)
    }

    @Test("a URL and an earlier upload get the box as it is")
    func elsewhere() async throws {
        let server = try ScriptedServer { _, _ in .json(found([], extra: #","im_id":"j.jpg""#)) }
        let client = server.client()
        let box = Box(left: 101, top: 57, width: 898, height: 720)
        let answer = try await client.uploadSearch(.url("http://x/a.jpg?b=1&c=2"), box: box)
        _ = try await client.discoverSearch(.id("k.jpg"), box: box, points: [.init(left: 5, top: 6)], resultLimit: 3)
        _ = try await answer.refine(box: box)
        let forms = server.requests.map(\.form)
        #expect(forms[0]["im_url"] == "http://x/a.jpg?b=1&c=2")
        #expect(forms[1]["im_id"] == "k.jpg")
        #expect(forms[1]["result_limit"] == "3")
        #expect(forms[1]["point"] == "5,6")
        #expect(forms[2]["im_id"] == "j.jpg")
        #expect(forms.allSatisfy { $0["box"] == "101,57,999,777" })
    }

    @Test(
        "settings out of range are refused with what would be right",
        arguments: [
            (0, 90, "the longest side of an upload must be 1 pixel or more, not 0"),
            (-4000, 90, "the longest side of an upload must be 1 pixel or more, not -4000"),
            (512, 101, "the quality of an upload must be from 1 to 100, not 101"),
            (512, 0, "the quality of an upload must be from 1 to 100, not 0"),
        ])
    func settings(_ side: Int, _ quality: Int, _ text: String) {
        #expect(throws: ClientError.invalidArgument(text)) { try UploadSettings(side: side, quality: quality) }
    }

    @Test("a side that the service would bring down is brought down, and the settings tell the one that is used")
    func broughtDown() throws {
        #expect(try UploadSettings(side: 2000).side == 1024)
        #expect(try UploadSettings(side: 2000) == .highQuality && UploadSettings(side: 512) == .standard)
        #expect(try UploadSettings(size: Size(width: 300, height: 900), quality: 80).side == 900)
        #expect(try UploadSettings(side: .max, quality: 80).quality == 80)
    }

    @Test("high quality is larger and better")
    func presets() throws {
        #expect(try UploadSettings.standard == UploadSettings(side: 512, quality: 97))
        #expect(try UploadSettings.highQuality == UploadSettings(side: 1024, quality: 98))
    }

    @Test("the whole upload is the whole original, also where its shorter side was rounded")
    func whole() {
        let size = Size(width: 5120, height: 2554)
        let scale = UploadScale(from: size, to: Size(width: 512, height: 255))
        #expect(scale.unmap(Box(left: 0, top: 0, width: 512, height: 255)) == Box(covering: size))
    }

    @Test("features, attributes of objects, words beside a picture and all settings travel")
    func furtherSettings() async throws {
        let server = try ScriptedServer { request, _ in
            request.path == "/multisearch/autocomplete"
                ? .json(#"{"status":"OK","method":"multisearch/autocomplete","result":[{"text":"red bag"}]}"#)
                : .json(found(["a"]))
        }
        let client = server.client()
        _ = try await client.uploadSearch(
            .feature("Zg=="), detection: .type("bag"), detectionLimit: 3, sensitivity: .high,
            detectionAttributes: ["color": ["red", "teal"]])
        let completions = try await client.autocomplete("re", image: .id("i.jpg"))
        _ = try await client.recommendations(.init("bag-007", algorithm: "STL", setLimit: 2, categories: ["Bags"]))
        _ = try await client.remove(["a"], custom: [.init("reason", "sold")])

        let search = server.requests[0].form
        #expect(search["im_feature"] == "Zg==")
        #expect(search["detection"] == "bag")
        #expect(search["detection_limit"] == "3")
        #expect(search["detection_sensitivity"] == "high")
        #expect(search["detection_attribute[color]"] == "red,teal")
        #expect(server.requests[1].form["im_id"] == "i.jpg")
        #expect(server.requests[1].form["q"] == "re")
        #expect(completions.completions.map(\.text) == ["red bag"])
        #expect(server.requests[2].query["algorithm"] == "STL")
        #expect(server.requests[2].query["set_limit"] == "2")
        #expect(server.requests[2].query["category"] == "Bags")
        #expect(server.requests[3].form["reason"] == "sold")

        let item = ItemPicture("a", .feature("Zg=="))
        let refused = await error { () async throws(ClientError) in try await client.insert(pictures: [item]) }
        #expect(refused == .invalidArgument("a feature cannot be the picture of `a`"))
    }

    @Test("bytes, data, files and pixels are one case of a query picture")
    func local() {
        #expect(QueryImage.bytes([1, 2]) == .data(Data([1, 2])))
        #expect(QueryImage.file(URL(filePath: "/a")) == .local(.file(URL(filePath: "/a"))))
    }

    @Test("a picture that is none, and a box outside, are refused before the network")
    func refusals() async throws {
        let server = try ScriptedServer { _, _ in .json(found([])) }
        let client = server.client()
        let none = await error { () async throws(ClientError) in
            try await client.uploadSearch(.file(URL(filePath: "/nowhere/a.jpg")))
        }
        #expect(none == .image(.notFound(path: "/nowhere/a.jpg")))
        let bytes = await error { () async throws(ClientError) in try await client.uploadSearch(.bytes([1, 2, 3])) }
        guard case .image = bytes else {
            Issue.record("bytes that are no picture")
            return
        }
        let outside = await error { () async throws(ClientError) in
            try await client.uploadSearch(
                .pixels(Pictures.scene(64, 64)), box: Box(left: 64, top: 0, width: 5, height: 5))
        }
        guard case .invalidArgument(let text) = outside, text.contains("64") else {
            Issue.record("a box outside")
            return
        }
        let point = await error { () async throws(ClientError) in
            try await client.uploadSearch(.pixels(Pictures.scene(64, 64)), points: [.init(left: 3, top: 64)])
        }
        guard case .invalidArgument = point else {
            Issue.record("a point outside")
            return
        }
        let again = try await client.uploadSearch(.pixels(Pictures.scene(64, 64)))
        let unnamed = await error { () async throws(ClientError) in try await again.refine() }
        guard case .invalidArgument(let text) = unnamed, text.contains("im_id") else {
            Issue.record("an answer without im_id")
            return
        }
        #expect(server.requests.count == 1)
    }

    @Test("a part of a picture is sent alone, and boxes remain pixels of the original")
    func crop() async throws {
        let things = #","product_types":[{"type":"top","score":0.9,"box":[0,0,128,96],"attributes":{}}]"#
        let server = try ScriptedServer { _, _ in .json(found(["a"], extra: things)) }
        var settings = UploadSettings.standard
        settings.crop = Box(x1: 400, y1: 300, x2: 1200, y2: 900)
        let picture = QueryImage.pixels(Pictures.scene(1600, 1200))
        let answer = try await server.client().uploadSearch(
            picture, box: Box(x1: 600, y1: 450, x2: 1000, y2: 750), settings: settings)
        let parts = server.requests[0].parts
        #expect(parts["box"].map { String(decoding: $0, as: UTF8.self) } == "128,96,384,288")
        let sent = try inspect(try #require(parts["image"]))
        #expect(sent.uprightSize == Size(width: 512, height: 384))
        let thing = try #require(answer.productTypes?.first?.box)
        #expect(answer.original(thing) == Box(x1: 400, y1: 300, x2: 600, y2: 450))
    }

    @Test("without a preparer a picture and its box are sent as they are, with a type that claims nothing")
    func unprepared() async throws {
        let server = try ScriptedServer { _, _ in .json(found(["a"])) }
        let client = server.client(preparer: nil)
        let box = Box(x1: 600, y1: 450, x2: 1000, y2: 750)
        let answer = try await client.uploadSearch(.bytes([0x89, 0x50, 0x4E, 0x47]), box: box)
        #expect(server.requests[0].parts["image"] == [0x89, 0x50, 0x4E, 0x47])
        #expect(server.requests[0].parts["box"].map { String(decoding: $0, as: UTF8.self) } == "600,450,1000,750")
        #expect(server.requests[0].text.contains("Content-Type: application/octet-stream"))
        #expect(answer.original(box) == box)
    }
}
