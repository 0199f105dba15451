/** What a value is. */
export type ValueKind = 'date' | 'number' | 'address' | 'mailbox' | 'telephone' | 'name'

/** Names of values whose kind is sure, by their last word. */
const byName: readonly (readonly [lastWord: RegExp, kind: ValueKind])[] = [
  [/(?:ur[il]|href|link)$/i, 'address'],
  [/e-?mail(?:_?address)?$/i, 'mailbox'],
  [/(?:phone|mobile|telephone)(?:_?number)?$/i, 'telephone'],
  [/(?:date|deadline|_at)$/i, 'date'],
  [/(?:total|amount|price|quantity)$/i, 'number'],
  [/(?:(?:first|last|full|user|customer|client)_?name|^name|title|subject)$/i, 'name'],
]

/** What a value is by the last word of its name. */
export const nameKind = (name: string): ValueKind | undefined => byName.find(([word]) => word.test(name))?.[1]

export const kindInWords: Readonly<Record<ValueKind, string>> = {
  date: 'a date',
  number: 'a number',
  address: 'an address',
  mailbox: 'a mailbox',
  telephone: 'the number of a telephone',
  name: 'a name',
}
