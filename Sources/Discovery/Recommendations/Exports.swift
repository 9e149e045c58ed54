// The API of Recommendations uses the types of this module.
@_exported public import VisualSearch
