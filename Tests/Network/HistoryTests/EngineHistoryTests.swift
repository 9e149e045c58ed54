import Foundation
import Histories
import TestSupport
import Testing
import VisualSearch

@Suite("Histories of an engine", .timeLimit(.minutes(15)))
struct EngineHistoryTests {
    @Test("eight threads on one engine see one order of what they do")
    func threads() throws {
        let folder = try TemporaryFolder()
        let path = folder.url.appending(path: "catalog.magpie").path
        let engine = try SearchEngine(path: path, mode: .create, describer: MeanDescriber())
        var runs = HistoryRuns("engine")
        for seed in Workload.seeds(few: 60) {
            let workload = Workload(seed: seed)
            try CatalogAction.clear(engine)
            guard runs.judge(workload.run(on: EngineSubject(engine)), of: workload) else { break }
        }
        runs.finish()
        #expect(try CatalogStore(path: path, mode: .readOnly).check() == [])
    }
}
