import Testing
import VisualSearch

@testable import magpie

@Suite("Walking folders")
struct FolderWalkTests {
    let place: Workplace

    init() throws {
        place = try Workplace()
        for name in [
            "b.jpg", "a.png", "sub/c.JPEG", "sub/deep/d.webp", "notes.txt", "noext", ".hidden.jpg", ".git/e.jpg",
        ] {
            try place.write([1], to: "in/" + name)
        }
    }

    func names(_ manner: FolderWalk.Options = .init()) -> [String] {
        IteratorSequence(FolderWalk(place / "in", manner: manner)).map(\.key.text)
    }

    @Test("images come sorted by name, folder by folder, without hidden ones")
    func images() {
        #expect(names() == ["a.png", "b.jpg", "sub/c.JPEG", "sub/deep/d.webp"])
    }

    @Test("all files means all but hidden ones")
    func allFiles() {
        #expect(
            names(.init(takesAllFiles: true))
                == ["a.png", "b.jpg", "noext", "notes.txt", "sub/c.JPEG", "sub/deep/d.webp"])
    }

    @Test("a folder whose name ends like an image is a folder")
    func folderNamedAsImage() throws {
        try place.write([1], to: "in/photo.jpg/x.jpg")
        #expect(names().contains("photo.jpg/x.jpg"))
        #expect(!names().contains("photo.jpg"))
    }

    @Test("links to files inside are followed, others only when asked for")
    func links() throws {
        try place.write([1], to: "outside/o.jpg")
        try place.link("in/inside.jpg", to: "b.jpg")
        try place.link("in/out.jpg", to: "../outside/o.jpg")
        try place.link("in/folder", to: "../outside")
        #expect(names() == ["a.png", "b.jpg", "inside.jpg", "sub/c.JPEG", "sub/deep/d.webp"])
        let all = names(.init(followsLinks: true))
        #expect(all.contains("out.jpg"))
        #expect(all.contains("folder/o.jpg"))
    }

    @Test("links to one another end, also when followed", arguments: [false, true])
    func loops(followsLinks: Bool) throws {
        try place.link("in/loop", to: ".")
        try place.link("in/sub/up", to: "..")
        try place.link("in/x.jpg", to: "y.jpg")
        try place.link("in/y.jpg", to: "x.jpg")
        let items = Array(
            IteratorSequence(FolderWalk(place / "in", manner: .init(followsLinks: followsLinks))))
        let broken = items.compactMap { item in
            if case .unusable(let path, let error) = item { (path, error.code) } else { nil }
        }
        #expect(broken.count == 1)
        #expect(broken.first?.0 == place / "in/x.jpg")
        #expect(broken.first?.1 == "unreadable")
        #expect(items.count == 5)
    }

    @Test("folders that link to each other are entered once each")
    func manyLinks() throws {
        for folder in 0..<12 {
            try place.write([1], to: "in/f\(folder)/x.jpg")
            for other in 0..<12 where other != folder { try place.link("in/f\(folder)/l\(other)", to: "../f\(other)") }
        }
        #expect(names(.init(followsLinks: true)).count <= 4 + 2 * 12)
    }

    @Test("a missing file behind a link is one bad input")
    func dangling() throws {
        try place.link("in/gone.jpg", to: "nowhere.jpg")
        try place.link("in/gone.txt", to: "nowhere.txt")
        let broken = IteratorSequence(FolderWalk(place / "in")).filter {
            if case .unusable = $0 { true } else { false }
        }
        #expect(broken.map(\.path) == [place / "in/gone.jpg"])
    }

    @Test("the folder of the outputs is left out")
    func avoiding() throws {
        let identity = try FileStatus.of(place / "in/sub").identity
        #expect(names(.init(avoiding: [identity])) == ["a.png", "b.jpg"])
    }
}
