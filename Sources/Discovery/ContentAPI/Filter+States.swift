public import Essentials

// The states of content, as conditions on its dates.
extension Filter {
    /// The content that was never published, removed, archived or deleted.
    public static let isDraft: Filter =
        Field.publishedAt.isMissing && Field.removedAt.isMissing && Field.archivedAt.isMissing
        && Field.deletedAt.isMissing

    /// The content that is published at a moment: not before its publication, not after its end, and not deleted.
    public static func isPublished(at moment: Date = .now) -> Filter {
        Field.publishedAt <= .date(moment) && (Field.removedAt.isMissing || Field.removedAt > .date(moment))
            && Field.deletedAt.isMissing
    }

    /// The content whose publication has ended at a moment.
    public static func isExpired(at moment: Date = .now) -> Filter {
        Field.removedAt <= .date(moment) && Field.deletedAt.isMissing
    }

    /// The content that is in the archive.
    public static let isArchived: Filter = Field.archivedAt.isPresent && Field.deletedAt.isMissing

    /// The content that changed after a moment.
    public static func isUpdated(since moment: Date) -> Filter { Field.updatedAt > .date(moment) }
}
