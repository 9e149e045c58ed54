import Foundation
import VisualSearch

@testable import magpie

/// A folder of its own for one test, gone when the test is over.
final class Workplace: Sendable {
    let path: magpie.Path

    init() throws {
        let url = FileManager.default.temporaryDirectory.appending(path: "magpie-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        path = Path(url.path)
    }

    deinit {
        // Folders that a test has locked are opened again first.
        _ = try? run("/bin/sh", ["-c", "chmod -R u+rwX \"$0\"; rm -rf \"$0\"", path.text])
    }

    static func / (place: Workplace, name: String) -> magpie.Path { place.path / Path(name) }

    /// Makes a file and the folders above it; the name may be any bytes.
    func write(_ bytes: [UInt8], to name: magpie.Path) throws {
        let file = path / name
        try FileManager.default.createDirectory(atPath: file.parent.text, withIntermediateDirectories: true)
        // Safe: the name ends with NUL.
        let descriptor = file.withCString { unsafe open($0, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644) }
        guard descriptor >= 0 else { throw SystemError.last }
        defer { close(descriptor) }
        try writeAll(bytes, to: descriptor)
    }

    func write(_ bytes: [UInt8], to name: String) throws { try write(bytes, to: Path(name)) }

    func folder(_ name: String) throws {
        try FileManager.default.createDirectory(atPath: (self / name).text, withIntermediateDirectories: true)
    }

    func link(_ name: String, to target: String) throws {
        try FileManager.default.createSymbolicLink(atPath: (self / name).text, withDestinationPath: target)
    }

    /// The files below a folder with their content, hidden ones as well, but not what is written down about outputs.
    func files(in name: String) -> [magpie.Path: [UInt8]] {
        var found: [magpie.Path: [UInt8]] = [:]
        var folders = [Path("")]
        while let folder = folders.popLast() {
            try? DirectoryListing.forEach(in: self / name / folder) { entry, kind in
                let inner = folder.appending(entry)
                if entry == Array(MadeLog.folderName.utf8) {
                    return
                } else if kind == .folder {
                    folders.append(inner)
                } else {
                    found[inner] = try? contents(of: self / name / inner)
                }
            }
        }
        return found
    }

    func names(in name: String) -> [String] { files(in: name).keys.map(\.text).sorted() }
}

func contents(of file: magpie.Path) throws -> [UInt8] {
    let open = try OpenFile(file)
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
        // Safe: reads at most as many bytes as the buffer has.
        let count = unsafe buffer.withUnsafeMutableBytes { unsafe read(open.descriptor, $0.baseAddress, $0.count) }
        if count <= 0 { return bytes }
        bytes += buffer[..<count]
    }
}

/// A JPEG, PNG or WebP of soft shapes; another seed gives another picture.
func picture(_ width: Int = 64, _ height: Int = 48, seed: Int = 0, as encoding: Output.Encoding? = nil) throws
    -> [UInt8]
{
    // Safe: there are three bytes for each pixel, and each is written once. An array that grows takes far longer in a
    // debug build.
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: width * height * 3) { buffer, written in
        guard var next = buffer.baseAddress else { return }
        var (x, y) = (0, 0)
        while y < height {
            while x < width {
                unsafe next.initialize(to: UInt8(truncatingIfNeeded: 40 + x * 150 / width + seed * 31))
                unsafe (next + 1).initialize(to: UInt8(truncatingIfNeeded: 60 + y * 120 / height + seed * 17))
                unsafe (next + 2).initialize(to: UInt8(truncatingIfNeeded: 200 - (x + y) * 90 / (width + height)))
                unsafe next += 3
                x += 1
            }
            (x, y) = (0, y + 1)
        }
        written = width * height * 3
    }
    let pixels = PixelBuffer(size: Size(width: width, height: height), bytes: bytes)!
    let output = Output(.fit(1024), encoding: encoding ?? .jpeg(quality: 90))
    return try prepare(.pixels(pixels), as: Recipe(output)).outputs[0].bytes
}
