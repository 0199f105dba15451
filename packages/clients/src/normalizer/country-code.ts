const languages = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'pl']
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/** Names that are used and are not the official ones. */
const otherNames: Readonly<Record<string, string>> = {
  uk: 'GB',
  england: 'GB',
  scotland: 'GB',
  wales: 'GB',
  'great britain': 'GB',
  'gross britannien': 'GB',
  grossbritannien: 'GB',
  usa: 'US',
  'united states of america': 'US',
  america: 'US',
  holland: 'NL',
  brd: 'DE',
  deu: 'DE',
  aut: 'AT',
  che: 'CH',
  gbr: 'GB',
  fra: 'FR',
  ita: 'IT',
  esp: 'ES',
  nld: 'NL',
  bel: 'BE',
  'czech republic': 'CZ',
}

let names: ReadonlyMap<string, string> | undefined

const fold = (text: string): string =>
  text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().replaceAll('ß', 'ss').replaceAll('.', '').trim()

/** Every country's name in eight languages, from the runtime's own CLDR data. */
function allNames(): ReadonlyMap<string, string> {
  const all = new Map(Object.entries(otherNames))
  const codes = [...letters].flatMap((first) => [...letters].map((second) => first + second))
  for (const language of languages) {
    const display = new Intl.DisplayNames([language], { type: 'region', fallback: 'none' })
    for (const code of codes) {
      const name = display.of(code)
      if (name !== undefined && !all.has(fold(name))) all.set(fold(name), code)
    }
  }
  return all
}

/** ISO 3166-1 alpha-2 of a country's name or code, or `undefined`. */
export function countryCode(text: string): string | undefined {
  names ??= allNames()
  const bare = text.trim()
  if (/^[A-Za-z]{2}$/.test(bare) && ![...names.keys()].includes(bare.toLowerCase())) {
    const code = bare.toUpperCase()
    const known = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' }).of(code)
    return known === undefined ? undefined : code
  }
  return names.get(fold(bare))
}
