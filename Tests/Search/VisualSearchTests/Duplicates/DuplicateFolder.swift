import Foundation
import Imaging
import TestSupport

@testable import VisualSearch

/// A folder of pictures for one test, and the names in the groups that are found there.
final class DuplicateFolder {
    let url: URL
    private(set) var files: [URL] = []

    init() throws {
        url = FileManager.default.temporaryDirectory.appending(path: "magpie-duplicates-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    /// - Parameter age: seconds since the last change.
    func write(_ bytes: [UInt8], to name: String, age: Double = 0) throws {
        let file = url.appending(path: name)
        try Data(bytes).write(to: file)
        let time = Date(timeIntervalSince1970: 1_700_000_000 - age)
        try FileManager.default.setAttributes([.modificationDate: time], ofItemAtPath: file.path)
        files.append(file)
    }

    func write(_ pixels: PixelBuffer, to name: String, _ encoding: Output.Encoding = .png, side: Int = 1024) throws {
        try write(try encoded(pixels, encoding, side: side), to: name)
    }

    func find(_ change: (inout DuplicateFinder) -> Void = { _ in }) throws -> Duplicates {
        var finder = DuplicateFinder()
        change(&finder)
        return try finder.findBlocking(in: files)
    }

    /// Such as "picture: a.png < b.jpg c.jpg": the class, the kept file and the others.
    func lines(_ found: Duplicates) -> [String] {
        func name(_ member: DuplicateMember) -> String { files[member.file].lastPathComponent }
        return found.groups.map { group in
            "\(group.kind): \(name(group.kept)) < \(group.others.map(name).joined(separator: " "))"
        }
    }
}

func encoded(
    _ pixels: PixelBuffer, _ encoding: Output.Encoding, side: Int = 1024, box: Box? = nil
) throws -> [UInt8] {
    try prepare(.pixels(pixels), as: Recipe(Output(.fit(side), encoding: encoding), box: box)).outputs[0].bytes
}
