import Foundation
import ImageTypes
import StepwiseAPI
import StepwiseSearch
import TestSupport
import Testing

/// The registry's own tables: all prefectures and municipalities, the towns of one prefecture, the houses of one city.
@Suite(
    "Addresses of the registry", .timeLimit(.minutes(15)),
    .enabled(if: SharedData.folder("addresses") != nil, "skipped: there is no ../shared/data/addresses"))
struct AddressRegistryTests {
    /// Loaded once for all tests.
    private static let loaded: (importer: Importer, report: StepImport.Report)? = {
        guard let folder = SharedData.folder("addresses"), let importer = try? Importer(),
            let files = try? FileManager.default.contentsOfDirectory(atPath: folder.path)
        else { return nil }
        let tables = files.filter { $0.hasSuffix(".csv") }.map { folder.appending(path: $0).path }
        let work = StepImport(tables, cancellation: Cancellation(), progress: { _ in })
        guard let report = try? work.run(to: importer.path) else { return nil }
        return (importer, report)
    }()

    private static func rows(_ name: String) throws -> [[String: String]] {
        let url = try #require(SharedData.folder("addresses")).appending(path: name)
        let lines = try lines(ofCSV: url)
        let head = fields(ofCSV: lines[0])
        return lines.dropFirst().map { Dictionary(uniqueKeysWithValues: zip(head, fields(ofCSV: $0))) }
    }

    /// The labels from the prefecture down that a row of the registry stands for.
    private static func labels(_ row: [String: String], _ prefecture: String, _ county: String) -> [String] {
        let city = county + (row["city"] ?? "") + (row["ward"] ?? "")
        let part = (row["chome"] ?? "") + (row["koaza"] ?? "")
        let house = ["blk_num", "rsdt_num", "rsdt_num2"].compactMap { row[$0] }.filter { !$0.isEmpty }
        return [prefecture, city, row["oaza_cho"] ?? "", part, house.joined(separator: "-")].filter { !$0.isEmpty }
    }

    @Test("every loaded address is reached by selecting from the top, and its path leads back to it")
    func everyAddress() throws {
        let loaded = try #require(Self.loaded)
        let store = try loaded.importer.store()
        var reached: Set<[String]> = []
        var arrived = 0
        var waiting: [[String]] = [[]]
        while let ids = waiting.popLast() {
            let candidates = try store.all(ids)
            #expect(Set(candidates.map(\.id)).count == candidates.count)
            for candidate in candidates {
                let answer: StepAnswer
                do throws(StepError) {
                    answer = try store.stepBlocking(StepCall(StepPath(ids), action: .select(candidate.id)))
                } catch {
                    // The towns of other prefectures are not loaded.
                    #expect(error == .incompleteData(at: candidate.id) && candidate.level == .municipality)
                    continue
                }
                // Only the option of neither is in no row.
                reached.insert(answer.step.path.dropFirst().map(\.label).filter { !$0.hasSuffix("なし") })
                guard case .arrived(let destination, let path) = answer.step else {
                    waiting.append(answer.path.ids)
                    continue
                }
                arrived += 1
                #expect(candidate.isDestination && destination == candidate && path.map(\.id) == answer.path.ids)
                // After a restart: the same destination, and back to the list that it was selected from.
                #expect(try store.stepBlocking(StepCall(answer.path)).step == answer.step)
                let back = try store.stepBlocking(StepCall(answer.path, action: .goBack(1), view: StepView(limit: 1)))
                #expect(back.path.ids == ids)
            }
        }
        #expect(arrived == loaded.report.destinations)
        let towns = try Self.rows("mt_town_pref30.csv")
        let houses = try Self.rows("mt_rsdtdsp_rsdt_pref30.csv")
        for row in towns {
            let labels = Self.labels(row, "和歌山県", row["county"] ?? "")
            #expect(reached.contains(labels), "\(labels)")
        }
        for row in houses {
            let labels = Self.labels(row, "和歌山県", "")
            #expect(reached.contains(labels), "\(labels)")
        }
        #expect(arrived > houses.count && houses.count > 30_000)
    }

