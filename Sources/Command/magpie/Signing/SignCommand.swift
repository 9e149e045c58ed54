import Essentials
import Imaging

/// The owner's program that signs each output before it is published.
struct SignCommand: Hashable, Sendable {
    /// With a slash, so that no other program is meant.
    let program: Path

    /// Finds a program; one without a slash in the folders of PATH.
    init(_ name: Path) throws(SetupError) {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map { Path(String($0)) }
        let places = name.bytes.contains(UInt8(ascii: "/")) ? [name] : folders.map { $0 / name }
        let found = places.first { place in
            // Safe: the name ends with NUL.
            (try? FileStatus.of(place))?.kind == .file && place.withCString { unsafe access($0, X_OK) } == 0
        }
        guard let found else { throw SetupError("there is no program \(name.text.printable) for --sign-command") }
        program = found
    }

    /// Returns an output as the program left it.
    ///
    /// The program gets the path of the input, that of the output, which lies in a folder of its own, and a line of JSON on
    /// standard input; it signs the output in its place. An output that has no Content Credentials then, or is another
    /// picture, is an error: nothing is published unsigned.
    ///
    /// - Parameters:
    ///   - content: The input, where it is no file.
    ///   - seconds: The most time for the program.
    func signed(
        _ file: [UInt8], _ facts: SignedFacts, content: [UInt8]?, seconds: Double
    ) throws(ImageError) -> [UInt8] {
        var signed: [UInt8]?
        var fault: String?
        do throws(SystemError) {
            let folder = try SigningFolder()
            let output = folder.path / Path("output.\(facts.format.usualExtension)")
            var input = facts.input
            if let content {
                input = folder.path / Path("input.\(facts.inputFormat?.usualExtension ?? "bin")")
                try AtomicFile.write(content, to: input)
            }
            try AtomicFile.write(file, to: output)
            let words = [program, input.asOperand, output]
            let end = try OwnersProgram.run(words, sending: Array(facts.line.utf8), seconds: seconds)
            fault = end.fault(seconds: seconds)
            signed = fault == nil ? try? FileContents(output, limit: file.count + Self.room).bytes : nil
        } catch {
            fault = error.text
        }
        if let fault { throw facts.refused(fault) }
        guard let signed else { throw facts.refused("the program of --sign-command left nothing") }
        try facts.check(signed, madeOf: file)
        return signed
    }

    /// The most bytes that Content Credentials add, of which a thumbnail is a part.
    private static let room = 256 << 20
}

extension SignedFacts {
    /// A file that may be published: the same picture as it was, with Content Credentials.
    fileprivate func check(_ signed: [UInt8], madeOf file: [UInt8]) throws(ImageError) {
        let limits = Limits(pixels: .max, inputBytes: .max, formats: Set(ImageFormat.allCases))
        guard let before = try? inspect(file, limits: limits), let after = try? inspect(signed, limits: limits),
            before.format == after.format, before.storedSize == after.storedSize
        else { throw refused("the program of --sign-command left another picture") }
        guard let rights = try? PictureRights(signed, limits: limits), rights.hasCredentials else {
            throw refused("the program of --sign-command left it without Content Credentials")
        }
    }

    fileprivate func refused(_ reason: String) -> ImageError { .writeFailed(path: target.text, reason: reason) }
}

extension OwnersProgram.End {
    /// The reason why nothing that the program left is used; nil after a normal end.
    fileprivate func fault(seconds: Double) -> String? {
        switch self {
        case .exit(0): nil
        case .exit(let code): "the program of --sign-command ended with \(code)"
        case .signal(let number): "signal \(number) ended the program of --sign-command"
        case .timedOut: "the program of --sign-command took longer than \(seconds) s"
        }
    }
}

extension Path {
    /// The path in a form that no program takes for an option.
    fileprivate var asOperand: Path { bytes.first == UInt8(ascii: "-") ? Path(".") / self : self }
}
