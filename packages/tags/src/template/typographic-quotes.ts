import type { TagFault } from '../syntax/fault.ts'

/** Quotation marks that belong together: those of English, German, French, Swedish, and plain ones. */
const pairs: ReadonlySet<string> = new Set(['""', '“”', '„“', '„”', '‟”', '«»', '»«', '””', '““', '»»'])

/** Word's autocorrect makes them while one types; they are read as plain ones here, and by few other programs. */
export function typographicQuotes(source: string, offset: number): TagFault | undefined {
  const found = /[“”„‟«»]/.exec(source.replaceAll(/"[^"]*"/g, (text) => ' '.repeat(text.length)))
  if (found === null) return undefined
  const unlike = [...source.matchAll(/(["“”„‟«»])(?:[^"“”„‟«»\\]|\\.)*(["“”„‟«»])/g)].find(
    ([, open = '', close = '']) => !pairs.has(open + close),
  )
  if (unlike !== undefined) {
    return {
      code: 'unlike_quotes',
      message: 'The quotation marks around a text do not belong together.',
      hint: `Write {${source.trim().replace(unlike[0], `"${unlike[0].slice(1, -1)}"`)}}.`,
      start: offset + unlike.index,
      end: offset + unlike.index + unlike[0].length,
    }
  }
  return {
    code: 'typographic_quotes',
    message: 'The tag has typographic quotation marks; they are read as plain ones.',
    hint: `Write {${source.trim().replaceAll(/[“”„‟«»]/g, '"')}}, with " for texts in tags.`,
    start: offset + found.index,
    end: offset + found.index + 1,
  }
}
