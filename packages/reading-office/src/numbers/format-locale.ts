/** The lower ten bits of Windows' language numbers (MS-LCID 2.1), of languages whose months Excel writes in letters. */
const languages: Readonly<Record<number, string>> = {
  0x02: 'bg',
  0x03: 'ca',
  0x05: 'cs',
  0x06: 'da',
  0x07: 'de',
  0x08: 'el',
  0x0a: 'es',
  0x0b: 'fi',
  0x0c: 'fr',
  0x0e: 'hu',
  0x10: 'it',
  0x13: 'nl',
  0x14: 'nb',
  0x15: 'pl',
  0x16: 'pt',
  0x18: 'ro',
  0x19: 'ru',
  0x1a: 'hr',
  0x1b: 'sk',
  0x1d: 'sv',
  0x1f: 'tr',
  0x22: 'uk',
  0x24: 'sl',
  0x25: 'et',
  0x26: 'lv',
  0x27: 'lt',
}
const names = new Set(Object.values(languages))

/** `407`, `FC19` or `de-DE` of a number format as a language; `undefined` where its names are those of English, or not known. */
export function localeOf(said: string): string | undefined {
  const [first = ''] = said.toLowerCase().split(',')
  if (/^[0-9a-f]{3,8}$/.test(first)) return languages[Number.parseInt(first.slice(-4), 16) & 0x3ff]
  const [language = ''] = first.split('-')
  return names.has(language) ? language : undefined
}

/** Names of months, from 1, and of days of the week, from 0 for Sunday. */
export interface DateNames {
  readonly month: (month: number, form: 'long' | 'short', isBehindDay: boolean) => string
  readonly weekday: (weekday: number, form: 'long' | 'short') => string
}

/** @param locale of `localeOf` */
export const dateNames = (locale: string): DateNames => ({
  // Slavic languages and Greek write a month behind its day in another case.
  month: (month, form, isBehindDay) => nameIn(locale, 'month', form, isBehindDay, Date.UTC(2024, month - 1, 7)),
  weekday: (weekday, form) => nameIn(locale, 'weekday', form, false, Date.UTC(2024, 8, 1 + weekday)),
})

/** A sheet asks for the same few again and again; a formatter takes longer to make than a cell to read. */
const made = new Map<string, string>()

function nameIn(
  locale: string,
  type: 'month' | 'weekday',
  form: 'long' | 'short',
  isBehindDay: boolean,
  time: number,
): string {
  const key = `${locale} ${type} ${form} ${isBehindDay} ${time}`
  const known = made.get(key)
  if (known !== undefined) return known
  const format = new Intl.DateTimeFormat(locale, {
    [type]: form,
    ...(isBehindDay ? { day: 'numeric' } : {}),
    timeZone: 'UTC',
  })
  const name = format.formatToParts(time).find((part) => part.type === type)?.value ?? ''
  made.set(key, name)
  return name
}
