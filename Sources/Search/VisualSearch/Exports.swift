// The API of VisualSearch uses the types of these modules.
@_exported public import Imaging
@_exported public import SearchAPI
