// Whoever imports CatalogFile speaks in the values of these modules.
@_exported public import SearchAPI
