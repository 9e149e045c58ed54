// The API of MilvusCatalog uses the types of this module.
@_exported public import VisualSearch
