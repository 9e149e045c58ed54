final class ColumnCache: Sendable {}
final class VocabularyCache: Sendable {}
