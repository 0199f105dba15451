import { type ContentLine, textValue, typesOf } from '@chancery/formats/content-lines'

/** What vCards call what labels say (RFC 9555, 2.1.5 and 2.10; RFC 2426, 3.3.1). */
const labelOfType: Readonly<Record<string, string>> = {
  home: 'private',
  work: 'work',
  cell: 'mobile',
  iphone: 'mobile',
  voice: 'voice',
  text: 'text',
  video: 'video',
  main: 'main-number',
  'main-number': 'main-number',
  textphone: 'textphone',
}

/**
 * Reads what a card says of its addresses and telephones: by their types, and by the word that somebody gave them in the
 * group of the property (`X-ABLabel`, as Apple writes it and RFC 9555 takes it over).
 * @param isOwn the card is of an export of the directory, which writes several words as one
 */
export function labelReader(
  properties: readonly ContentLine[],
  isOwn: boolean,
): (property: ContentLine) => readonly string[] {
  const written = new Map<string, string[]>()
  for (const property of properties) {
    if (property.name !== 'X-ABLABEL' || property.group === '') continue
    const word = textValue(property)
    if (written.get(property.group)?.push(word) === undefined) written.set(property.group, [word])
  }
  return (property) => {
    if (property.name !== 'TEL' && property.name !== 'EMAIL') return none
    const types = property.parameters.size === 0 ? none : typesOf(property)
    const told = types.flatMap((type) => labelOfType[type] ?? none)
    const words = (property.group === '' ? undefined : written.get(property.group)) ?? none
    return [...told, ...words.flatMap((word) => (isOwn ? word.split(',') : [word]))]
  }
}

const none: readonly string[] = []
