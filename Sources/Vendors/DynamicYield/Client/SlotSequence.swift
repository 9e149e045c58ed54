/// The results of a search, window after window.
public struct SlotSequence<Item: Decodable & Sendable>: AsyncSequence, Sendable {
    /// The element of the sequence: a result.
    public typealias Element = DynamicYield.Slot<Item>

    let client: DynamicYieldClient
    let search: DynamicYield.Search
    let settings: UploadSettings

    /// Makes an iterator, which begins with the first result of the search's window.
    public func makeAsyncIterator() -> Iterator { Iterator(client: client, search: search, settings: settings) }

    /// An iterator over results that asks for the next window when one is used up.
    public struct Iterator: AsyncIteratorProtocol {
        private let client: DynamicYieldClient
        private var search: DynamicYield.Search
        private let settings: UploadSettings
        private var slots: ArraySlice<Element> = []
        private var isPrepared = false
        private var isDone = false
        /// The catalog may change between two windows, and a result move to the next one.
        private var seen: Set<String> = []

        init(client: DynamicYieldClient, search: DynamicYield.Search, settings: UploadSettings) {
            self.client = client
            self.search = search
            self.settings = settings
        }

        /// Returns the next result that was not given before; nil after the last.
        public mutating func next() async throws(ClientError) -> Element? { try await next(isolation: nil) }

        /// Returns the next result that was not given before; nil after the last.
        public mutating func next(isolation actor: isolated (any Actor)?) async throws(ClientError) -> Element? {
            while true {
                while let slot = slots.popFirst() {
                    if seen.insert(slot.sku).inserted { return slot }
                }
                if isDone { return nil }
                try await advance(isolation: actor)
            }
        }

        private mutating func advance(isolation actor: isolated (any Actor)?) async throws(ClientError) {
            // The service has one list for a picture.
            let hasWindows = !(search.isVisual && client.service.isDynamicYield)
            if !isPrepared {
                if hasWindows, search.window == nil { search.window = DynamicYield.Window() }
                search = try await client.prepare(search, settings)
                isPrepared = true
            }
            let answer: DynamicYield.Answer<Item> = try await client.answer(to: search)
            slots = answer.slots[...]
            guard hasWindows, var window = search.window else {
                isDone = true
                return
            }
            window.offset += window.numItems
            // Later windows are the same search of the same person.
            search.countsSearch = false
            search.window = window
            search.visitor.id = search.visitor.id ?? answer.visitorID
            search.visitor.session = search.visitor.session ?? answer.sessionID
            let isLast = answer.total.map { window.offset >= $0 } ?? false
            // A window whose products could not be read is not the last one.
            isDone = isLast || slots.isEmpty && answer.notices.isEmpty
        }
    }
}

extension DynamicYieldClient {
    /// The results of a search one by one, window after window; a picture is prepared once.
    ///
    /// - Parameters:
    ///   - search: The text or the picture, and all parameters; its window is the first one.
    ///   - item: The type of the product data. Default the columns that every catalog may have.
    ///   - settings: Size and quality of the upload of a picture.
    public func slots<Item: Decodable & Sendable>(
        of search: DynamicYield.Search, as item: Item.Type = DynamicYield.Product.self,
        settings: UploadSettings = .standard
    ) -> SlotSequence<Item> {
        SlotSequence(client: self, search: search, settings: settings)
    }
}
