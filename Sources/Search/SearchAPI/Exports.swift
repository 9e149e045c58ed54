// The API of SearchAPI uses the types of these modules.
@_exported public import ImageTypes