    @Test("prefectures and municipalities are all there, wards in place of their cities")
    func municipalities() throws {
        let loaded = try #require(Self.loaded)
        let store = try loaded.importer.store()
        #expect(try store.all([]).map(\.label) == ["日本"])
        let prefectures = try store.all(["jp"])
        #expect(prefectures.count == 47)
        var cities = 0
        for prefecture in prefectures {
            cities += try store.all(["jp", prefecture.id]).count
        }
        // 20 of them are cities with wards.
        #expect(try Self.rows("mt_city_all.csv").count == cities + 20)
        let match = try store.stepBlocking(StepCall(view: StepView(limit: 1000), words: "札幌市")).found
        #expect(match.count == 10 && !match.contains { $0.ids.last == "011002" })
    }

    @Test("labels come in romaji where there are any, and readings in kana")
    func locales() throws {
        let loaded = try #require(Self.loaded)
        let store = try loaded.importer.store()
        let ids = ["jp", "30", "302015"]
        let (native, english) = (try store.all(ids), try store.all(ids, locale: "en"))
        #expect(native.map(\.id) == english.map(\.id) && native.map(\.reading) == english.map(\.reading))
        #expect(zip(native, english).contains { $0.label != $1.label })
        #expect(native.contains { $0.label == "葵町" && $0.reading == "アオイチョウ" })
        #expect(english.contains { $0.label == "Aoicho" })
        // The registry lacks one.
        #expect(native.compactMap(\.reading).count == native.count - 1)
    }

    @Test("a second import gives the same ids, whatever the order of the files")
    func stability() throws {
        let (loaded, folder) = (try #require(Self.loaded), try #require(SharedData.folder("addresses")))
        let again = try Importer()
        let names = ["mt_town_pref30.csv", "mt_pref_all.csv", "mt_city_all.csv", "mt_rsdtdsp_rsdt_pref30.csv"]
        let files = names.map { folder.appending(path: $0).path }
        let report = try StepImport(files, cancellation: Cancellation(), progress: { _ in }).run(to: again.path)
        #expect(report == loaded.report)
        let (one, other) = (try loaded.importer.store(), try again.store())
        for path in [["jp", "30"], ["jp", "30", "302015"], ["jp", "30", "302015", "302015-0023"]] {
            #expect(try one.all(path) == other.all(path))
        }
    }

    @Test(
        "positions of the registry are those of its places",
        .enabled(if: SharedData.folder("address-positions") != nil, "skipped: no ../shared/data/address-positions"))
    func positions() throws {
        let folder = try #require(SharedData.folder("addresses"))
        let beside = try #require(SharedData.folder("address-positions"))
        let importer = try Importer()
        let names = ["mt_pref_all.csv", "mt_city_all.csv", "mt_town_pref30.csv", "mt_rsdtdsp_rsdt_pref30.csv"]
        let positions = ["mt_pref_pos_all", "mt_city_pos_all", "mt_town_pos_pref30", "mt_rsdtdsp_rsdt_pos_pref30"]
        let files = positions.map { beside.appending(path: $0 + ".csv") } + names.map { folder.appending(path: $0) }
        _ = try StepImport(files.map(\.path)).run(to: importer.path)
        let store = try importer.store()
        #expect(try store.all(["jp"]).allSatisfy { $0.coordinate != nil })
        #expect(try store.all(["jp", "01"]).first?.coordinate == .init(latitude: 43.061414, longitude: 141.35389))
        let towns = try store.all(["jp", "30", "302015"])
        #expect(towns.first { $0.id == "302015-0001" }?.coordinate == .init(latitude: 34.21348, longitude: 135.163085))
        let house = try store.all(["jp", "30", "302015", "302015-0001"]).first { $0.id == "302015-0001000-001-002" }
        #expect(house?.coordinate == .init(latitude: 34.214374032, longitude: 135.165204936))
    }

    @Test(
        "addresses as people write them are found",
        arguments: [
            ("和歌山県和歌山市今福二丁目2番13号", "302015-0023002-002-013"), ("wakayama aoicho 1-2", "302015-0001000-001-002"),
            ("わかやまし あおいちょう 1-2", "302015-0001000-001-002"), ("sapporo chuo", "011011"),
            ("nishimuro kamitonda asso", "304042-0001"), ("土ノ河", "302074-0061147"), ("tsuchinoko", "302074-0061147"),
            ("Aoicho, Wakayama", "302015-0001"),
        ])
    func words(_ words: String, id: String) throws {
        let loaded = try #require(Self.loaded)
        let found = try loaded.importer.store().stepBlocking(StepCall(words: words)).found
        #expect(found.first?.ids.last == id, "\(found.prefix(3).map { $0.path.map(\.label) })")
    }
}
