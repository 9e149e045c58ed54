// Whoever imports ViSearchAPI speaks in the values of these modules.
@_exported public import SearchAPI
@_exported public import WireFormat
