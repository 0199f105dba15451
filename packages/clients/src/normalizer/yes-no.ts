import type { ClientField } from '@chancery/core'
import { fold } from './fold.ts'

/** Words by their folded form; signs, which have none, by themselves. */
const keyOf = (text: string): string => fold(text) || text.trim()
const keysOf = (text: string): ReadonlySet<string> => new Set(text.split('|').map(keyOf))

/** How people and programs say yes and no, without a word of what is agreed to. */
const yes = keysOf('yes|y|true|1|x|✓|✔|☑|✅|on|ok|ja|j|oui|sì|si|sí|sim|tak|kyllä|igen|evet|да|はい|ano|áno')
const no = keysOf('no|n|false|0|✗|✘|❌|☐|off|nein|non|não|nie|nej|nei|nee|ei|nem|hayır|нет|いいえ|ne')

/** Signs, and what programs write, which nobody and no place is called. */
const ofNobody = keysOf('true|false|✓|✔|☑|✅|✗|✘|❌|☐')
/** Numbers, and words of other things, are answers only where somebody asks. */
const ofQuestions = keysOf('1|0|x|on|off|ok')

/** Of places and languages these are codes: Norway, Slovenia, Siena and Novara, Japanese. */
const codes: ReadonlySet<string> = new Set<ClientField>(['country', 'region', 'language'])
const names: ReadonlySet<string> = new Set<ClientField>(['name', 'givenName', 'familyName'])

/** Whether a text says yes or no, in whatever language; `undefined` where it says something else. */
export function answerOf(text: string): 'yes' | 'no' | undefined {
  const key = keyOf(text)
  return yes.has(key) ? 'yes' : no.has(key) ? 'no' : undefined
}

/**
 * Whether a column holds answers and not what its name promises: "Client?" has true and false, "Company" yes and no. A few
 * rows may have people who are called so, unless the column asks.
 */
export function isAnswered(column: string, field: ClientField, values: readonly string[]): boolean {
  if (values.length === 0 || values.some((value) => answerOf(value) === undefined)) return false
  if (column.trimEnd().endsWith('?')) return true
  const keys = values.map(keyOf)
  if (!names.has(field) && keys.every((key) => ofNobody.has(key))) return true
  return values.length >= 3 && !codes.has(field) && !keys.some((key) => ofQuestions.has(key))
}
