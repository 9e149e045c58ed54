// The API of ContentStore uses the types of these modules.
@_exported public import ContentSearch
@_exported public import VisualSearch
