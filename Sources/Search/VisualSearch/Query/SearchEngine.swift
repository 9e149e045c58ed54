import SQLite

/// The search engine in this process: one catalog file, searched from memory.
///
/// Usable from many threads. The asynchronous verbs of ``/SearchAPI/CatalogService`` run on threads of the engine and
/// never hold a thread of the cooperative pool; when their task is cancelled they stop at the next step and throw
/// `cancelled`. The same verbs with `Blocking` block the calling thread. What other processes or engines write to the
/// file is seen by the next search.
public final class SearchEngine: CatalogService {
    let cores: EngineCores
    /// The field that holds the product type of an item; nil uses the first of ``TypeTable/fieldNames``.
    let typeField: String?
    let types = RevisionValue<TypeTable?>()
    let typeLists = RevisionValue<[ProductType]>()
    let background = RevisionValue<ScoreBackground>()
    let pictureTexts = RevisionValue<StoredPictureTexts?>()
    let learnsFromChanges: Bool
    let learner = Learner()
    let relatedWords: RelatedWords
    let storedRules = StoredRules()
    private let thumbnailSide: Int?
    /// More threads than cores: some of them wait for the disk or for an outside describer.
    package let threads = Workers(threads: max(8, 4 * Batch.usableCores))

    /// Opens the store at `path`, or makes it where the mode allows.
    ///
    /// - Parameters:
    ///   - path: The file of the store.
    ///   - mode: The way of opening it. Default `create`.
    ///   - settings: Default: those of ``Settings/init(describer:)``.
    /// - Throws: what ``CatalogStore/init(path:describer:mode:willIndexWords:)`` throws.
    public convenience init(
        path: String, mode: CatalogStore.Mode = .create, settings: Settings = Settings()
    ) throws(SearchError) {
        try self.init(path: path, mode: mode, settings: settings, home: nil)
    }

    /// Opens the store at `path` with a describer and the other settings as they are by default.
    public convenience init(
        path: String, mode: CatalogStore.Mode = .create, describer: (any Describer)?
    ) throws(SearchError) {
        try self.init(path: path, mode: mode, settings: Settings(describer: describer), home: nil)
    }

    /// Opens the store at `path`, as the copy of a home that several processes share where there is one.
    package init(
        path: String, mode: CatalogStore.Mode, settings: Settings, home: (any SharedHome)?
    ) throws(SearchError) {
        let wanted = settings.describer ?? BuiltInDescriber.shared
        thumbnailSide = settings.thumbnailSide
        typeField = settings.typeField
        learnsFromChanges = settings.learnsFromChanges
        relatedWords = RelatedWords(
            thesaurus: settings.usesThesaurus ? .builtIn : nil, synonyms: settings.synonyms,
            dictionaries: settings.dictionaries,
            vectors: settings.usesWordMeanings ? .builtIn : nil)
        let takesAny = settings.describer == nil || settings.acceptsOtherDescriber
        let (kind, readsOnDemand) = (settings.kind, settings.readsOnDemand)
        let (form, store) = try wanted.opening { form throws(SearchError) in
            try CatalogStore(
                path: path, describer: form.storedIdentity, mode: mode, schema: .current, home: home, kind: kind,
                takesAnyDescriber: takesAny && home == nil, willIndexWords: settings.willIndexWords)
        }
        let (language, opens) = (settings.language, settings.opensDescriber)
        store.words.toldLanguage = language
        let first = EngineCore(store, [form] + wanted.earlierForms, readsOnDemand: readsOnDemand)
        cores = EngineCores(first) { coming throws(SearchError) in
            let store = try CatalogStore(
                path: path, describer: nil, mode: mode == .readOnly ? .readOnly : .readWrite, schema: .current,
                kind: kind)
            store.words.toldLanguage = language
            return EngineCore(
                store, [wanted] + wanted.earlierForms + coming, readsOnDemand: readsOnDemand, opens: opens)
        }
        if readsOnDemand { loadAhead() }
    }

    /// Ends the use of the file, after the calls that run: the store is one file then, without `-wal` and `-shm` beside it,
    /// unless others have it open. Every later call throws ``/SearchAPI/SearchError/store(path:reason:)``; to close again
    /// does nothing.
    ///
    /// An engine that nobody has any more closes by itself, and so do all engines at the end of the process: by `exit`, or
    /// where `main` returns. To copy the file while the process goes on, close the engine before, or make a
    /// ``CatalogStore/backup(to:)``.
    public func close() { cores.close() }

    /// The bytes of the palette of a picture.
    package static var paletteBytes: Int { Palette.byteCount }
    /// True where the store was made with the built-in describer of the version before.
    package var isOfFormerDescriber: Bool {
        describer is BuiltInDescriber && describer.identity != BuiltInDescriber.shared.identity
    }
    /// True where nothing in this process describes pictures as the store does: searches with pictures fail.
    package var isOfAbsentDescriber: Bool { describer is AbsentDescriber }

    /// True where the store has got another describer since it was opened, which is not at hand.
    package var hasLostDescriber: Bool { cores.hasLostDescriber }

    /// The memory and the processes of the describer, in short lines.
    package var describerState: [String] { describer.state }

