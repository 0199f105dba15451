import { leadingTitles } from './honorifics.ts'
import { hasLegalForm } from './legal-form.ts'
import { familyFirstParts } from './name-order.ts'

/** The parts of a person's or organization's name. */
export interface NameParts {
  readonly kind: 'person' | 'organization'
  readonly name: string
  readonly givenName?: string
  readonly familyName?: string
  readonly honorific?: string
}

/** A longer text is no name that can be split. */
const maxLength = 200

/** Particles that belong to the family name. */
const particle =
  /^(?:von|van|de|der|den|del|della|dalla|di|da|dos|das|do|du|des|la|le|ter|ten|zu|zum|zur|vom|bin|ibn|al|el|af|av|d'|y)$/iu

const suffix =
  /^(?:jr|sr|jun|sen|junior|senior|ii|iii|iv|esq|phd|ph\.d|md|m\.d|dds|jd|cpa|mba|msc|bsc|ma|ba|llm|llb|qc|kc|obe|mbe|cbe)\.?$/iu

/** Scripts whose names have the family first. */
const familyFirst = /^[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]+$/u

/** Languages in which the last two words are mostly both of the family name, or the order is another. */
const unsplittable = new Set(['es', 'pt', 'ca', 'gl', 'vi', 'hu', 'id', 'ms', 'ta', 'is', 'my'])

/**
 * Splits a whole name: "Lovelace, Ada", "Dr. Ada King von Lovelace", "Pine & Co. Ltd". Where the split would be a guess,
 * the name stays whole: couples, three words in a language of two surnames, a name with a comma of unknown meaning.
 * @param locale BCP 47 tag of what is imported
 * @param isFamilyFirst its column says that the family name stands first
 */
export function readName(text: string, locale: string, isFamilyFirst = false): NameParts {
  const name = text.trim().replaceAll(/\s+/g, ' ')
  if (name.length > maxLength) return { kind: 'person', name }
  if (hasLegalForm(name)) return { kind: 'organization', name }
  const { honorific, rest } = withoutTitles(name)
  const title = honorific === undefined ? {} : { honorific }
  // Commas with nothing between part nothing: ", Ada" is what a list writes whose family name is empty.
  const [front, ...behind] = rest
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
  if (front === undefined) return { kind: 'person', name }
  const degrees = behind.filter((part) => isSuffix(part))
  const given = behind.filter((part) => !isSuffix(part))
  const tail = degrees.map((each) => `, ${each}`).join('')
  if (given.length > 1) return { kind: 'person', name: rest, ...title }
  if (given[0] !== undefined) {
    const inner = withoutTitles(given[0])
    const both = [honorific, inner.honorific].filter((part) => part !== undefined).join(' ')
    return {
      kind: 'person',
      name: `${inner.rest} ${front}${tail}`,
      givenName: inner.rest,
      familyName: front,
      ...(both === '' ? {} : { honorific: both }),
    }
  }
  const parts = isFamilyFirst ? familyFirstParts(front.split(' ')) : undefined
  if (parts !== undefined) {
    return { kind: 'person', name: `${parts.givenName} ${parts.familyName}${tail}`, ...parts, ...title }
  }
  // Where it ends is not to be seen.
  if (isFamilyFirst) return { kind: 'person', name: `${front}${tail}`, ...title }
  return { kind: 'person', name: `${front}${tail}`, ...splitWords(front.split(' '), locale), ...title }
}

/** The name without the titles before it, and these. */
export function withoutTitles(name: string): { readonly rest: string; readonly honorific?: string } {
  const words = name.split(' ')
  const count = leadingTitles(words)
  if (count === 0) return { rest: name }
  return { rest: words.slice(count).join(' '), honorific: words.slice(0, count).join(' ') }
}

const isSuffix = (part: string): boolean => part !== '' && part.split(' ').every((word) => suffix.test(word))

function splitWords(all: readonly string[], locale: string): Pick<NameParts, 'givenName' | 'familyName'> {
  let end = all.length
  while (end > 2 && isSuffix(all[end - 1] ?? '')) end--
  const words = all.slice(0, end)
  if (words.length < 2 || words.some((word) => /^(?:&|\+|and|und|u\.|et|e|en|och|og|\/)$/iu.test(word))) return {}
  if (words.every((word) => familyFirst.test(word))) {
    return words.length === 2 ? { familyName: words[0] ?? '', givenName: words[1] ?? '' } : {}
  }
  // "van der Berg Jan": the family comes first, and where it ends is not to be seen.
  if (words.length > 2 && /^\p{Ll}/u.test(words[0] ?? '') && particle.test(words[0] ?? '')) return {}
  const language = locale.split('-')[0]?.toLowerCase() ?? ''
  if (language === 'hu' || language === 'vi') return {}
  const from = words.findIndex((word, index) => index > 0 && index < words.length - 1 && particle.test(word))
  if (from <= 0 && words.length > 2 && unsplittable.has(language)) return {}
  if (from > 0 && unsplittable.has(language) && words.length - from > 3) return {}
  const split = from > 0 ? from : words.length - 1
  return { givenName: words.slice(0, split).join(' '), familyName: words.slice(split).join(' ') }
}
