import Essentials
import Imaging

/// Writes the page of `--report`: cards are written to disk one by one, and the head with the totals is put before them
/// at the end. Memory stays the same for any number of images.
final class ReportWriter {
    /// Bytes of thumbnails on one page: those of 400 photos take some 4 MB, which browsers and mail programs open at once.
    static let thumbnailBudget = 6 << 20
    /// The number of cards on one page. Further ones are on pages of their own beside the first: report-2.html,
    /// report-3.html, …
    static let longestPage = 400
    /// Images with a card of their own; errors have one up to twice this number.
    static let cardLimit = 20_000

    private let path: Path
    private let link: PageLink
    private let cards: Int32
    /// The end of each page in the file of cards, in bytes; the last page is open.
    private var ends: [Int] = []
    private var written = 0
    private var pending: [UInt8] = []
    private var totals = ReportTotals()
    private var thumbnailBytes = 0
    private var cardCount = 0
    private var left = 0

    /// Throws `SetupError` where the page could not be written at the end either.
    init(_ path: Path) throws {
        self.path = path
        link = PageLink(page: path)
        let scratch = path.parent / Path("\(AtomicFile.prefix)\(UInt64.random(in: .min ... .max))")
        // Safe: the name ends with NUL.
        cards = scratch.withCString { unsafe open($0, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600) }
        guard cards >= 0 else { throw SetupError("cannot write the report \(path)", .last) }
        // From here on only the descriptor refers to the file, and the file is deleted with the process.
        _ = scratch.withCString { unsafe unlink($0) }
        if (try? FileStatus.of(path))?.kind == .folder { throw SetupError("the report \(path) is a folder") }
    }

    deinit { close(cards) }

    func add(_ outcome: Outcome) throws(WriteFailure) {
        totals.add(outcome)
        var isBad = false
        var thumbnail = 0
        switch outcome.result {
        case .success(let product): thumbnail = product.thumbnail?.count ?? 0
        case .failure: isBad = true
        }
        guard cardCount < Self.cardLimit * (isBad ? 2 : 1) else {
            left += 1
            return
        }
        if cardCount > 0, cardCount % Self.longestPage == 0 {
            ends.append(written + pending.count)
            thumbnailBytes = 0
        }
        cardCount += 1
        let showsThumbnail = thumbnailBytes + thumbnail <= Self.thumbnailBudget
        if showsThumbnail { thumbnailBytes += thumbnail }
        pending += Card(outcome, showsThumbnail: showsThumbnail, link: link).html.markup.utf8
        if pending.count > 1 << 18 { try WriteFailure.naming("the report", path, try flush()) }
    }

    func finish(_ tally: Tally) throws(WriteFailure) { try WriteFailure.naming("the report", path, try write(tally)) }

    /// The first page comes last: it names the others.
    private func write(_ tally: Tally) throws(SystemError) {
        try flush()
        let starts = [0] + ends
        let names = starts.indices.map { $0 == 0 ? path : path.numbered($0 + 1) }
        var page = ReportPage(tally: tally, totals: totals, left: left)
        page.names = names.map { link.address(of: $0) }
        for index in starts.indices.reversed() {
            page.number = index + 1
            let file = try AtomicFile(replacing: names[index])
            try file.write(Array(page.head.markup.utf8))
            try copyCards(from: starts[index], to: index < ends.count ? ends[index] : written, into: file)
            try file.write(Array(page.foot.markup.utf8))
            try file.commit()
        }
    }

    private func flush() throws(SystemError) {
        try writeAll(pending, to: cards)
        written += pending.count
        pending.removeAll(keepingCapacity: true)
    }

    private func copyCards(from start: Int, to end: Int, into file: borrowing AtomicFile) throws(SystemError) {
        var buffer = [UInt8](repeating: 0, count: 1 << 18)
        var offset = start
        while offset < end {
            // Safe: reads at most as many bytes as the buffer has.
            let count = unsafe buffer.withUnsafeMutableBytes {
                unsafe pread(cards, $0.baseAddress, min($0.count, end - offset), offset)
            }
            if count < 0, errno != EINTR { throw SystemError.last }
            if count == 0 { return }
            if count > 0 {
                try file.write(Array(buffer[..<count]))
                offset += count
            }
        }
    }
}

extension Path {
    /// `report-2.html` for `report.html`.
    fileprivate func numbered(_ number: Int) -> Path {
        let end = fileExtension.map { $0.count + 1 } ?? 0
        return Path(bytes: bytes.dropLast(end) + Array("-\(number)".utf8) + bytes.suffix(end))
    }
}
