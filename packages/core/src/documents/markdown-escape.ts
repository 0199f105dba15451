import { withoutLeaders } from './leaders.ts'
import { startsLine, stretchesOf } from './text-stretches.ts'

/** As `escapeText` writes a text without its leaders, in stretches. */
export function* escapedText(text: string, isLineStart: boolean): Generator<string> {
  let isStart = isLineStart
  for (const stretch of stretchesOf(text)) {
    yield escapeText(withoutLeaders(stretch), isStart)
    isStart = startsLine(stretch)
  }
}

/** A line without any of these holds no markup, as most cells of a table do. */
const maybeMarkup = /[\\`*_~[\]<>&\n\r\u2028\u2029]|^[ \t]*(?:[#+\-=:|]|\d{1,9}[.)])/

/** Keeps what Markdown would read as markup: signs, entities, and what would begin a line as a heading, item, rule or table. */
export function escapeText(text: string, isLineStart: boolean): string {
  if (!maybeMarkup.test(text)) return text
  const signs = text.replaceAll(/[\\`*_~[\]<>]|&(?=#?[\da-z]{1,31};)/gi, '\\$&')
  const firstBreak = isLineStart ? 0 : signs.search(/[\n\r\u2028\u2029]/)
  if (firstBreak === -1) return signs
  return (
    signs.slice(0, firstBreak) +
    signs
      .slice(firstBreak)
      .replaceAll(/^[ \t]*(?:#{1,6}(?=\s|$)|[-+](?=\s|$)|\d{1,9}(?=[.)](?:\s|$))|[-=:|][-=:| \t]*$)/gm, (mark) =>
        /\d$/.test(mark) ? `${mark}\\` : mark.replace(/[#+=-]/, '\\$&'),
      )
  )
}
