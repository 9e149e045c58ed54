/// The names of columns in other languages, as shops and the exports of shop systems have them, with the English name that
/// means the same.
///
/// WooCommerce translates the head of its export into the language of whoever asks for it; the names of the German, Spanish, French and
/// Italian ones are those of such files. `#` stands for a number. A word that means several fields, such as `Art` or
/// `Modell`, is not here: it stays what it is.
package enum FieldName {
    /// A name as names are compared: without case, with blanks and hyphens as underscores, in English where it is known.
    package static func plain(_ name: String) -> String {
        let written = folded(name)
        return english(written) ?? written
    }

    /// The English name of a field that has one in another language, plain; nil for all others.
    package static func translated(_ name: String) -> String? { english(folded(name)) }

    private static func folded(_ name: String) -> String {
        String(name.lowercased().map { $0.isWhitespace || $0 == "-" ? "_" : $0 })
    }

    private static func english(_ written: String) -> String? {
        if let known = english[written] { return known }
        let isDigit = { (character: Character) in ("0"..."9").contains(character) }
        guard let first = written.firstIndex(where: isDigit) else { return nil }
        let number = written[first...].prefix(while: isDigit)
        guard let known = english[written[..<first] + "#" + written[number.endIndex...]] else { return nil }
        return known.split(separator: "#", omittingEmptySubsequences: false).joined(separator: String(number))
    }

    /// The English name by the others, all plain.
    private static let english: [String: String] = {
        var english: [String: String] = [:]
        for (name, others) in others { for other in others { english[other] = name } }
        return english
    }()

    /// The other names by the English one, for pages that need them too.
    package static let others: KeyValuePairs<String, [String]> = [
        "title": ["titel", "titre", "título", "titulo", "titolo", "タイトル"],
        "name": [
            "produktname", "artikelname", "bezeichnung", "artikelbezeichnung", "produktbezeichnung", "nom",
            "nom_du_produit",
            "nombre", "nombre_del_producto", "nome", "nome_prodotto", "naam", "商品名", "品名",
        ],
        "type": ["typ", "tipo"],
        "product_type": [
            "produkttyp", "produktart", "warengruppe", "type_de_produit", "tipo_de_producto", "tipo_di_prodotto",
            "商品タイプ",
        ],
        "category": ["kategorie", "catégorie", "categoría", "categoria", "categorie", "カテゴリ", "カテゴリー"],
        "categories": ["kategorien", "catégories", "categorías", "categorias"],
        "price": [
            "preis", "verkaufspreis", "prix", "prix_de_vente", "precio", "precio_de_venta", "prezzo", "prijs", "価格",
            "販売価格",
        ],
        "regular_price": [
            "regulärer_preis", "normalpreis", "tarif_régulier", "prix_régulier", "prix_normal", "precio_normal",
            "precio_regular",
            "prezzo_di_listino", "prezzo_normale", "通常価格",
        ],
        "sale_price": [
            "angebotspreis", "aktionspreis", "sonderpreis", "tarif_promo", "prix_promo", "prix_promotionnel",
            "precio_rebajado",
            "precio_de_oferta", "prezzo_in_offerta", "prezzo_scontato", "セール価格",
        ],
        "date_sale_price_starts": ["datum,_an_dem_angebotspreis_beginnt", "día_en_que_empieza_el_precio_rebajado"],
        "date_sale_price_ends": ["datum,_an_dem_angebotspreis_endet", "día_en_que_termina_el_precio_rebajado"],
        "cost_price": [
            "einkaufspreis", "prix_d'achat", "prix_d’achat", "precio_de_coste", "precio_de_costo", "precio_de_compra",
            "prezzo_di_acquisto", "prezzo_d'acquisto", "仕入価格",
        ],
        "currency": ["währung", "devise", "moneda", "divisa", "valuta", "通貨"],
        "availability": ["verfügbarkeit", "disponibilité", "disponibilidad", "disponibilità", "beschikbaarheid"],
        "in_stock?": ["vorrätig?", "en_stock_?", "en_stock?", "¿en_inventario?", "¿existencias?", "¿hay_existencias?"],
        "stock": ["lager", "lagerbestand", "inventario", "existencias", "giacenza", "在庫", "在庫数"],
        "brand": ["marke", "marque", "marca", "merk", "ブランド"],
        "brands": ["marken", "marques", "marcas"],
        "color": ["farbe", "couleur", "colore", "kleur", "色", "カラー"],
        "gender": ["geschlecht", "sexe", "género", "sesso", "geslacht", "性別"],
        "size": ["größe", "groesse", "taille", "talla", "taglia", "maat", "サイズ"],
        "material": ["matériau", "matière", "materiale", "materiaal", "素材"],
        "description": [
            "beschreibung", "produktbeschreibung", "descripción", "descrizione", "beschrijving", "説明", "商品説明",
        ],
        "short_description": [
            "kurzbeschreibung", "description_courte", "descripción_corta", "breve_descrizione", "descrizione_breve",
        ],
        "tags": ["schlagwörter", "étiquettes", "etiquetas", "タグ"],
        "sku": [
            "artikelnummer", "artikelnr", "artikel_nr", "artikel_nr.", "art._nr.", "art.nr.", "ugs", "référence",
            "referencia",
            "codice_articolo", "商品番号", "品番", "商品コード",
        ],
        "gtin,_upc,_ean,_or_isbn": ["gtin,_upc,_ean_oder_isbn", "gtin,_upc,_ean_o_isbn", "gtin,_upc,_ean_ou_isbn"],
        "image": ["bild", "imagen", "immagine", "afbeelding", "foto", "画像", "商品画像"],
        "image_url": [
            "bildurl", "bild_url", "bildadresse", "url_de_l'image", "url_de_l’image", "url_image", "url_de_la_imagen",
            "url_imagen",
            "url_immagine", "画像url",
        ],
        "image_#": [
            "bild_#", "bild#", "imagen_#", "imagen#", "immagine_#", "immagine#", "afbeelding_#", "foto_#", "画像#",
        ],
        "images": ["bilder", "imágenes", "imagenes", "immagini", "afbeeldingen", "fotos"],
        "published": ["veröffentlicht", "publié", "publicado", "pubblicato"],
        "visibility_in_catalog": [
            "sichtbarkeit_im_katalog", "visibilité_dans_le_catalogue", "visibilidad_en_el_catálogo",
            "visibilità_nel_catalogo",
        ],
        "tax_status": ["steuerstatus", "état_de_la_tva", "estado_del_impuesto", "stato_delle_imposte"],
        "parent": ["übergeordnetes_produkt", "superior", "genitore"],
        "attribute_#_name": [
            "attribut_#_name", "nom_de_l'attribut_#", "nom_de_l’attribut_#", "nombre_del_atributo_#",
            "attributo_#_nome",
        ],
        "attribute_#_value(s)": [
            "attribut_#_wert(e)", "valeur(s)_de_l'attribut_#", "valeur(s)_de_l’attribut_#", "valor(es)_del_atributo_#",
            "attributo_#_valuta(e)", "attributo_#_valore(i)",
        ],
        "attribute_#_visible": [
            "attribut_#_sichtbar", "attribut_#_visible", "atributo_visible_#", "attributo_#_visibile",
        ],
        "attribute_#_global": ["attribut_#_global", "atributo_global_#", "attributo_#_globale"],
        "attribute_#_default": [
            "attribut_#_standard", "attribut_#_par_défaut", "atributo_por_defecto_#", "attributo_#_predefinito",
        ],
    ]
}
