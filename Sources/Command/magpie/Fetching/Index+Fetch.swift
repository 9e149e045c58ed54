import CatalogFile
import Essentials
import SearchServer

extension Index {
    /// The inputs of a run, with the folder of fetched pictures where that is wanted.
    enum WithFetched {
        case inputs([Path])
        /// There is nothing more to do.
        case ended(ExitCode)
    }

    /// Fetches the pictures that the catalog names by address.
    func fetchPictures(beside words: [Path]) throws -> WithFetched {
        guard let folder = fetch.folder else {
            if fetch != FetchOptions() {
                throw UsageError("--allow-host, --allow-private and --fetch-timeout go with --fetch")
            }
            return .inputs(words)
        }
        guard let catalog else { throw UsageError("--fetch goes with --catalog, whose rows name the pictures") }
        if inputs.shard != nil || inputs.shards != nil || inputs.list != nil || words.contains(Path("-")) {
            throw UsageError("--fetch goes with files and folders, not with a list or a shard")
        }
        guard (try? FileStatus.of(catalog).kind) != .other else {
            throw UsageError("--fetch reads the catalog twice: \(catalog) must be a file and no pipe")
        }
        let addresses = try Catalog.addresses(in: catalog, rows.options, takesAll: rows.takesAll)
        guard !addresses.isEmpty else {
            throw SetupError(
                "no row of \(catalog) names a picture by an http or https address; say which column does with --file-column"
            )
        }
        let wanted = Set(addresses.map(FetchedFile.path))
        let former = try FetchRecord.files(in: folder).subtracting(wanted)
        if prunes != nil { try check(former, of: try FetchRecord.files(in: folder).count) }
        let pictures = Numbers.plural(addresses.count, "picture")
        if isDryRun {
            note("magpie: would fetch \(pictures), or ask for those again that are in \(folder)\n")
            let isThere = (try? FileStatus.of(folder)) != nil
            return words.isEmpty && !isThere ? .ended(.done) : .inputs(words + (isThere ? [folder] : []))
        }
        let interruption = Interruption()
        let record = try FetchRecord(in: folder)
        let progress = ShareProgress("fetching \(pictures)", showing: !batch.isQuiet)
        var policy = fetch.policy
        policy.byteLimit = min(policy.byteLimit, limits.limits.inputBytes)
        let work = PictureFetch(folder: folder, policy: policy, limits: limits.limits)
        let tally = try work.run(
            addresses, into: record, until: interruption.cancellation, progress: progress.show)
        progress.end()
        if let code = interruption.exitCode {
            note("magpie: interrupted; \(tally.text)\nmagpie: the next run goes on from there\n")
            return .ended(code)
        }
        if !batch.isQuiet || tally.failed > 0 { note("magpie: \(tally.text)\n") }
        let kept = record.files.intersection(wanted)
        if kept.isEmpty, words.isEmpty {
            throw SetupError("none of the \(pictures) that \(catalog) names could be fetched")
        }
        do throws(SystemError) {
            try prunes == nil ? record.setAside(former) : record.remove(former)
        } catch {
            throw SetupError("cannot take former pictures out of \(folder)", error)
        }
        return .inputs(words + [folder])
    }

    /// Throws where a catalog no longer names so many of the fetched pictures that it may be cut off.
    private func check(_ former: Set<Path>, of count: Int) throws(SetupError) {
        let most =
            switch maxRemoved.map(Pruning.Allowance.atMost) ?? prunes {
            case .all?: Int.max
            case .atMost(let limit)?: limit
            case .usual?, nil: max(9, count / 10)
            }
        if former.count > most {
            throw SetupError(
                "nothing was changed: the catalog no longer names \(Numbers.count(former.count)) of the "
                    + "\(Numbers.plural(count, "picture")) that were fetched; is it whole? If that is right, --prune=all or "
                    + "--max-removed \(former.count) removes them")
        }
    }
}

extension Catalog {
    /// The addresses by which the rows of a catalog name pictures, those of one file once, in the order of the file.
    fileprivate static func addresses(
        in path: Path, _ options: CatalogTable.Options, takesAll: Bool
    ) throws -> [String] {
        var found: [(row: Int, address: String)] = []
        var seen: [Path: Int] = [:]
        var count = 0
        let file = try open(path)
        do throws(SearchError) {
            let text = try TableText(descriptor: file.descriptor, path: path.text)
            let table = try CatalogTable(text, options: options) { _, _, pictures in
                for cell in pictures.all {
                    if let address = FetchedFile.address(cell.file) { found.append((count, address)) }
                }
                count += 1
            }
            let unpublished = takesAll ? [] : table.unpublished
            return found.compactMap { row, address in
                if unpublished.contains(row) { return nil }
                return seen.updateValue(row, forKey: FetchedFile.path(of: address)) == nil ? address : nil
            }
        } catch {
            throw SetupError("cannot use the catalog: \(error.sentence)", because: error)
        }
    }
}
