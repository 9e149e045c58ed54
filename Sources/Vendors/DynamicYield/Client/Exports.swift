// The API of DynamicYieldClient uses the types of these modules.
@_exported public import DynamicYieldAPI
@_exported public import SearchClient
