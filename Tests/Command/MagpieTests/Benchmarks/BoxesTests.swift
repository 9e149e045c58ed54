import Foundation
import Testing

@testable import magpie

@Suite("benchmarks boxes", .timeLimit(.minutes(5)))
struct BoxesTests {
    private let place: Workplace

    init() throws { place = try Workplace() }

    /// The first of the drawn scenes, in `scenes`, with the boxes of what was drawn in shares of the sides.
    private func scenes(_ count: Int) throws -> [(file: String, boxes: [[Double]])] {
        let data = try Data(contentsOf: URL(filePath: (LabelledCatalog.samples / Path("scenes.json")).text))
        let all = try #require(try JSONSerialization.jsonObject(with: data) as? [[String: Any]])
        return try all.prefix(count).map { scene in
            let file = try #require(scene["file"] as? String)
            let width = try #require(scene["width"] as? Double)
            let height = try #require(scene["height"] as? Double)
            try place.write(try contents(of: LabelledCatalog.samples / Path(file)), to: file)
            let boxes = try #require(scene["objects"] as? [[String: Any]]).map { object in
                let box = try #require(object["box"] as? [Double])
                return [box[0] / width, box[1] / height, (box[2] - box[0]) / width, (box[3] - box[1]) / height]
            }
            return (file, boxes)
        }
    }

    private func write(_ rows: [String], header: String = "file,x,y,w,h", to name: String = "boxes.csv") throws {
        try place.write(Array(([header] + rows).joined(separator: "\n").utf8), to: name)
    }

    private func row(_ file: String, _ box: [Double], _ more: String = "") -> String {
        ([file] + box.map { String($0) }).joined(separator: ",") + more
    }

    @Test("the objects of the sample scenes are found, and few boxes hold none")
    func sampleScenes() throws {
        let ended = try place.benchmarks("boxes", (LabelledCatalog.samples / Path("scenes.json")).text, "--json")
        #expect(ended.code == 0, "\(ended.errors)")
        let lines = try ended.json()
        #expect(lines.map { $0["test"] as? String } == ["scene"])
        let line = try #require(lines.first)
        let objects = try #require(line["objects"] as? Int)
        let pictures = try #require(line["pictures"] as? Int)
        #expect(pictures == 26 && objects == 93)
        let found = try #require(line["found"] as? Double)
        let shown = try #require(line["shown"] as? Double)
        #expect(found >= 0.93 && shown >= 0.8, "\(found), \(shown)")
        let perPicture = try #require(line["boxes"] as? Double)
        let right = try #require(line["right"] as? Double)
        #expect(right >= 0.87 && right <= 1, "\(right)")
        #expect(perPicture * Double(pictures) * right <= Double(objects) && perPicture < 4.7, "\(perPicture)")
        // There is no gallery to find them in.
        #expect(line["r1"] is NSNull)
        #expect(line["cpu_ms"] is Double)
    }

    private func cells(_ row: String?) -> [String] {
        (row ?? "").split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
    }

    @Test("kinds are named by the files, small boxes of coco pictures do not count, sources come with R@1")
    func kindsAndSources() throws {
        let scene = try #require(try scenes(1).first)
        let file = Path(scene.file)
        for copy in ["white_1.jpg", "coco/01.jpg"] {
            try place.write(try contents(of: place.path / file), to: copy)
        }
        let small = [0.5, 0.5, 0.1, 0.1]
        let source = "products/bag.jpg"
        try place.write(try contents(of: LabelledCatalog.samples / Path("images/bag-013.jpg")), to: source)
        try place.write(
            Array("file,class,split\nwhite_1.jpg,bag,query\n\(source),bag,gallery\n".utf8), to: "labels.csv")
        try write(
            scene.boxes.map { row("white_1.jpg", $0, ",\(source)") } + [row("white_1.jpg", small, ",")]
                + (scene.boxes + [small]).map { row("coco/01.jpg", $0, ",") } + [row("white_2.jpg", small, ",")],
            header: "file,x,y,w,h,source_file")
        let ended = try place.benchmarks("boxes", "boxes.csv", "--json", "--jobs", "1")
        #expect(ended.code == 0, "\(ended.errors)")
        #expect(ended.errors.contains("1 picture could not be used"))
        let lines = try ended.json()
        #expect(lines.map { $0["test"] as? String } == ["white", "coco"])
        #expect(lines.map { $0["objects"] as? Int } == [3, 2])
        #expect(lines.map { $0["pictures"] as? Int } == [1, 1])
        // With one picture in the gallery it is always the first.
        #expect(lines[0]["r1"] as? Double == 1)
        #expect(lines[1]["r1"] is NSNull)
        #expect(lines[1]["found"] as? Double == 1)
        // The average recall counts the small box of a hundredth of the picture as well.
        let recalls = try ["ar10", "ar10_large", "ar30"].map { try #require(lines[1][$0] as? Double) }
        #expect(recalls[0] > 0 && recalls[0] < recalls[1] && recalls[1] <= 1 && recalls[0] <= recalls[2])
        #expect(lines[1]["ar10_medium"] as? Double == 0 && lines[1]["ar10_small"] == nil)
        let table = try place.benchmarks("boxes", "boxes.csv").lines
        #expect(
            cells(table.first) == [
                "kind", "pictures", "objects", "found", "shown", "boxes", "right", "AR@10", "AR@30", "R@1", "CPU ms",
            ])
        #expect(table.dropFirst(2).map { cells($0)[0] } == ["white", "coco"])
        #expect(cells(table.last).count == 11)
    }

    @Test(
        "files of boxes that are none are explained",
        arguments: [
            ("file,x,y,w\na.jpg,0,0,1\n", "needs the columns"), ("x,y,w,h\n0,0,1,1\n", "needs the columns"),
            ("file,x,y,w,h\na.jpg,0.1,wide,0.2,0.2\n", "line 2"), ("file,x,y,w,h\na.jpg,0.1,,0.2,0.2\n", "without"),
            ("file,x,y,w,h\n,0.1,0.1,0.2,0.2\n", "without"), ("file,x,y,w,h\n", "no boxes"), ("", "column names"),
            ("file,x,y,w,h\na.jpg,10,10,200,100\n", "not within a.jpg"),
            ("file,x,y,w,h\na.jpg,0.1,0.1,0,0.2\n", "not within a.jpg"),
            ("file,x,y,w,h\na.jpg,0.1,0.1,-0.1,-0.1\n", "not within a.jpg"), ("[1]", "not a list of scenes"),
            ("[]", "no boxes"),
            ("[{\"file\":\"a.jpg\",\"width\":9,\"height\":9,\"objects\":[{\"box\":[1,2]}]}]", "not a list"),
            ("[{\"file\":\"a.jpg\",\"width\":0,\"height\":9,\"objects\":[{\"box\":[1,2,3,4]}]}]", "not within a.jpg"),
        ])
    func badFiles(text: String, says: String) throws {
        try place.write(Array(text.utf8), to: "boxes.csv")
        let ended = try place.benchmarks("boxes", "boxes.csv", "--json")
        #expect(ended.code == 2)
        #expect(ended.errors.hasPrefix("benchmarks: ") && ended.errors.contains("boxes.csv"), "\(ended.errors)")
        #expect(ended.errors.contains(says), "\(ended.errors)")
        #expect(ended.output.isEmpty)
    }

    @Test("what does not go with it is a mistake in the command")
    func usage() throws {
        try write(["a.jpg,0,0,1,1"])
        #expect(try place.benchmarks("boxes", "labels.csv", "boxes.csv").code == 1)
        #expect(try place.benchmarks("boxes", "boxes.csv", "--hard").code == 1)
        #expect(try place.benchmarks("boxes").code == 1)
        #expect(try place.benchmarks("boxes", "gone.csv").code == 2)
        let sources = "file,x,y,w,h,source_file\na.jpg,0,0,1,1,b.jpg\n"
        try place.write(Array(sources.utf8), to: "boxes.csv")
        let ended = try place.benchmarks("boxes", "boxes.csv")
        #expect(ended.code == 2 && ended.errors.contains("labels.csv"), "\(ended.errors)")
    }
}
