import Foundation
import ImageTypes
import SearchAPI
import StepwiseAPI
import StepwiseSearch
import TestSupport
import Testing

/// Makes hierarchies from texts in a folder of its own.
struct Importer {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    var path: String { folder.url.appending(path: "addresses.store").path }

    @discardableResult
    func load(_ texts: KeyValuePairs<String, String>, cancellation: Cancellation = Cancellation()) throws
        -> StepImport.Report
    {
        let files = try texts.map { name, text in
            let url = folder.url.appending(path: name)
            try Data(text.utf8).write(to: url)
            return url.path
        }
        return try StepImport(files, cancellation: cancellation, progress: { _ in }).run(to: path)
    }

    /// The reason that a text cannot be loaded, without the folder.
    func fault(_ texts: KeyValuePairs<String, String>) -> String? {
        do { try load(texts) } catch let error as SearchError {
            return error.description.replacing(folder.url.path + "/", with: "")
        } catch {
            return "\(error)"
        }
        return nil
    }

    func store() throws -> StepStore { try StepStore(path: path) }
}

extension LocalStepDirectory {
    /// All candidates below a path, page by page.
    func all(_ ids: [String], locale: String? = nil) throws -> [Candidate] {
        var found: [Candidate] = []
        while true {
            let view = StepView(offset: found.count, limit: 1000)
            guard case .choose(let page, _) = try stepBlocking(StepCall(StepPath(ids, locale: locale), view: view)).step
            else { return [] }
            found += page.candidates
            if page.candidates.isEmpty || found.count == page.total { return found }
        }
    }
}
