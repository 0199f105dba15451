import { present } from '../../present.ts'
import type { CardProperty } from '../../model/client-record.ts'

/** Properties of cards that come back as they came; more than one of a name were put together with line breaks. */
const cardProperty =
  /^(?:X-(?!CHANCERY-)[A-Z\d-]{1,50}|NICKNAME|GENDER|ANNIVERSARY|CATEGORIES|IMPP|GEO|TZ|RELATED|ROLE|CALURI|FBURL|HOBBY|INTEREST|EXPERTISE|ORG-DIRECTORY|DEATHDATE|BIRTHPLACE|DEATHPLACE|SOCIALPROFILE)$/

/** Whether a column of a client's own is a property of a card. */
export const isCardProperty = (column: string, value: string): boolean =>
  cardProperty.test(column) && !/^data:/i.test(value)

/** A property as a card has it. */
export interface WrittenProperty extends Pick<CardProperty, 'group' | 'parameters'> {
  readonly raw: string
}

/** The properties that a column was made of, with what is known of them where their texts are still what they were. */
export function writtenProperties(
  column: string,
  value: string,
  properties: readonly CardProperty[] = [],
): readonly WrittenProperty[] {
  const own = properties.filter(({ name }) => name === column)
  const written: WrittenProperty[] = []
  for (let rest: string | undefined = value; rest !== undefined;) {
    const text: string = startOf(rest, own) ?? rest.split('\n', 1)[0] ?? ''
    const { group, parameters, raw = cardValue(text) } = own.find((each) => each.text === text) ?? {}
    written.push({ raw, ...present({ group, parameters }) })
    rest = rest.length > text.length ? rest.slice(text.length + 1) : undefined
  }
  return written
}

/** The longest text of a property that a value begins with. */
const startOf = (value: string, properties: readonly CardProperty[]): string | undefined =>
  properties
    .map(({ text }) => text)
    .filter((text) => value === text || value.startsWith(`${text}\n`))
    .sort((a, b) => b.length - a.length)[0]

/** A value whose commas and semicolons are its own. */
export const cardValue = (value: string): string =>
  value.replaceAll('\\', '\\\\').replaceAll(/\r\n|\r|\n/g, String.raw`\n`)

const codes: Readonly<Record<string, string>> = { '\n': '^n', '^': '^^', '"': "^'" }

/** Parameters as a line has them, each with the semicolon before it (RFC 6350 3.3, RFC 6868). */
export const parameterTexts = (parameters: CardProperty['parameters'] = {}): string =>
  Object.entries(parameters)
    .map(([name, values]) => `;${name}=${values.map(parameterText).join(',')}`)
    .join('')

function parameterText(value: string): string {
  const encoded = value.replaceAll(/[\n^"]/g, (character) => codes[character] ?? '')
  return /[,;:]/.test(encoded) ? `"${encoded}"` : encoded
}
