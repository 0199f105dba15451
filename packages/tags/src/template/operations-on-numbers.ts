import { comparisonSigns } from './comparison-names.ts'
import { called, type ForeignOperations, quoted, unquoted, wholeOf } from './foreign-operation.ts'

/** The form of a noun that fits a number, by the rule that most nouns have in English. */
function counted(number: string, noun: string, sign: string): string {
  const one = unquoted(noun)
  const other = /[^aeiou]y$/.test(one) ? `${one.slice(0, -1)}ies` : /(?:s|x|ch|sh)$/.test(one) ? `${one}es` : `${one}s`
  return `${number} | plural:"${sign}${one}":"${sign}${other}"`
}

const greater =
  (sign: string) =>
  (value: string, [other]: readonly string[]): string | undefined =>
    other === undefined || /^["']/.test(other) ? undefined : `${value} ${sign} ${other} ? ${value} : ${other}`

const compared =
  (sign: string) =>
  (value: string, [other]: readonly string[]): string | undefined =>
    other === undefined ? undefined : `${value} ${sign} ${other}`

const joined =
  (word: string) =>
  (value: string, others: readonly string[]): string | undefined =>
    others.length === 0 ? undefined : [value, ...others].join(` ${word} `)

/** What others do with numbers and in tests, by names without signs and in small letters. */
export const operationsOnNumbers: ForeignOperations = {
  ...called('int parseint toint integer trunc', (value) => `${value} | floor`),
  ...called('parsefloat float tofloat tonumber numbervalue', (value) => value),
  ...called('value', (value) => value),
  ...called('roundup', (value, [digits]) => `${value} | ceil${wholeOf(digits) ? `:${digits}` : ''}`),
  ...called('rounddown', (value, [digits]) => `${value} | floor${wholeOf(digits) ? `:${digits}` : ''}`),
  ...called('round', (value, [digits, way]) =>
    /^(?:floor|ceil)$/.test(unquoted(way))
      ? `${value} | ${unquoted(way)}${wholeOf(digits) ? `:${digits}` : ''}`
      : undefined,
  ),
  ...called('pow power', (value, [times]) => {
    const count = wholeOf(times) ?? 0
    return count >= 2 && count <= 5 ? Array<string>(count).fill(value).join(' * ') : undefined
  }),
  ...called('max atleast', greater('>')),
  ...called('min atmost', greater('<')),
  ...called('convcurr', (value, [code]) =>
    code === undefined ? undefined : `${value} | multiply:rate | currency:${quoted(code)}`,
  ),
  ...called('format', (value, [first = '']) => {
    // `"%.2f" | format(total)`, `"{:.2f}".format(total)`
    const digits = /^["'].*\.(\d)f.*["']$/.exec(value)?.[1] ?? (/^["'](?:%|\{:)d\}?["']$/.test(value) ? '0' : undefined)
    return digits === undefined || first === '' ? undefined : `${first} | number:${digits}`
  }),
  ...called('quantitynoun', (value, [noun]) => (noun === undefined ? undefined : counted(value, noun, '# '))),
  ...called('nounplural pluralize', (value, [other]) => {
    if (/^["']/.test(value)) return other === undefined ? undefined : counted(other, value, '')
    return other !== undefined && /^["']/.test(other) ? counted(value, other, '') : undefined
  }),
  ...called('numberasword', (value) => `${value} | count | words`),
  ...called('and', joined('and')),
  ...called('or', joined('or')),
  ...called('not', (value) => `not ${value}`),
  ...called('isblank isempty isnull isnone isundefined', (value, others) =>
    others.length === 0 ? `not ${value}` : undefined,
  ),
  ...called('exists isset hasvalue notempty isnotblank isnotempty', (value) => unquoted(value)),
  ...Object.fromEntries([...comparisonSigns].map(([name, sign]) => [name, compared(sign)])),
}
