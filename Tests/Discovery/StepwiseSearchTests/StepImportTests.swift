import Foundation
import ImageTypes
import SearchAPI
import StepwiseAPI
import StepwiseSearch
import TestSupport
import Testing

@Suite("Import of hierarchies", .timeLimit(.minutes(5)))
struct StepImportTests {
    @Test("CSV and JSON lines give the same hierarchy, in any order of rows and files")
    func forms() throws {
        let csv = try Importer()
        try csv.load([
            "b.csv": "parent,id,label,label_en\na,b,二,two\n,a,一,one\n", "c.csv": "id;label;parent\nc;\"三; 3\";b\n",
        ])
        let json = try Importer()
        try json.load([
            "all.jsonl": """
            {"id":"c","parent":"b","label":"三; 3"}

            {"id":"b","parent":"a","label":"二","label_en":"two"}
            {"id":"a","label":{"en":"one","ja":"一"},"label_en":"one"}
            """
        ])
        for locale in [nil, "en"] {
            for ids in [["a"], ["a", "b"], ["a", "b", "c"]] {
                let call = StepCall(StepPath(ids, locale: locale))
                let one = try csv.store().stepBlocking(call).step
                // Without a label of its own, the first of its locales stands for it.
                let other = try json.store().stepBlocking(call).step
                #expect(one.path.dropFirst().map(\.label) == other.path.dropFirst().map(\.label))
            }
        }
    }

    @Test(
        "data that is wrong is an error with the file and the line",
        arguments: [
            ("id,label\na,A\na,B\n", "x.csv: line 3: the id 'a' is there twice"),
            ("id,label,parent\na,A,\nb,B,zz\n", "x.csv: line 3: 'b' lies below 'zz', which is in none of the files"),
            ("id,label,parent\na,A,a\n", "x.csv: line 2: 'a' is its own parent"),
            (
                "id,label,parent\na,A,b\nb,B,a\n",
                "2 rows lie below themselves: follow their parents, which lead around in a circle"
            ),
            ("id,label\na\n", "x.csv: line 2: the row has 1 cells; the head has 2"),
            ("id,label\n,A\n", "x.csv: line 2: the id is empty"),
            ("id,label\na,\n", "x.csv: line 2: the label of 'a' is empty"),
            ("id,label\na,\"A\u{7}\"\n", "x.csv: line 2: an id or a name has a control character"),
            ("id,label,latitude\na,A,4\n", "x.csv: line 2: latitude and longitude go together"),
            (
                "id,label,latitude,longitude\na,A,north,4\n",
                "x.csv: line 2: latitude is 'north'; it must be a number of degrees"
            ),
            ("id,label,latitude,longitude\na,A,91,4\n", "x.csv: line 2: the coordinate of 'a' is not on Earth"),
            ("id,label,passage\na,A,yes\n", "x.csv: line 2: passage is 'yes'; it must be true or false"),
            ("", "x.csv: the file is empty"),
            (
                "{\"id\":\"a\",\"label\":\"A\"}\n{\"id\":\"b\",\"label\":7,\"lable\":1}",
                "x.csv: line 2: there is no member 'lable'; the members are id, parent, label, label_LOCALE, level, reading, order, names, latitude, longitude, passage and incomplete"
            ),
            ("{\"id\":[1]}", "x.csv: line 1: id must be a string or a number, not an array"),
            ("{]", "x.csv: line 1: this is not JSON: expected a name in quotes at byte 1"),
        ])
    func faults(text: String, reason: String) throws {
        let found = try #require(try Importer().fault(["x.csv": text]))
        #expect(found == reason || (text == "{]" && found.hasPrefix("x.csv: line 1: this is not JSON:")))
    }

