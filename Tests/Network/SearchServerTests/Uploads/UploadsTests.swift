import Foundation
import ImageTypes
import ServedShop
import TestSupport
import Testing
import ViSearchAPI

@testable import SearchServer

@Suite("Kept uploads", .timeLimit(.minutes(5)))
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

    @Test("one client has half of the room, and its own oldest pictures make room for more")
    func share() throws {
        let folder = try TemporaryFolder()
        let uploads = try Uploads(
            .init(count: 10, bytes: 1000), folder: folder.url.path, note: { Issue.record("\($0)") })
        let victims = (0..<5).map { uploads.add([UInt8($0)], of: [9]) }
        var flood: [String] = []
        for number in 0..<5000 { flood.append(uploads.add([UInt8(number % 256), 1], of: [1])) }
        #expect(victims.enumerated().allSatisfy { uploads.bytes(of: $1) == [UInt8($0)] })
        #expect(flood.map { uploads.bytes(of: $0) != nil }.suffix(6) == [false, true, true, true, true, true])
        let large = (0..<3).map { _ in uploads.add([UInt8](repeating: 1, count: 300), of: [1]) }
        #expect(large.map { uploads.bytes(of: $0) != nil } == [false, false, true] && uploads.held == (6, 305))
        #expect(uploads.bytes(of: uploads.add([UInt8](repeating: 1, count: 900), of: [2]))?.count == 900)
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

    @Test("servers that share a folder know the pictures of each other, until these expire or others take their place")
    func folder() throws {
        let folder = try TemporaryFolder()
        func server(_ capacity: Uploads.Capacity) throws -> Uploads {
            try Uploads(capacity, folder: folder.url.path, note: { Issue.record("\($0)") })
        }
        let (one, other) = (try server(.init(count: 16)), try server(.init(count: 16)))
        let name = one.add([1, 2, 3])
        #expect(other.bytes(of: name) == [1, 2, 3])
        for hostile in ["../" + name, "/etc/hostname", "", name + "/", String(name.dropLast()), "." + name + ".part"] {
            #expect(other.bytes(of: hostile) == nil)
        }
        // Others' files stay; files of ours go by age and by number.
        let foreign = folder.url.appending(path: "holiday.jpg")
        try Data([1]).write(to: foreign)
        let names = (0..<40).map { other.add([UInt8($0)]) }
        let known = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
        #expect(known.count <= 16 + 2 + 1 && known.contains("holiday.jpg"))
        #expect(one.bytes(of: names[39]) == [39] && one.bytes(of: names[0]) == nil)
        let past = Date.now.addingTimeInterval(-4000)
        for name in known {
            try FileManager.default.setAttributes(
                [.modificationDate: past], ofItemAtPath: folder.url.appending(path: name).path)
        }
        #expect(try server(.init()).bytes(of: names[39]) == nil)
        let last = try server(.init()).add([7])
        #expect(Set(try FileManager.default.contentsOfDirectory(atPath: folder.url.path)) == ["holiday.jpg", last])
    }

    @Test("a folder that is not there is refused, and one that fails later is told once")
    func folderFails() throws {
        let folder = try TemporaryFolder()
        let place = folder.url.appending(path: "uploads")
        #expect(throws: SearchError.self) { try Uploads(.init(), folder: place.path, note: { _ in }) }
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
        let notes = Locked<[String]>([])
        let uploads = try Uploads(.init(), folder: place.path, note: { text in notes.withLock { $0.append(text) } })
        try FileManager.default.removeItem(at: place)
        let names = (0..<3).map { uploads.add([UInt8($0)]) }
        #expect(names.map { uploads.bytes(of: $0) } == [[0], [1], [2]])
        #expect(notes.withLock { $0.count } == 1)
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
        _ = uploads.add([4])
        #expect(notes.withLock { $0.last } == "uploaded pictures are shared again")
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
