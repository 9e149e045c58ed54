/// The answer to a search with a picture, which can be refined.
///
/// All of ``/ProductSearchAPI/ProductSearch/Results`` can be read from it directly: `found.products`.
public typealias ProductSearchFound = RefinableAnswer<ProductSearch.Results>
