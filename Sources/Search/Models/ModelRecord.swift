package import Essentials
internal import ImageTypes
internal import VisualSearch

/// A store's record of a model: the place of its folder, and all that needs no second look.
package struct ModelRecord: Hashable, Sendable, Codable {
    /// The identity of the model.
    package var identity: String
    /// The folder, absolute.
    package var folder: String
    /// The names, sizes and times of its files, hashed.
    package var stamp: String
    /// The values of a vector.
    package var dimensions: Int
    /// The numbers of the graphs, where they were named.
    package var numbers: ModelPrecision?
    /// The vectors of ``/VisualSearch/TextBackground/texts``, one behind the other; nil for a model without texts.
    package var background: Data?
}

extension ModelRecord {
    /// Reads a record; nil for other text, and for lengths that no vector has.
    package init?(json: String) {
        guard let record = try? JSONDecoder().decode(Self.self, from: Data(json.utf8)),
            1...PictureEncoder.longest ~= record.dimensions
        else { return nil }
        self = record
    }

    /// The vectors of the background; nil where they are not there, or not as many as they should be.
    var vectors: [[Int8]]? {
        guard let background, background.count == TextBackground.texts.count * dimensions else { return nil }
        let values = background.map(Int8.init(bitPattern:))
        return stride(from: 0, to: values.count, by: dimensions).map { Array(values[$0..<$0 + dimensions]) }
    }

    /// The record as JSON.
    package var json: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }
}

/// The files of a model when it was opened first. They may be replaced while it is in use.
struct KnownFiles: Hashable {
    /// The identity of the model.
    var identity: String
    /// The ``ModelFolder/stamp()`` of its files.
    var stamp: String

    /// Throws where the content of a file is another one. Reads the files only where their stamp has changed.
    func check(_ folder: ModelFolder) throws(TowerError) {
        do throws(ModelFolderError) {
            if try folder.stamp() == stamp { return }
            if "model \(try folder.identity())" == identity { return }
        } catch { throw .folder(error) }
        throw .misfit("its files have changed since it was opened; open it again")
    }
}

extension ModelFolder {
    /// The names, sizes, places and times of the files that change a vector, hashed: 32 hexadecimal digits.
    func stamp() throws(ModelFolderError) -> String {
        var text = ""
        for file in try files() {
            var status = stat()
            // Safe: the path ends with NUL and the structure outlives the call.
            guard unsafe stat(file.path, &status) == 0 else { continue }
            #if canImport(Glibc)
                let time = status.st_mtim
            #else
                let time = status.st_mtimespec
            #endif
            text += "\(file.name)\n\(status.st_size) \(status.st_ino) \(time.tv_sec) \(time.tv_nsec)\n"
        }
        return Array(text.utf8).contentHash.hexadecimal
    }
}
