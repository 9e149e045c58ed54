// Names of fields: which ones have a meaning for the page, and the same names in other languages.

/**
 * The names in other languages by the English one, plain. The server knows more of them (FieldName.swift); these are all that the
 * page asks for.
 */
export const others = {
  title: ["titel", "titre", "título", "titulo", "titolo", "タイトル"],
  name: [
    "produktname", "artikelname", "bezeichnung", "artikelbezeichnung", "produktbezeichnung", "nom", "nom_du_produit", "nombre",
    "nombre_del_producto", "nome", "nome_prodotto", "naam", "商品名", "品名",
  ],
  price: [
    "preis", "verkaufspreis", "prix", "prix_de_vente", "precio", "precio_de_venta", "prezzo", "prijs", "価格", "販売価格",
  ],
  regular_price: [
    "regulärer_preis", "normalpreis", "tarif_régulier", "prix_régulier", "prix_normal", "precio_normal", "precio_regular",
    "prezzo_di_listino", "prezzo_normale", "通常価格",
  ],
  sale_price: [
    "angebotspreis", "aktionspreis", "sonderpreis", "tarif_promo", "prix_promo", "prix_promotionnel", "precio_rebajado",
    "precio_de_oferta", "prezzo_in_offerta", "prezzo_scontato", "セール価格",
  ],
  currency: ["währung", "devise", "moneda", "divisa", "valuta", "通貨"],
  color: ["farbe", "couleur", "colore", "kleur", "色", "カラー"],
  gender: ["geschlecht", "sexe", "género", "sesso", "geslacht", "性別"],
  size: ["größe", "groesse", "taille", "talla", "taglia", "maat", "サイズ"],
  material: ["matériau", "matière", "materiale", "materiaal", "素材"],
};

const english = new Map(Object.entries(others).flatMap(([name, all]) => all.map((other) => [other, name])));

/** A name of a field as names are compared: without case, blanks and hyphens as underscores, in English where it is known. */
export const plain = (name) => {
  const written = name.toLowerCase().replace(/[\s-]/g, "_");
  return english.get(written) ?? written;
};

/** The fields of an object that have one of these names, likeliest first: `Product Name` is `product_name`, and `Preis` is `price`. */
export const fieldsNamed = (names, fields) => {
  const known = Object.keys(fields ?? {});
  return names.flatMap((name) => known.filter((field) => field === name).concat(known.filter((field) => field !== name && plain(field) === name)));
};

/** True of fields that hold money: every value of one has as many places as the others. */
export const isMoney = (field) => /(^|_)(price|cost|msrp)$/.test(plain(field));
