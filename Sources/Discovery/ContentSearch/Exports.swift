// The API of ContentSearch uses the types of these modules.
@_exported public import ContentAPI
@_exported public import VisualSearch
