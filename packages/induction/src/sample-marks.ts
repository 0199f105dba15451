import type { FoundField, InduceRequest } from '@chancery/core'
import { leavesOf, type SampleGroup } from './sample.ts'
import { type Mark, tellingKinds, tokenize } from './tokens.ts'

/** Of longer texts no facts are looked for, where there is more than one sample; in UTF-16 units. */
export const longestIdentified = 200_000

/** Values that the request gives as examples of its fields. */
export const exampleMarks = (request: InduceRequest): Mark[] =>
  request.fields.flatMap(({ name, examples }) =>
    (examples ?? []).map((text) => ({ text: text.trim(), field: name })).filter(({ text }) => text.length > 0),
  )

/** Values of facts that were found in a sample, without those that are hardly sure. */
export const foundMarks = (fields: readonly FoundField[], text: string): Mark[] =>
  fields
    .filter(
      ({ raw, confidence }) => confidence >= 0.3 && raw.trim().length > 1 && raw.length <= 200 && !/[\n\t]/.test(raw),
    )
    .flatMap(({ raw, name, type }): Mark[] => {
      const person = raw.trim()
      const family = type === 'person' || type === 'party' ? greetedFamilyName(person, text) : undefined
      if (family === undefined) return [{ text: person, field: name, type }]
      return [
        { text: person, field: 'recipient', type },
        { text: family, field: 'recipientFamilyName', type: 'text' },
      ]
    })

/** "Smith" of "John Smith", where the sample greets him by it, "Dear Mr Smith": then the letter is for him, wherever he stands. */
const greetedFamilyName = (person: string, text: string): string | undefined => {
  const family = /^(?:\p{Lu}[\p{L}\p{M}.'’-]{0,40} ){1,3}(\p{Lu}[\p{L}\p{M}'’-]{1,40})$/u.exec(person)?.[1]
  return family !== undefined && greeted(text).has(family) ? family : undefined
}

const greeting =
  /(?<!\p{L})(?:Mr|Mrs|Ms|Miss|Mx|Dr|Prof|Herrn?|Frau|Monsieur|Madame|Mme|M|Sr|Sra|Señora?|Sig|Signora?|Senhora?|heer|mevrouw|pan[ií]?|Pan[ií]?)\.?[ \u00a0](?:(?:Dr|Prof)\.?[ \u00a0])?(\p{Lu}[\p{L}\p{M}'’-]{1,40})/gu

/** Names that stand right behind a title. */
const greeted = (text: string): ReadonlySet<string> =>
  new Set(Array.from(text.slice(0, longestIdentified).matchAll(greeting), ([, name = '']) => name))

/** All that can be told from words by its form: numbers, dates, addresses. */
export const typedMarks = (sample: SampleGroup): Mark[] => {
  const texts = leavesOf(sample).flatMap(({ slots }) => slots)
  const values = texts.flatMap((text) =>
    tokenize(text)
      .filter(({ kind }) => tellingKinds.has(kind))
      .map((token) => token.text),
  )
  return [...new Set(values)].map((text) => ({ text, field: '' }))
}
