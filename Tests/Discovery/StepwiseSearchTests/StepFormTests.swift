import Foundation
import SQLite
import StepwiseAPI
import StepwiseSearch
import TestSupport
import Testing

@Suite("Forms of a hierarchy", .timeLimit(.minutes(5)))
struct StepFormTests {
    @Test("a hierarchy that is closed leaves its file alone, and says that it is closed")
    func closing() throws {
        let importer = try Importer()
        try importer.load(["rows.csv": "id,label\na,A\n"])
        let store = try importer.store()
        #expect(try store.all([]).count == 1)
        store.close()
        store.close()
        let names = try FileManager.default.contentsOfDirectory(atPath: importer.folder.url.path)
        #expect(names.filter { $0.hasPrefix("addresses.store") } == ["addresses.store"])
        do throws(StepError) {
            _ = try store.stepBlocking(StepCall(StepPath([], locale: nil), view: StepView(offset: 0, limit: 10)))
            Issue.record("answered")
        } catch {
            #expect("\(error)".contains("it was closed; open it again"), "\(error)")
        }
        #expect(try importer.store().all([]).count == 1)
    }

    @Test(
        "a hierarchy of another form is refused with its form and the remedy",
        arguments: [
            (3, "it was made by a newer version (form 3, this one knows up to 2); update Magpie"),
            (1, "it is of form 1, and this version reads form 2; import the data again, with 'magpie steps import'"),
            (0, "its form has no number"), (-7, "its form has the number -7, which no version writes"),
        ])
    func forms(_ form: Int, _ sentence: String) throws {
        let importer = try Importer()
        try importer.load(["rows.csv": "id,label\na,A\n"])
        _ = try StepStore(path: importer.path)
        try Database(path: importer.path, access: .write).script("PRAGMA user_version = \(form)")
        do throws(StepError) {
            _ = try StepStore(path: importer.path)
            Issue.record("opened")
        } catch {
            #expect("\(error)".contains(sentence), "\(error)")
        }
    }
}
