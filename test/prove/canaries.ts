/** A word that no program, document or setting here has by itself; it stays the same in any case, in XML, in JSON and in addresses. */
const stem = 'canaryq7x'
const mark = new RegExp(`${stem}(\\d+)z`, 'giu')

/** What hides the word from who looks for it in plain text: base64 of it at each of three beginnings, hex, and UTF-16. */
const disguises: readonly (readonly [name: string, text: string])[] = [
  ...[0, 1, 2].map((before) => {
    const encoded = Buffer.from(' '.repeat(before) + stem).toString('base64')
    // What also depends on the bytes around it is left out.
    return ['base64', encoded.slice(before === 0 ? 0 : before + 1, -4)] as const
  }),
  ['hex', Buffer.from(stem).toString('hex')],
  ['UTF-16', Buffer.from(stem, 'utf16le').toString('latin1')],
]

/** Makes a new word. @param about what it stands for: `document text` */
export type Mark = (about: string) => string

/** Words to be found again, each put in one place. */
export interface Canaries {
  readonly mark: Mark
  /** A word that is given, such as a key, beside those that are made. */
  keep(word: string, about: string): void
  /** What the words in a text stand for. */
  foundIn(text: string): readonly string[]
  count(): number
}

export function createCanaries(): Canaries {
  const abouts: string[] = []
  const kept: (readonly [word: string, about: string])[] = []
  return {
    mark: (about) => `${stem}${abouts.push(about) - 1}z`,
    keep: (word, about) => void kept.push([word, about]),
    foundIn: (text) => [
      ...new Set([
        ...Array.from(text.matchAll(mark), ([, number]) => abouts[Number(number)] ?? 'no word of ours'),
        ...kept.filter(([word]) => text.includes(word)).map(([, about]) => about),
        ...disguises.filter(([, word]) => text.includes(word)).map(([name]) => `a word in ${name}`),
      ]),
    ],
    count: () => abouts.length + kept.length,
  }
}
