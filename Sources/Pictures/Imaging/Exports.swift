// The API of Imaging uses the types of these modules.
@_exported public import ImageTypes
