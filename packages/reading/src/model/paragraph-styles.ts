/** What the name of a paragraph style says of its paragraphs, in the word processors that have styles. */
export type StyledKind = 'title' | 'caption' | 'code' | 'term' | 'definition'

/** In small letters, as Word, LibreOffice and pandoc name their own in English; styles that people add are not guessed at. */
const kinds: ReadonlyMap<string, StyledKind> = new Map([
  ['title', 'title'],
  ['caption', 'caption'],
  ['image caption', 'caption'],
  ['table caption', 'caption'],
  ['html preformatted', 'code'],
  ['preformatted text', 'code'],
  ['source code', 'code'],
  ['code', 'code'],
  ['code block', 'code'],
  ['plain code', 'code'],
  ['macro text', 'code'],
  ['listing', 'code'],
  ['definition term', 'term'],
  ['definition term tight', 'term'],
  ['list heading', 'term'],
  ['definition', 'definition'],
  ['definition definition', 'definition'],
  ['definition definition tight', 'definition'],
  ['list contents', 'definition'],
])

/** Of one style, whatever it is based on. */
export const kindOfStyle = (name: string): StyledKind | undefined => kinds.get(name.trim().toLowerCase())

/**
 * What Word's own styles for lists stand for: "List Bullet 2" is a list of its own there, set in as far as the second
 * level of another, and "List Continue 2" goes on with its items. `undefined` for other styles.
 */
export function listStyleOf(name: string): { readonly isItem: boolean; readonly level: number } | undefined {
  const [, kind, level = '1'] = /^list (bullet|number|continue|paragraph)(?: ([2-5]))?$/i.exec(name.trim()) ?? []
  return kind === undefined ? undefined : { isItem: /^[bn]/i.test(kind), level: Number(level) }
}

const quotes = new Set(['quote', 'intense quote', 'block text', 'block quote', 'blockquote', 'quotations'])

/** Whether a style is for what others said. */
export const isQuoteStyle = (name: string): boolean => quotes.has(name.trim().toLowerCase())
