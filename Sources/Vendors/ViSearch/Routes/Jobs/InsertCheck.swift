internal import CatalogFile
internal import Essentials
internal import SearchServer
internal import ViSearchAPI

/// The part of an insertion's validation that needs no picture: the accepted images, and the faults of the others.
struct InsertCheck {
    private(set) var accepted: [JobStore.Entry] = []
    private(set) var faults: [ViSearch.ImageFault] = []
    /// Kinds of fields that the store does not have yet, as all values of this request suggest them.
    private(set) var newFields: [String: AttributeType] = [:]

    /// Bytes of a URL and of an attribute.
    private static let urlLimit = 4096
    private static let valueLimit = 32_768
    private static let fieldLimit = 128

    /// - Parameters:
    ///   - fields: those of the store.
    ///   - guessed: those of them whose kind later values may widen, as the store sees when they are written.
    ///   - pictures: by index, where the bytes came with the request.
    ///   - exists: whether there is, or will be, an item of this name.
    init(
        _ insert: ViSearch.Insert, fields: [String: AttributeType], guessed: Set<String>, pictures: [Int: [UInt8]],
        exists: (String) throws(SearchError) -> Bool
    ) throws(SearchError) {
        let fields = fields.merging(guessed.filter { [.int, .float].contains(fields[$0]) }.map { ($0, .string) }) { $1 }
        for image in insert.images {
            if let fault = try Self.fault(of: image, fields, hasPicture: pictures[image.index] != nil, exists, self) {
                faults.append(ViSearch.ImageFault(fault, index: image.index, name: image.name))
            } else {
                accepted.append(
                    JobStore.Entry(
                        image.name, url: image.url, values: image.values, picture: pictures[image.index]))
            }
        }
        var unknown: [String: [String]] = [:]
        for (field, value) in accepted.lazy.flatMap(\.values) where fields[field] == nil && !value.isEmpty {
            unknown[field, default: []].append(value)
        }
        newFields = unknown.mapValues { AttributeType(guessedFrom: $0) }
    }

    private static func fault(
        of image: ViSearch.Insert.Image, _ fields: [String: AttributeType], hasPicture: Bool,
        _ exists: (String) throws(SearchError) -> Bool, _ earlier: InsertCheck
    ) throws(SearchError) -> ViSearch.Fault? {
        if image.name.isEmpty
            || image.name.unicodeScalars.contains(where: { $0.properties.isWhitespace || $0.value < 32 })
        {
            return .invalidName
        }
        if let fault = image.fault { return fault }
        let part = "image[\(image.index)]"
        let text = image.values["image"]
        // No text has these: the bytes of a picture came as a parameter. One that can be read is a field of that name.
        if text?.unicodeScalars.contains(where: { $0 == "\0" || $0 == "\u{FFFD}" }) == true {
            return .pictureWithoutFilename(part)
        }
        if let url = image.url, url.utf8.count > urlLimit { return .tooLong("im_url") }
        for (field, value) in image.values.sorted(by: { $0.key < $1.key }) {
            if field.isEmpty || field.utf8.count > fieldLimit || value.utf8.count > valueLimit {
                return .tooLong(field)
            }
            if !value.isEmpty, let type = fields[field], AttributeValue(value, as: type) == nil {
                return .wrongType(field, type)
            }
        }
        if image.url == nil, !hasPicture, !earlier.accepted.contains(where: { $0.name == image.name }) {
            if try !exists(image.name) { return text?.isEmpty == false ? .pictureWithoutFilename(part) : .missingURL }
        }
        return nil
    }
}

extension AttributeType {
    /// Guesses the type from values that came without one. The service has few types: a date, a list or a flag comes
    /// back as the text that was sent.
    init(guessedFrom values: [String]) {
        let type = AttributeType(suggestedBy: values)
        self = [.int, .float, .text].contains(type) ? type : .string
    }
}
