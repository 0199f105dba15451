export const postcode: readonly string[] = [
  'zip|zip code|postal code|zip postal code|address 1 postal code|home postal code|business postal code',
  'mailing zip postal code|billing zip postal code|ADR.postcode|address.postcode|address.zip|address.postalcode|plz',
  'postleitzahl|postleitzahl geschäftlich|postleitzahl privat|code postal|cp|código postal|cap',
  'codice di avviamento postale|codice postale|cep|code postale|kod pocztowy|zip postal|postnummer|psč|postnr',
  'zip or postal code|pin code|postal|plz privat',
  'postinumero|postinro|postinumero kotiosoite',
  'irányítószám|irsz|ir szám',
  'posta kodu|pk',
  'индекс|почтовый индекс',
  '郵便番号|郵便',
  'zip cd|zip no|pc|p code|post cd|zip postcode|postal code zip|plz ort plz|kod poczt|cod postal|cod post',
  'směrovací číslo|poštovní směrovací číslo|postleitz|почт индекс|c postal|postleitzahlen',
]
