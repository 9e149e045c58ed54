// Whoever imports SearchAPI speaks in the values of these modules.
@_exported public import ImageTypes
