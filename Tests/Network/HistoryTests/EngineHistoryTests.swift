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

    @Test("eight threads see one order while all pictures are described anew, and then memory has what the file has")
    func describing() throws {
        let folder = try TemporaryFolder()
        let path = folder.url.appending(path: "catalog.magpie").path
        var settings = SearchEngine.Settings(describer: MeanDescriber())
        settings.thumbnailSide = 32
        settings.opensDescriber = { path in
            ((try? CatalogStore.describerName(at: path)) ?? nil).flatMap(MeanDescriber.named)
        }
        let engine = try SearchEngine(path: path, mode: .create, settings: settings)
        var runs = HistoryRuns("describing anew")
        var changes = 0
        for seed in Workload.seeds(few: 40) {
            let workload = Workload(seed: seed)
            try CatalogAction.clear(engine)
            let form = engine.store.describer.dimensions == 3 ? 1 : 0
            let ended = DispatchSemaphore(value: 0)
            let report = Locked<Result<DescriberChange.Report, any Error>?>(nil)
            Thread.detachNewThread {
                let result = Result { () throws in
                    let describer = MeanDescriber(form: form)
                    // In the midst of them, now sooner and now later.
                    usleep(UInt32(seed % 16) * 2000)
                    return try DescriberChange(CatalogStore(path: path), to: describer) { _, _ in .none("none") }.run()
                }
                report.withLock { $0 = result }
                ended.signal()
            }
            let isJudged = runs.judge(workload.run(on: EngineSubject(engine)), of: workload)
            ended.wait()
            if try report.withLock({ $0 })?.get().isFinished == true { changes += 1 }
            // The end of a history may lie before that of the change.
            var present = settings
            present.describer = settings.opensDescriber(path)
            let fresh = EngineSubject(try SearchEngine(path: path, mode: .readOnly, settings: present))
            for key in 0..<3 {
                for action in [Action.get(key: key), .show(key: key), .find(key: key)] {
                    #expect(EngineSubject(engine).perform(action) == fresh.perform(action), "seed \(seed), \(action)")
                }
            }
            guard isJudged else { break }
        }
        runs.finish()
        print("describing anew: \(changes) changes of the describer")
        #expect(changes > 0)
        #expect(try CatalogStore(path: path, mode: .readOnly).check() == [])
    }
}
