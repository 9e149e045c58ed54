import Foundation
import TestSupport
import Testing

@testable import Models

@Suite("ONNX Runtime is opened", .timeLimit(.minutes(15)))
struct RuntimeTests {
    @Test("a library that is not there is an error that names the package")
    func missing() throws {
        #expect("an error") { _ = try ModelRuntime(path: "/nowhere/libonnxruntime.so") } throws: { error in
            "\(error)".contains("/nowhere/libonnxruntime.so") && "\(error)".contains("libonnxruntime1.21")
                && "\(error)".contains("pip install onnxruntime")
        }
    }

    @Test("another library is an error, and so is a file that is none")
    func another() throws {
        let folder = try TemporaryFolder()
        let text = folder.url.appending(path: "libonnxruntime.so")
        try Data("text".utf8).write(to: text)
        #if os(Linux)
            let math = "libm.so.6"
        #else
            let math = "/usr/lib/libSystem.B.dylib"
        #endif
        #expect("an error") { _ = try ModelRuntime(path: math) } throws: { error in
            "\(error)".contains("\(math) is not ONNX Runtime")
        }
        for path in [text.path, folder.url.path] {
            #expect("an error") { _ = try ModelRuntime(path: path) } throws: { error in
                if case .missingLibrary? = error as? ModelError { true } else { false }
            }
        }
    }

    @Test(
        "of several libraries in a folder the one of the last version is opened",
        arguments: [
            (["libonnxruntime.so.1.9.0", "libonnxruntime.so.1.21.0"], "libonnxruntime.so.1.21.0"),
            (["libonnxruntime.so", "libonnxruntime.so.1", "libonnxruntime.so.1.17.3"], "libonnxruntime.so.1.17.3"),
            (["libonnxruntime.1.9.0.dylib", "libonnxruntime.1.21.0.dylib"], "libonnxruntime.1.21.0.dylib"),
            (["libonnxruntime_providers_shared.so", "other.so.9"], "libonnxruntime.so"),
        ])
    func lastVersion(_ names: [String], _ last: String) throws {
        let folder = try TemporaryFolder()
        for name in names { try Data().write(to: folder.url.appending(path: name)) }
        #expect(ModelRuntime.file(folder.url.path) == folder.url.path + "/" + last)
    }

    @Test(
        "a version before 1.17 is an error that names it",
        .enabled(if: InstalledRuntime.run("clang", ["--version"]), "skipped: there is no clang"))
    func old() throws {
        let folder = try TemporaryFolder()
        let (source, library) = (folder.url.path + "/old.c", folder.url.path + "/libold.so")
        let code = """
            static const char *version(void) { return "1.16.3"; }
            static const void *api(unsigned number) { __builtin_trap(); }
            static const void *const base[] = {(const void *)api, (const void *)version};
            const void *OrtGetApiBase(void) { return base; }
            """
        try Data(code.utf8).write(to: URL(filePath: source))
        try #require(InstalledRuntime.run("clang", ["-shared", "-fPIC", "-w", source, "-o", library]))
        #expect(throws: ModelError.oldLibrary(version: "1.16.3")) { try ModelRuntime(path: library) }
    }

    @Test(
        "the same library is opened once, by its folder or by its file",
        .enabled(if: InstalledRuntime.library != nil, "\(InstalledRuntime.reason)"))
    func once() throws {
        let folder = try #require(InstalledRuntime.library)
        let names = try FileManager.default.contentsOfDirectory(atPath: folder)
        let file = try #require(names.first { $0.hasPrefix("libonnxruntime.") })
        let version = try ModelRuntime(path: folder).version
        #expect(try ModelRuntime(path: "\(folder)/\(file)").version == version)
        #expect(version.hasPrefix("1."))
    }
}
