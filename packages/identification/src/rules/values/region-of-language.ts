/** Postcodes above or beside a town, as the countries write them that most texts of a language are from. */
const postcodes: Readonly<Record<string, readonly [region: string, postcode: RegExp]>> = {
  de: ['DE', /(?<![\p{L}\d.,-])\d{5} \p{Lu}\p{Ll}{2}/u],
  fr: ['FR', /(?<![\p{L}\d.,-])\d{5} \p{Lu}\p{L}{2}/u],
  es: ['ES', /(?<![\p{L}\d.,-])\d{5} \p{Lu}\p{L}/u],
  it: ['IT', /(?<![\p{L}\d.,-])\d{5} \p{Lu}\p{L}{2}/u],
  nl: ['NL', /(?<![\p{L}\d.,-])\d{4} [A-Z]{2} \p{Lu}/u],
  pl: ['PL', /(?<![\p{L}\d.,-])\d{2}-\d{3} \p{Lu}/u],
  sv: ['SE', /(?<![\p{L}\d.,-])\d{3} \d{2} \p{Lu}\p{Ll}/u],
}
const head = 20_000

/** ISO 3166 alpha-2 of the country whose postcodes a text of a language has. */
export function regionOfLanguage(text: string, language: string | undefined): string | undefined {
  const known = language === undefined ? undefined : postcodes[language]
  return known?.[1].test(text.slice(0, head)) ? known[0] : undefined
}
