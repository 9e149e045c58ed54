import TestSupport
import Testing
import ViSearchAPI

@testable import SearchServer

@Suite("Kept uploads", .timeLimit(.minutes(30)))
struct UploadsTests {
    @Test("the oldest make room, by number and by bytes")
    func capacity() {
        let uploads = Uploads(Uploads.Capacity(count: 3, bytes: 10))
        let names = (0..<5).map { uploads.add([UInt8($0), 0]) }
        #expect(names.map { uploads.bytes(of: $0) != nil } == [false, false, true, true, true])
        #expect(uploads.bytes(of: names[4]) == [4, 0])
        let large = uploads.add([UInt8](repeating: 1, count: 9))
        #expect(uploads.bytes(of: large)?.count == 9)
        #expect(uploads.held == (1, 9))
        let tooLarge = uploads.add([UInt8](repeating: 1, count: 11))
        #expect(uploads.bytes(of: tooLarge) == nil && uploads.held == (1, 9))
    }

    @Test("after its time a picture is no longer found, and leaves the memory")
    func time() {
        let uploads = Uploads(Uploads.Capacity(seconds: 60))
        let start = ContinuousClock.now
        let name = uploads.add([1], now: start)
        #expect(uploads.bytes(of: name, now: start + .seconds(59)) == [1])
        let later = uploads.add([3, 3], now: start + .seconds(30))
        #expect(uploads.held(start + .seconds(60)) == (1, 2))
        #expect(uploads.bytes(of: later, now: start + .seconds(89)) == [3, 3])
        #expect(uploads.held(start + .seconds(90)) == (0, 0))
        #expect(uploads.bytes(of: name, now: start + .seconds(60)) == nil)
    }

    @Test("a thousand threads' worth of pictures stays within the room")
    func threads() async {
        let uploads = Uploads(Uploads.Capacity(count: 50, bytes: 1000))
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    for index in 0..<2000 {
                        let name = uploads.add([UInt8](repeating: 0, count: index % 40))
                        if let bytes = uploads.bytes(of: name) { #expect(bytes.count == index % 40) }
                    }
                }
            }
        }
        #expect(uploads.held.count <= 50 && uploads.held.bytes <= 1000)
    }
}