    /// The describer of the store, for search pages.
    package var describerSummary: DescriberSummary {
        let texts = (describer as? any TextDescriber).flatMap { $0.describesTexts ? $0 : nil }
        return DescriberSummary(
            name: describer.identity, dimensions: describer.dimensions, describesTexts: texts != nil,
            languages: texts?.languages ?? [])
    }

    /// True where a small picture of each item is kept.
    package var keepsThumbnails: Bool { thumbnailSide != nil }

    /// Describes a picture for an insertion: one decode for everything. Blocks; usable from many threads at once.
    ///
    /// - Parameters:
    ///   - input: The picture.
    ///   - box: The part to describe, in upright pixels of the original. A point describes the whole picture: what is
    ///     at the point is not looked for.
    ///   - limits: What the picture may cost.
    /// - Throws: ``/SearchAPI/SearchError/image(_:)``, or `service` when an outside describer failed.
    package func describe(
        _ input: ImageInput, box: Box? = nil, limits: Limits = Limits()
    ) throws(SearchError) -> DescribedImage {
        try describe(input, box: box, try CallOptions(limits))
    }

    func describe(_ input: ImageInput, box: Box?, _ options: CallOptions) throws(SearchError) -> DescribedImage {
        let core = core
        let describer = core.describer
        var recipe = Recipe(.pixels(fitting: 256), box: box)
        if let thumbnailSide { recipe.outputs.append(.fit(thumbnailSide, quality: 85)) }
        // The colors are read off the same pixels, whatever the describer wants to see.
        let seesMore = describer.input != recipe.outputs[0]
        if seesMore { recipe.outputs.append(describer.input) }
        let (prepared, pixels) = try read(input, as: recipe, options)
        let seen = seesMore ? prepared.pixels(of: prepared.outputs.count - 1) : pixels
        var described = DescribedImage(
            descriptor: try describer.descriptor(of: seen, decodedFrom: prepared.box.size),
            palette: Palette(of: pixels),
            thumbnail: thumbnailSide == nil ? nil : prepared.outputs[1].bytes,
            uprightSize: prepared.uprightSize, box: prepared.box, describer: describer.identity)
        if let form = core.copyDescriber {
            let isBeginning = !seesMore && describer.builtIn?.identity == form.identity
            described.builtIn = BuiltInVector(
                describer: form.identity,
                values: isBeginning
                    ? Array(described.descriptor.vector.prefix(form.dimensions))
                    : try form.descriptor(of: pixels).vector)
        }
        return described
    }

    /// Returns the vector of a picture for a search, and the box that it describes. Colors are for the store alone.
    package func describeExample(
        _ input: ImageInput, box: Box?, limits: Limits
    ) throws(SearchError) -> (vector: [Int8], box: Box) {
        try describeExample(input, box: box, try CallOptions(limits))
    }

    func describeExample(_ input: ImageInput, box: Box?, _ options: CallOptions) throws(SearchError) -> (
        vector: [Int8], box: Box
    ) {
        let (prepared, pixels) = try read(input, as: Recipe(describer.input, box: box), options)
        let descriptor = try describer.descriptor(of: pixels, decodedFrom: prepared.box.size)
        return (descriptor.vector, prepared.box)
    }

    /// - Parameter recipe: Its first output is pixels.
    private func read(
        _ input: ImageInput, as recipe: Recipe, _ options: CallOptions
    ) throws(SearchError) -> (Prepared, PixelBuffer) {
        let prepared = try options.prepare(input, as: recipe)
        if recipe.box != nil {
            do throws(ImageError) { try prepared.box.checkDescribable(in: prepared.uprightSize) } catch {
                throw .image(error)
            }
        }
        return (prepared, prepared.pixels())
    }

    /// The description of pixels by the describer.
    func descriptor(of pixels: PixelBuffer) throws(SearchError) -> Descriptor {
        try describer.descriptor(of: pixels)
    }

    /// Loads what searches need into memory. Blocks. Without it the first search does, and those that come meanwhile
    /// wait for it.
    public func warmUpBlocking() throws(SearchError) {
        try loadBlocking(withPalettes: true)
        keepDensitiesInBackground()
    }

    /// - Parameter withPalettes: Also what only searches with colors need.
    func loadBlocking(withPalettes: Bool) throws(SearchError) {
        try steadily { () throws(SearchError) in
            try catalog.warmUp(withPalettes: withPalettes)
            try catalog.read(withPalettes: false) { snapshot throws(SearchError) in
                _ = try typeGuesses(in: snapshot)
            }
        }
    }
}

extension Describer {
    /// The description of pixels by the describer. A picture that it has no descriptor for is a fault of the picture;
    /// everything else would befall the next picture, too.
    ///
    /// - Parameter size: The sides of what the pixels stand for; nil for their own.
    func descriptor(of pixels: PixelBuffer, decodedFrom size: Size? = nil) throws(SearchError) -> Descriptor {
        let descriptor: Descriptor
        do throws(DescribeError) { descriptor = try describe(pixels, decodedFrom: size ?? pixels.size) } catch {
            if case .undescribable = error { throw .invalidArgument("the picture could not be described: \(error)") }
            throw .service("the picture could not be described: \(error)")
        }
        guard descriptor.vector.count == dimensions else {
            throw .service(
                "the describer \(identity) gave a vector of \(descriptor.vector.count) values, not of "
                    + "\(dimensions), as its dimensions say")
        }
        return descriptor
    }
}
