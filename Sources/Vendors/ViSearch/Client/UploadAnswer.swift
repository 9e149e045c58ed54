/// The answer to a search with a picture, which can be refined.
///
/// All of ``/ViSearchAPI/ViSearch/Results`` can be read from it directly: `answer.hits`.
public typealias UploadAnswer = RefinableAnswer<ViSearch.Results>
