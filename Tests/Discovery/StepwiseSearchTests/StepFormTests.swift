import SQLite
import StepwiseAPI
import StepwiseSearch
import Testing

@Suite("Forms of a hierarchy", .timeLimit(.minutes(5)))
struct StepFormTests {
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
