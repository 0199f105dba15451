export type Gender = 'masculine' | 'feminine' | 'neuter'

/** A thing that is counted. */
export interface Unit {
  readonly one: string
  /** Where a language has a form of its own for two to four, and such. */
  readonly few?: string
  readonly many: string
  readonly gender: Gender
}

export interface CurrencyNames {
  readonly major: Unit
  /** Absent where the currency has none. */
  readonly minor?: Unit
}

/** What a language needs to spell numbers out. Whole numbers are from 0 to `largest`. */
export interface NumberLanguage {
  /** A number said alone, or (with a gender) before what it counts: `eins`, `ein Euro`, `eine Krone`. */
  cardinal(value: number, before?: Gender): string
  /** With what it counts: `un million d'euros`. */
  counted(value: number, unit: Unit): string
  readonly minus: string
  /** Between a number and its decimals, which are read digit by digit. */
  readonly point: string
  /** Between an amount and its cents; empty where nothing stands there. */
  readonly and: string
  /** Words stand without space between. */
  readonly isRunOn?: true
  /** By ISO 4217 code. */
  readonly currencies: Readonly<Record<string, CurrencyNames>>
}

/** The largest number that is spelled out. */
export const largest = 1e15

/** `value` as digits to the base, the lowest first, without leading zeros. */
export function groupsOf(value: number, base: number): readonly number[] {
  const groups: number[] = []
  for (let rest = value; rest > 0; rest = Math.floor(rest / base)) groups.push(rest % base)
  return groups
}

/** The form of what is counted in a language that has three of them. @param locale BCP 47 */
export function unitFor(locale: string): (value: number, unit: Unit) => string {
  const rules = new Intl.PluralRules(locale)
  return (value, { one, few = one, many }) => {
    const form = rules.select(value)
    return form === 'one' ? one : form === 'few' ? few : many
  }
}

const unit = (names: string, gender: Gender): Unit => {
  const [one = '', ...more] = names.split('/')
  const [few] = more
  return { one, many: more.at(-1) ?? one, gender, ...(more.length > 1 && few !== undefined ? { few } : {}) }
}

const genders: Readonly<Record<string, Gender>> = { m: 'masculine', f: 'feminine', n: 'neuter' }

/**
 * Currencies from a table, a line each: code, major and minor unit as `gender:singular/plural` (or `singular/few/plural`),
 * the plural left out where it is the same.
 */
export function currencyTable(lines: readonly string[]): Readonly<Record<string, CurrencyNames>> {
  const read = (text: string): Unit => unit(text.slice(2), genders[text[0] ?? ''] ?? 'neuter')
  return Object.fromEntries(
    lines.map((line) => {
      const [code = '', major = '', minor] = line.split(', ')
      return [code, { major: read(major), ...(minor === undefined ? {} : { minor: read(minor) }) }]
    }),
  )
}
