/** Numbers of a text, and what stands beside them. */
const number = /(?<![\p{L}\p{N}+#&/_.-])\p{Nd}(?:[\p{Nd}.,’' \u00A0\u202F]{0,20}\p{Nd})?(?![\p{L}\p{N}_:@/-])/gu
/** What may be another in another language: money, times of day, numbers of telephones. */
const mayDiffer = /[€$£¥₣]|\b(?:EUR|USD|GBP|CHF|a\.?m\.?|p\.?m\.?|Uhr|h)\b/u
/** Digits from which a number is one of a telephone or an account. */
const mostDigits = 7
/** Signs around a number that are looked at. */
const nearby = 6
const mostNumbers = 500

export interface NumberSaid {
  readonly said: string
  readonly start: number
  readonly end: number
}

/** The groups of digits of a number, without the signs that languages put between. */
const groupsOf = (said: string): readonly string[] =>
  said.split(/\P{Nd}+/u).flatMap((group) => (group === '' ? [] : [group.replace(/^0+(?=\p{Nd})/u, '')]))

/** Numbers of texts that every language should say alike. */
export function numbersIn(pieces: Iterable<readonly [words: string, at: number]>): readonly NumberSaid[] {
  const found: NumberSaid[] = []
  for (const [words, at] of pieces)
    for (const { 0: said, index } of words.matchAll(number)) {
      if (found.length >= mostNumbers) return found
      if (said.replace(/\P{Nd}/gu, '').length >= mostDigits) continue
      const end = index + said.length
      if (mayDiffer.test(words.slice(Math.max(0, index - nearby), end + nearby))) continue
      found.push({ said, start: at + index, end: at + end })
    }
  return found
}

/** A number that a translation says in the place of another; nothing where one of them says more than the other. */
export function otherNumber(
  here: readonly NumberSaid[],
  there: readonly NumberSaid[],
): readonly [mine: NumberSaid, theirs: NumberSaid] | undefined {
  const [mine] = missingFrom(here, there)
  const [theirs] = missingFrom(there, here)
  return mine === undefined || theirs === undefined ? undefined : [mine, theirs]
}

/** The numbers of which the others have neither the whole nor each group of digits. */
function missingFrom(some: readonly NumberSaid[], others: readonly NumberSaid[]): readonly NumberSaid[] {
  const known = new Set<string>()
  for (const { said } of others) {
    const groups = groupsOf(said)
    known.add(groups.join(''))
    for (const group of groups) known.add(group)
  }
  return some.filter(({ said }) => {
    const groups = groupsOf(said)
    return !known.has(groups.join('')) && !groups.every((group) => known.has(group))
  })
}
