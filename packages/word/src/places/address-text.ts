import { doubleBraces, parseTag, scanText, singleBraces } from '@chancery/tags'
import { signs } from '../template/carried-tags.ts'

/** Longest tag in an address, in UTF-16 units, encoded. */
const maxTag = 2000
const opening = /\{|%7B/gi
const closing = /(?:\}|%7D)+/gi

/**
 * An address with its tags in plain letters (links have them percent-encoded: `%7Bname%7D`), each between two signs so
 * that what it writes can be encoded. The rest stays as it is. Linear.
 */
export function addressText(address: string): string {
  const pieces: string[] = []
  let at = 0
  for (;;) {
    opening.lastIndex = at
    const open = opening.exec(address)
    if (open === null) break
    closing.lastIndex = open.index
    const close = closing.exec(address)
    if (close === null) break
    const end = close.index + close[0].length
    pieces.push(address.slice(at, open.index))
    const written = address.slice(open.index, end)
    pieces.push(end - open.index > maxTag ? written : `${signs.value}${decoded(written)}${signs.value}`)
    at = end
  }
  return [...pieces, address.slice(at)].join('')
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** A tag stands in the text, in single or double braces. */
export const hasTag = (text: string): boolean =>
  text.includes('{') &&
  [singleBraces, doubleBraces].some((delimiters) =>
    scanText(text, delimiters).tags.some(({ source }) => parseTag(source).ok),
  )

/** A tag may stand in the address. */
export const holdsTag = (address: string): boolean => /\{|%7B/i.test(address) && /\}|%7D/i.test(address)
