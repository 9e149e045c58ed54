import Essentials
import Models
import VisualSearch

/// The model in a folder that a store was made with, as far as the store and the folder tell.
struct KnownModel {
    /// The folder, which may be gone.
    let folder: String
    /// The languages that the folder names; empty where it names none, describes no texts or is gone.
    let languages: [String]
    private let layout: String?
    private let describesTexts: Bool

    /// Nil for a store of another describer.
    init?(of store: Path) {
        guard let json = try? CatalogStore.describerRecord(at: store.text), let record = ModelRecord(json: json) else {
            return nil
        }
        let found = try? ModelFolder(URL(filePath: record.folder), precision: record.numbers)
        folder = record.folder
        layout = found?.layout.rawValue
        describesTexts = found?.text != nil
        languages = describesTexts ? found?.card.languages ?? [] : []
    }

    /// Its line of `magpie info`, after that of the describer.
    var fact: String {
        let named = languages.isEmpty ? "languages that it does not name" : languages.joined(separator: ", ")
        let words = describesTexts ? "; words in \(named)" : ""
        return "in \(folder.printable)" + (layout.map { ", \($0)" + words } ?? ", which is gone")
    }
}
