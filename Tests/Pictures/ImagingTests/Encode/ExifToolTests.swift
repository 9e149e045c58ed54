import Foundation
import PictureTestSupport
import TestSupport
import Testing

@testable import Imaging

/// ExifTool (package libimage-exiftool-perl) as a judge of the marks that outputs carry.
@Suite("ExifTool reads the marks of rights and origin", .timeLimit(.minutes(5)))
struct ExifToolTests {
    private static let tool = "/usr/bin/exiftool"

    @Test(
        "in every format it finds all of them, and no fault",
        .enabled(
            if: FileManager.default.isExecutableFile(atPath: tool),
            "skipped: /usr/bin/exiftool of the package libimage-exiftool-perl is missing"))
    func marks() throws {
        let folder = try TemporaryFolder()
        let marked = HoldingsFiles.jpeg.adding(xmp: PictureRightsTests.packet)
        let map = try MappedJPEG(Real.jpeg(Pictures.scene(240, 160)), map: Real.jpeg(Pictures.corners(60, 40))).file
        var files: [(String, [UInt8])] = [("map.jpg", map.adding(xmp: PictureRightsTests.packet))]
        for (name, encoding) in [
            ("jpg", Output.Encoding.jpeg()), ("png", .png), ("webp", .webp()), ("avif", .avif()), ("jxl", .jxl()),
            ("gif", .gif),
        ] {
            let recipe = Recipe(Output(.fit(32), encoding: encoding), keeps: .rights)
            files.append(("a.\(name)", try prepare(.bytes(marked), as: recipe).outputs[0].bytes))
        }
        let kept = Recipe(.fit(120), keeps: [.rights, .gainMap])
        files[0].1 = try prepare(.bytes(files[0].1), as: kept).outputs[0].bytes
        for (name, bytes) in files { try Data(bytes).write(to: folder.url.appending(path: name)) }

        let process = Process()
        process.executableURL = URL(filePath: Self.tool)
        process.arguments =
            ["-j", "-a", "-G0", "-struct", "-validate", "-warning", "-n", "-all"]
            + files.map { folder.url.appending(path: $0.0).path }
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let text = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        let found = try #require(try JSONSerialization.jsonObject(with: text) as? [[String: Any]])
        #expect(found.count == files.count)
        for file in found {
            let name = file["SourceFile"] as? String ?? ""
            #expect(file["XMP:Creator"] as? [String] == ["Ada & Co", "Grace"], "\(name)")
            #expect(file["XMP:Rights"] as? String == "© Ada", "\(name)")
            #expect(file["XMP:Credit"] as? String == "Ada/Desk", "\(name)")
            #expect(file["XMP:WebStatement"] as? String == "https://example.com/rights", "\(name)")
            #expect((file["XMP:DataMining"] as? String)?.hasSuffix("DMI-PROHIBITED-SEECONSTRAINT") == true, "\(name)")
            #expect(
                (file["XMP:DigitalSourceType"] as? String)?.hasSuffix("/trainedAlgorithmicMedia") == true, "\(name)")
            let licensors = file["XMP:Licensor"] as? [[String: String]]
            #expect(licensors == [["LicensorName": "Desk", "LicensorURL": "https://example.com/buy"]], "\(name)")
            let hasEXIF = ["jpg", "png", "webp"].contains { name.hasSuffix($0) }
            #expect(file["EXIF:Artist"] as? String == (hasEXIF ? "Ada & Co; Grace" : nil), "\(name)")
            #expect(file["EXIF:Copyright"] as? String == (hasEXIF ? "© Ada" : nil), "\(name)")
            // Its other warnings are of tags that no reader needs, and of segments that are younger than itself.
            let warning = file["ExifTool:Warning"] as? String ?? ""
            #expect(!warning.contains("XMP"), "\(name): \(warning)")
            #expect(file["ExifTool:Error"] == nil && file["XMP:City"] == nil, "\(name): \(file)")
        }
    }
}
