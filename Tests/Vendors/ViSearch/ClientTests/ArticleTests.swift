import ClientTestSupport
import Foundation
import PictureTestSupport
import SearchClientImaging
import TestSupport
import Testing
import ViSearchClient

@Suite("The first example of a client", .timeLimit(.minutes(5)))
struct ClientReadmeTests {
    @Test("the lines of the article compile, run, and stand there word for word")
    func usage() async throws {
        let folder = try TemporaryFolder()
        let photo = folder.url.appending(path: "photo.jpg")
        try Data(prepare(.pixels(Pictures.scene(800, 600)), as: Recipe(.fit(800))).outputs[0].jpeg).write(to: photo)
        let server = try ScriptedServer { _, _ in .json(found(["a"], extra: #","im_id":"i.jpg""#)) }

        try await use("APP", server.url, photo)
        #expect(server.requests.map(\.path) == ["/uploadsearch", "/uploadsearch"])
        #expect(server.requests[1].form["box"] == "400,80,650,280")

        #expect(
            try Readme.hasLines(
                in: "Sources/Network/SearchServer/SearchServer.docc/Server.md", importing: "SearchClientImaging",
                "ViSearchClient",
                from: "Example begins", to: "Example ends"))
    }

    private func use(_ key: String, _ server: URL, _ photo: URL) async throws {
        // Example begins
        let client = SearchClient(ClientConfiguration(.appKey(key), at: server), preparer: .imaging)
        let box = Box(left: 40, top: 60, width: 300, height: 220)  // pixels of the photo
        let answer = try await client.uploadSearch(.file(photo), box: box, settings: .highQuality)
        for hit in answer.hits { print(hit.name) }

        let other = Box(left: 400, top: 80, width: 250, height: 200)
        let refined = try await answer.refine(box: other)  // the same upload
        // Example ends
        #expect(refined.hits.count == 1)
    }
}