    @Test(
        "positions of the registry that are wrong are an error with the file and the line",
        arguments: [
            ("011002,,43,EPSG:6668", "rep_lat is '43' and rep_lon ''; both must be degrees"),
            ("011002,141,north,EPSG:6668", "rep_lat is 'north' and rep_lon '141'; both must be degrees"),
            ("011002,141,43,EPSG:4301", "rep_srid is 'EPSG:4301'; it must be EPSG:6668, EPSG:4612 or EPSG:4326"),
            ("011002,141,143,EPSG:6668", "the coordinate of '011002' is not on Earth"),
        ])
    func positions(row: String, reason: String) throws {
        let importer = try Importer()
        #expect(
            importer.fault(["x.csv": "lg_code,rep_lon,rep_lat,rep_srid\n\(row)\n"]) == "x.csv: line 2: " + reason)
    }

    @Test("a hierarchy that is too deep is refused")
    func depth() throws {
        let rows = (0...32).map { "\($0),\($0),\($0 == 0 ? "" : "\($0 - 1)")\n" }.joined()
        #expect(
            try Importer().fault(["x.csv": "id,label,parent\n" + rows])
                == "x.csv: line 34: '32' lies deeper than 32 levels")
        #expect(
            try Importer().fault(["x.csv": "name,label\n"])?.hasPrefix("x.csv: line 1: there is no column 'name'")
                == true)
    }

    @Test("an import that fails or is cancelled leaves the older file, and nothing beside it")
    func atomicity() throws {
        let importer = try Importer()
        try importer.load(["rows.csv": "id,label\na,A\n"])
        let before = try Data(contentsOf: URL(filePath: importer.path))
        #expect(importer.fault(["rows.csv": "id,label\na,A\na,A\n"]) != nil)
        let cancellation = Cancellation()
        cancellation.cancel()
        let many = "id,label\n" + (0..<5000).map { "\($0),x\n" }.joined()
        #expect(throws: SearchError.cancelled) { try importer.load(["rows.csv": many], cancellation: cancellation) }
        #expect(try Data(contentsOf: URL(filePath: importer.path)) == before)
        let names = try FileManager.default.contentsOfDirectory(atPath: importer.folder.url.path)
        #expect(Set(names) == ["rows.csv", "addresses.store"])
    }

    @Test("rows of the registry that have ended are left out, and large cities are their wards")
    func registry() throws {
        let importer = try Importer()
        try importer.load([
            "city.csv": """
            lg_code,pref,county,city,ward,city_kana,city_roma,ward_kana,ward_roma,ablt_date
            011002,北海道,,札幌市,,サッポロシ,Sapporo-shi,,,
            011011,北海道,,札幌市,中央区,サッポロシ,Sapporo-shi,チュウオウク,Chuo-ku,
            012025,北海道,,函館市,,ハコダテシ,Hakodate-shi,,,
            019999,北海道,,消滅市,,,,,,2001-01-01
            """,
            "pref.csv": "lg_code,pref,pref_kana,pref_roma,ablt_date\n010006,北海道,ホッカイドウ,Hokkaido,\n"
                + "110001,埼玉県,サイタマケン,Saitama,\n130001,東京都,トウキョウト,Tokyo,\n",
            "town.csv": """
            lg_code,machiaza_id,oaza_cho,oaza_cho_kana,oaza_cho_roma,chome,chome_kana,chome_number,koaza,koaza_kana,koaza_roma,ablt_date
            011011,0001000,大通,オオドオリ,,,,,,,,
            011011,0001002,大通,オオドオリ,Odori,２丁目,２チョウメ,2,,,,
            011011,0001010,大通,オオドオリ,,十丁目,１０チョウメ,10,,,,
            011011,0002101,,,,,,,安房,アンボウ,,
            """,
            "house.csv": """
            lg_code,machiaza_id,blk_id,rsdt_id,rsdt2_id,oaza_cho,chome,koaza,blk_num,rsdt_num,rsdt_num2,ablt_date
            011011,0001000,001,010,,大通,,,1,10,,
            011011,0001000,001,002,,大通,,,1,2,,
            011011,0001002,,003,001,大通,２丁目,,,3,1,
            """,
        ])
        let store = try importer.store()
        #expect(try store.all(["jp"], locale: "en").map(\.label) == ["Hokkaido", "Saitama Prefecture", "Tokyo"])
        #expect(try store.stepBlocking(StepCall(words: "saitama")).found.map { $0.ids } == [["jp", "11"]])
        #expect(try store.all(["jp", "01"]).map(\.label) == ["札幌市中央区", "函館市"])
        #expect(try store.all(["jp", "01"], locale: "en").map(\.label) == ["Sapporo-shi Chuo-ku", "Hakodate-shi"])
        #expect(try store.all(["jp", "01", "011011"], locale: "en").map(\.label) == ["Odori", "安房"])
        let towns = try store.all(["jp", "01", "011011", "011011-0001"], locale: "en")
        #expect(towns.map(\.label) == ["No chome", "2 chome", "十丁目"].map { $0 == "十丁目" ? "10 chome" : $0 })
        let none = ["jp", "01", "011011", "011011-0001", "011011-0001000"]
        #expect(try store.all(none).map(\.label) == ["1-2", "1-10"])
        #expect(try store.all(none.dropLast() + ["011011-0001002"]).map(\.id) == ["011011-0001002-003-001"])
        let words = [("sapporo chuo odori 1-10", "011011-0001000-001-010"), ("chuo ku oodori 2", "011011-0001002")]
        for (words, id) in words where words != "chuo ku oodori 2" {
            #expect(try store.stepBlocking(StepCall(words: words)).found.first?.ids.last == id, "\(words)")
        }
        #expect(throws: StepError.incompleteData(at: "012025")) {
            try store.stepBlocking(StepCall(StepPath(["jp", "01"]), action: .select("012025")))
        }
    }
}
