/** How people say what a formatter does, behind a value. */
const spokenFormats: readonly (readonly [said: RegExp, formatter: string])[] = [
  [/^(?:in |as )?(?:all )?(?:capitals|capital letters|caps|upper ?case|block letters|Großbuchstaben)$/iu, 'upper'],
  [/^(?:in |as )?(?:small letters|lower ?case|Kleinbuchstaben)$/iu, 'lower'],
  [/^(?:in|as) (?:words|letters|Worten)$/iu, 'words'],
  [/^(?:in|as) (?:a )?(short|medium|long|full)(?: date| form| format)?$/iu, 'date:"$1"'],
  [/^(?:in|as) (?:an? )?(?:currency|money|amount)$/iu, 'currency'],
  [/^(?:in|as) (?:an? )?(?:percent|percentage|per cent)$/iu, 'percent'],
  [/^(?:in|as) (?:an? )?(date|number|image|list|table)$/iu, '$1'],
]

/** `upper` of `in capitals`. */
export function spokenFormatter(said: string): string | undefined {
  const found = spokenFormats.find(([pattern]) => pattern.test(said))
  return found === undefined ? undefined : said.replace(found[0], found[1]).toLowerCase()
}
