import Foundation
import Recommendations
import SQLite
import SearchAPI
import TestSupport
import Testing

@Suite("Forms of the file of events, from the first on", .timeLimit(.minutes(5)))
struct EventFormTests {
    private let place: EventFolder

    init() throws { place = try EventFolder() }

    /// A file as the version of a form wrote it: a click and, from the second form on, a consent.
    private func make(_ form: Int) throws {
        let database = try Database(path: place.path, access: .create)
        try database.script(
            "PRAGMA journal_mode = WAL; PRAGMA application_id = \(FileKind.events.applicationID);")
        for step in EventFile.steps.prefix(form) { try database.script(step) }
        try database.script("PRAGMA user_version = \(form)")
        try database.run(
            "INSERT INTO events(received, action, user, item, members) VALUES (?, 'click', 'ann', 'bag', '{}')",
            .integer(Int(Date.now.timeIntervalSince1970 * 1000)))
        guard form >= 2 else { return }
        try database.script(
            """
            INSERT INTO categories VALUES ('personalization', 0, '{"id": "personalization"}');
            INSERT INTO consents(customer, category, given, time) VALUES ('ann', 'personalization', 0, 1)
            """)
    }

    private func form() throws -> Int { try Database(path: place.path, access: .read).integer("PRAGMA user_version") }

    private func expectHeld(_ form: Int) throws {
        #expect(try EventStore(reading: place.path).latest(9).map(\.item) == ["bag"])
        let consents = ConsentStore(path: place.path)
        #expect(try consents.categories().map(\.id) == (form >= 2 ? ["personalization"] : []))
        #expect(try consents.consents(of: ["ann"]).map(\.isGiven) == (form >= 2 ? [false] : []))
    }

    @Test func `A step never changes, since files of its form are still there`() {
        let hashes = EventFile.steps.map { String(FNV1a(Array($0.utf8)).value, radix: 16) }
        #expect(hashes == ["a57c44fc75075dad", "1ae3cbb39c55de53", "fc8c8ac60088e0fc", "4078b73f96342db7"])
    }

    @Test(arguments: 1...EventFile.steps.count)
    func `A file of each form is read as it is, and gets the present form when it is written`(_ form: Int) throws {
        try make(form)
        try expectHeld(form)
        #expect(try self.form() == form)
        try EventStore(path: place.path).add([.ago(0, "click", "hat", user: "ben")])
        #expect(try self.form() == EventFile.steps.count)
        #expect(try EventStore(reading: place.path).latest(9).map(\.item) == ["hat", "bag"])
        let consents = ConsentStore(path: place.path)
        try consents.define([ConsentCategory(id: "newsletter")])
        #expect(try consents.consents(of: ["ann"]).map(\.isGiven) == (form >= 2 ? [false] : []))
    }

    @Test(arguments: [1, 1000, Int(Int32.max) - EventFile.steps.count])
    func `A file of a newer form is refused by all that read it, since nobody may overlook the consents in it`(
        _ step: Int
    ) throws {
        try make(EventFile.steps.count)
        let form = EventFile.steps.count + step
        try Database(path: place.path, access: .write).script("PRAGMA user_version = \(form)")
        let expected = SearchError.store(
            path: place.path,
            reason: "it was made by a newer version (form \(form), this one knows up to \(EventFile.steps.count)); "
                + "update Magpie")
        let consents = ConsentStore(path: place.path)
        #expect(throws: expected) { try EventStore(path: place.path) }
        #expect(throws: expected) { try EventStore(reading: place.path) }
        #expect(throws: expected) { try consents.categories() }
        #expect(throws: expected) { try consents.consents(of: ["ann"]) }
        #expect(throws: expected) { try consents.define([ConsentCategory(id: "newsletter")]) }
        #expect(throws: expected) { try place.counts.popular(since: nil, limit: 1) }
        #expect(try self.form() == form)
    }

    @Test(arguments: [0, -1])
    func `A form that no version writes is damage`(_ form: Int) throws {
        try make(EventFile.steps.count)
        try Database(path: place.path, access: .write).script("PRAGMA user_version = \(form)")
        let number = form == 0 ? "no number" : "the number -1, which no version writes"
        let expected = SearchError.damaged(path: place.path, detail: "its form has \(number)")
        #expect(throws: expected) { try EventStore(path: place.path) }
        #expect(throws: expected) { try EventStore(reading: place.path) }
        #expect(throws: expected) { try ConsentStore(path: place.path).categories() }
    }
}
