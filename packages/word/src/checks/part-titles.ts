import { relationshipsPart } from '@chancery/formats/opc'
import type { WordPackage } from '../package/open-package.ts'
import type { WordPart } from '../package/word-parts.ts'

const kinds: readonly (readonly [RegExp, string])[] = [
  [/\.styles\+xml$/, 'Styles'],
  [/\.numbering\+xml$/, 'Numbering'],
  [/\.settings\+xml$/, 'Settings'],
  [/\.webSettings\+xml$/, 'Web settings'],
  [/\.fontTable\+xml$/, 'Font table'],
  [/\.document\.glossary\+xml$/, 'Building blocks'],
  [/\.theme\+xml$/, 'Theme'],
  [/\.people\+xml$/, 'People'],
  [/\.comments\w+\+xml$/, 'Comments, further facts'],
]

/** What parts are called in words, those that are not filled too; by their names where they have no usual ones. */
export function partTitles(file: WordPackage, parts: readonly WordPart[]): (name: string) => string {
  const labels = new Map(parts.map(({ name, label }) => [name, label]))
  const titleOf = (name: string): string => {
    if (name === '[Content_Types].xml') return 'Content types'
    if (name.startsWith('customXml/')) return 'Custom XML'
    const type = file.types.get(name) ?? ''
    return labels.get(name) ?? kinds.find(([pattern]) => pattern.test(type))?.[1] ?? `Part ${name.slice(0, 100)}`
  }
  const sources = new Map(file.names.map((name) => [relationshipsPart(name), name]))
  return (name) => {
    if (name === '_rels/.rels') return 'Relations of the package'
    const source = sources.get(name)
    return source === undefined ? titleOf(name) : `Relations of: ${titleOf(source)}`
  }
}
