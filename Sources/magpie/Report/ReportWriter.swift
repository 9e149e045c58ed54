import Foundation
import Imaging

/// Writes the page of `--report`: cards go to disk as they come, and the head, which knows the totals, is put before
/// them at the end. Memory stays the same for any number of images.
final class ReportWriter {
    /// Bytes of thumbnails on one page: some thousands of them, and browsers still open it at once.
    static let thumbnailBudget = 24 << 20
    /// Images with a card of their own; errors have one up to twice this number.
    static let longestPage = 20_000

    private let path: Path
    private let cards: Int32
    private var pending: [UInt8] = []
    private var totals = ReportTotals()
    private var thumbnailBytes = 0
    private var shown = 0
    private var left = 0

    /// Throws `SetupError` where the page could not be written at the end either.
    init(_ path: Path) throws {
        self.path = path
        let scratch = path.parent / Path("\(AtomicFile.prefix)\(UInt64.random(in: .min ... .max))")
        // Safe: the name ends with NUL.
        cards = scratch.withCString { unsafe open($0, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600) }
        guard cards >= 0 else { throw SetupError("cannot write the report \(path): \(SystemError.last.text)") }
        // From here on only the descriptor knows the file, and it goes with the process.
        _ = scratch.withCString { unsafe unlink($0) }
        if (try? FileStatus.of(path))?.kind == .folder { throw SetupError("the report \(path) is a folder") }
    }

    deinit { close(cards) }

    func add(_ outcome: Outcome) throws(SystemError) {
        totals.add(outcome)
        var isBad = false
        var thumbnail = 0
        switch outcome.result {
        case .success(let product): thumbnail = product.thumbnail?.count ?? 0
        case .failure: isBad = true
        }
        guard shown < Self.longestPage * (isBad ? 2 : 1) else {
            left += 1
            return
        }
        shown += 1
        let showsThumbnail = thumbnailBytes + thumbnail <= Self.thumbnailBudget
        if showsThumbnail { thumbnailBytes += thumbnail }
        pending += ReportCard(outcome: outcome, showsThumbnail: showsThumbnail).html.utf8
        if pending.count > 1 << 18 { try flush() }
    }

    func finish(_ tally: Tally) throws(SystemError) {
        try flush()
        let page = ReportPage(tally: tally, totals: totals, left: left)
        let file = try AtomicFile(replacing: path)
        try file.write(Array(page.head.utf8))
        try copyCards(to: file)
        try file.write(Array(page.foot.utf8))
        try file.commit()
    }

    private func flush() throws(SystemError) {
        try writeAll(pending, to: cards)
        pending.removeAll(keepingCapacity: true)
    }

    private func copyCards(to file: borrowing AtomicFile) throws(SystemError) {
        var buffer = [UInt8](repeating: 0, count: 1 << 18)
        var offset = 0
        while true {
            // Safe: reads at most as many bytes as the buffer has.
            let count = unsafe buffer.withUnsafeMutableBytes { unsafe pread(cards, $0.baseAddress, $0.count, offset) }
            if count < 0, errno != EINTR { throw SystemError.last }
            if count == 0 { return }
            if count > 0 {
                try file.write(Array(buffer[..<count]))
                offset += count
            }
        }
    }
}
