internal import SQLite

/// An engine that holds the items of a store for good and searches their vectors, and that several processes share.
///
/// The file of the store is then a copy that follows it. Filters, words, facets, orders and single vectors are read from
/// the copy, so that they are exact; only the nearest of many vectors are asked for, and scored from the copy again.
package protocol SharedHome: Sendable {
    /// The most pictures that ``nearest(to:count:of:passing:fields:)`` finds at once.
    var reach: Int { get }
    /// The most pictures that are scored from the copy, one by one, without a question to the home.
    var fewRows: Int { get }

    /// Takes what others have written since the last call into the store. May do nothing where the last call was a moment
    /// ago, or where another thread follows or writes.
    func follow(_ store: CatalogStore) throws(SearchError)

    /// Takes in what others have written, and calls `body`, which writes. Nothing is taken in meanwhile: it could be
    /// older than what is written.
    func changing<Result>(
        _ store: CatalogStore, _ body: () throws(SearchError) -> Result
    ) throws(SearchError) -> Result

    /// The reason why an item cannot be kept; nil for one that can.
    func refusal(of item: StoredItem) -> SearchError?

    /// Keeps changes for good. Called inside the transaction that makes them in the store, which is undone where this
    /// throws: the home may hold some of them all the same, and the store takes those in later.
    func keep(_ changes: SharedChanges) throws(SearchError)

    /// Finds the pictures with the greatest dot products: `count` of them, unless fewer pass. Pictures of items that do not
    /// pass the filter, and pictures that are gone, may be among them.
    ///
    /// - Parameters:
    ///   - kind: Finds only first pictures, or only further ones, which are asked for where some item has several.
    ///   - filter: Items that do not pass may be left out.
    ///   - fields: The kinds of the fields that the store knows.
    func nearest(
        to vector: [Int8], count: Int, of kind: SharedPicture.Kind, passing filter: Filter,
        fields: [String: AttributeType]
    ) throws(SearchError) -> SharedMatches
}

/// A picture of an item, as a ``SharedHome`` names it.
package struct SharedPicture: Hashable, Sendable {
    package enum Kind: Sendable { case first, further }

    /// The id of the item.
    package var id: String
    /// The number of the picture among those of the item, from 1.
    package var number: Int

    package init(id: String, number: Int) {
        self.id = id
        self.number = number
    }
}

/// Pictures that a ``SharedHome`` finds.
package struct SharedMatches: Hashable, Sendable {
    /// The nearest, without those of ``changed``.
    package var pictures: [SharedPicture]
    /// The items that changed so lately that the home may not find their pictures yet.
    package var changed: Set<String>
    /// True where no further picture passes.
    package var isAll: Bool

    package init(pictures: [SharedPicture], changed: Set<String>, isAll: Bool) {
        self.pictures = pictures
        self.changed = changed
        self.isAll = isAll
    }
}

/// The kind of a field, and whether it was only guessed from the first values.
package struct SharedField: Hashable, Sendable, Codable {
    package var type: AttributeType
    package var isGuessed: Bool

    package init(type: AttributeType, isGuessed: Bool) {
        self.type = type
        self.isGuessed = isGuessed
    }
}

/// The changes of one transaction, or those to be taken in.
package struct SharedChanges: Hashable, Sendable {
    /// Fields that are new or of another kind.
    package var fields: [String: SharedField] = [:]
    /// Items as they are now, each with its pictures.
    package var items: [StoredItem] = []
    /// The ids of items that are gone.
    package var removed: [String] = []
    /// The numbers of the further pictures that items had before, by id: only of those that had some.
    package var furtherBefore: [String: Int] = [:]
    /// Models of recommendations by name, as JSON; nil for one that is gone.
    package var models: [String: String?] = [:]
    /// The state learned from the items; nil where that stays as it is.
    package var learned: SharedLearning?

    package init() {}

    package var isEmpty: Bool {
        fields.isEmpty && items.isEmpty && removed.isEmpty && models.isEmpty && learned == nil
    }
}

extension CatalogStore {
    /// Takes in what others have written to the home, and notes how far, in one transaction.
    ///
    /// Values come in the kinds of their fields; one that its field cannot have is left out, as it is where the kind of
    /// a field changes.
    package func takeIn(_ changes: SharedChanges, _ progress: ImportProgress) throws(SearchError) {
        try write { database throws(SearchError) in
            var edit = try Edit(database, describer: describer)
            for (name, field) in changes.fields.sorted(by: { $0.key < $1.key }) {
                if field.isGuessed, edit.fields[name] == nil {
                    try edit.guess(name, as: field.type)
                } else if edit.fields[name]?.type != field.type || (!field.isGuessed && edit.guessed.contains(name)) {
                    try edit.define(name, as: field.type, droppingMisfits: true)
                }
            }
            for id in changes.removed { _ = try edit.remove(id) }
            for item in changes.items {
                if let problem = try edit.put(edit.fitting(item)) { throw problem }
            }
            try edit.finish()
            if !changes.models.isEmpty { try database.keep(models: changes.models) }
            if let learned = changes.learned { try database.takeIn(learned) }
            try database.note(progress)
        }
    }
}

extension Edit {
    /// The changes of this transaction, for the home.
    func sharedChanges() throws(SearchError) -> SharedChanges {
        var changes = SharedChanges()
        changes.furtherBefore = furtherBefore
        var ids = touched
        for (name, field) in fields {
            let (isGuessed, wasGuessed) = (guessed.contains(name), guessedBefore.contains(name))
            let before = fieldsBefore[name]?.type
            if before == field.type, isGuessed == wasGuessed { continue }
            changes.fields[name] = SharedField(type: field.type, isGuessed: isGuessed)
            // The home compares whole numbers with others as they are.
            guard let before, before != field.type, (before, field.type) != (.int, .float) else { continue }
            try database.each(
                "SELECT DISTINCT id FROM attributes JOIN items USING (slot) WHERE field = ? AND id NOT NULL",
                .integer(field.number)
            ) { ids.insert($0.text(0)) }
        }
        let reading = ItemReading(database: database)
        for id in ids.sorted() {
            let found = try database.first("SELECT slot FROM items WHERE id = ?", .text(id)) { $0.integer(0) }
            guard let slot = found, let item = try reading.item(at: slot) else {
                changes.removed.append(id)
                continue
            }
            var stored = StoredItem(
                item, picture: try reading.wholePicture(at: slot), fingerprint: try reading.fingerprint(at: slot))
            stored.pictures = try reading.furtherPictures(of: slot)
            changes.items.append(stored)
        }
        return changes
    }

    /// The item with its values in the kinds of their fields.
    fileprivate func fitting(_ stored: StoredItem) -> StoredItem {
        var stored = stored
        for (name, value) in stored.item.attributes {
            guard let type = fields[name]?.type, type != value.type, !(type == .float && value.type == .int) else {
                continue
            }
            stored.item.attributes[name] = value.converted(to: type) ?? AttributeValue(value.written, as: type)
        }
        return stored
    }
}
