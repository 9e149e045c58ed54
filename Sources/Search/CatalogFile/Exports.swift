// The API of CatalogFile uses the types of these modules.
@_exported public import SearchAPI
