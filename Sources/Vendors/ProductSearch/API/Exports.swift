// The API of ProductSearchAPI uses the types of these modules.
@_exported public import SearchAPI
@_exported public import ViSenzeAPI
@_exported public import WireFormat
