import EngineTestSupport
import Foundation
import TestSupport
import Testing

@Suite("The table of cases", .enabled(if: CaseTable.folder != nil, "\(CaseTable.skipped)"))
struct CaseCoverageTests {
    /// Rows whose command is a script that is not in the folder, or words: the file of the test that tries the same, and
    /// its title.
    private static let triedElsewhere = [
        "filter-values": (
            "Command/MagpieTests/Cases/OddValueTests.swift", "a value of any letters is found by a filter"
        ),
        "nfc-nfd-file": (
            "Command/MagpieTests/Cases/OddValueTests.swift", "a row finds its file in either form of an accent"
        ),
        "paging": ("EngineTestSupport/SearchContract/SearchContract+Pages.swift", "pages follow each other"),
        "upsert": ("Search/VisualSearchTests/Store/CatalogStoreTests.swift", "an item replaces the one with its id"),
        "duplicates": ("Search/VisualSearchTests/Duplicates/RealDuplicatesTests.swift", "and no other two join"),
        "geometry": ("Pictures/ImagingTests/Orient/OrientTests.swift", "a box is in upright pixels"),
        "shift": (
            "Pictures/ImagingTests/Resize/ResizeTests.swift",
            "at most two levels from a slow resize in double precision"
        ),
        "colors-checker-large": (
            "Pictures/ImagingTests/Color/SampledColorsTests.swift", "a checkerboard has two colors"
        ),
        "date-range-end": ("Search/VisualSearchTests/Store/CollationTests.swift", "a day means all of its moments"),
        "content-fold": (
            "Discovery/ContentSearchTests/ContentStoreTests.swift", "words are found as they stand in a text"
        ),
        "insert-exp": ("Vendors/ViSearch/RoutesTests/InsertRouteTests.swift", "come back as they were sent"),
    ]

    private static let runners = [
        "magpie prep ", "magpie colors ", "magpie index ", "magpie suggest ", "magpie search ", "http_cases.py",
    ]

    @Test("every row has a test")
    func everyRow() throws {
        #expect(CaseTable.rows.count > 300)
        for row in CaseTable.rows {
            if Self.runners.contains(where: row.command.hasPrefix) { continue }
            let (file, title) = try #require(Self.triedElsewhere[row.id], "\(row): \(row.command)")
            let text = try String(contentsOf: SharedData.package.appending(path: "Tests/\(file)"), encoding: .utf8)
            #expect(text.contains(title), "\(row): \(file) has no test \(title)")
        }
    }
}
