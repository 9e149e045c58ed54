// The API of HaloAPI uses the types of these modules.
@_exported public import ContentAPI
@_exported public import SearchAPI
@_exported public import WireFormat
