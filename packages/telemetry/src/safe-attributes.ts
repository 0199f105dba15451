import { attributeNames, type TelemetryAttributes } from '@chancery/core'

const known: ReadonlySet<string> = new Set(attributeNames)

/** Names, codes and ids of providers look like this, with a digit or two; what does not is told as `other`. */
const word = /^(?!chk_)[a-z][\w.-]{0,39}$/i
const other = 'other'

const isWord = (text: string): boolean => word.test(text) && text.replaceAll(/\D/g, '').length < 4

/** What may leave the process: known names, words and numbers. A net below the rule that callers keep themselves. */
export function safeAttributes(attributes: TelemetryAttributes = {}): Record<string, string | number> {
  const safe: Record<string, string | number> = {}
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || !known.has(name)) continue
    if (typeof value === 'string') safe[name] = isWord(value) ? value : other
    else if (Number.isFinite(value)) safe[name] = value
  }
  return safe
}

/** Names of spans: one word, or two. */
export const safeName = (name: string): string => {
  const words = name.split(' ')
  return words.length <= 2 && words.every(isWord) ? name : other
}
