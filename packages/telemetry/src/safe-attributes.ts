import { attributeNames, type TelemetryAttributes } from '@chancery/core'

const known: ReadonlySet<string> = new Set(attributeNames)

/** Names, codes and ids of providers look like this, with a digit or two; what does not is told as `other`. */
const word = /^(?!chk_)[a-z][\w.-]{0,39}$/i
const other = 'other'

const looksLikeWord = (text: string): boolean => word.test(text) && text.replaceAll(/\D/g, '').length < 4

/** What was looked at already: the vocabulary is small, and looked at with every call. */
const looked = new Map<string, boolean>()
const mostLooked = 1000

function isWord(text: string): boolean {
  const before = looked.get(text)
  if (before !== undefined) return before
  const found = looksLikeWord(text)
  if (looked.size < mostLooked && text.length < 100) looked.set(text, found)
  return found
}

/** What may leave the process: known names, words and numbers. A net below the rule that callers keep themselves. */
export function safeAttributes(attributes: TelemetryAttributes = {}): Record<string, string | number> {
  const safe: Record<string, string | number> = {}
  for (const name in attributes) {
    const value = attributes[name as keyof TelemetryAttributes]
    if (value === undefined || !known.has(name)) continue
    if (typeof value === 'string') safe[name] = isWord(value) ? value : other
    else if (Number.isFinite(value)) safe[name] = value
  }
  return safe
}

const names = new Map<string, string>()

/** Names of spans: one word, or two. */
export function safeName(name: string): string {
  const before = names.get(name)
  if (before !== undefined) return before
  const words = name.split(' ')
  const safe = words.length <= 2 && words.every(isWord) ? name : other
  if (names.size < mostLooked && name.length < 100) names.set(name, safe)
  return safe
}
