/** The last of the dots before a page number that ends its line; the number is all that stands behind it. */
const lastLeader = /[.·…][ \t]{0,9}(?:\d{1,5}|[ivxlcdm]{1,8})[ \t]{0,8}$/gim
/** Most texts have none of these, and are looked at no further. */
const looksLed = ['..', '. .', '.\t.', '…', '·']
const fewest = 4
const most = 1000

const isDot = (character: string | undefined): boolean => character === '.' || character === '·' || character === '…'
const isBlank = (character: string | undefined): boolean => character === ' ' || character === '\t'

/** The text without the dots of a table of contents, which lead the eye to the page on paper alone: "Notices . . . . vii". */
export function withoutLeaders(text: string): string {
  if (!looksLed.some((dots) => text.includes(dots))) return text
  let kept = ''
  let from = 0
  for (const { index } of text.matchAll(lastLeader)) {
    const start = firstOf(text, index)
    if (start === undefined) continue
    kept += `${text.slice(from, start)} … `
    from = isBlank(text[index + 1]) ? index + 2 : index + 1
  }
  return kept + text.slice(from)
}

/**
 * Where dots that end with one at `last` begin, with a space before them; `undefined` where they are too few. Walked back by
 * hand: a pattern that begins with the dots tries each of them for all that follow.
 */
function firstOf(text: string, last: number): number | undefined {
  let first = last
  let count = 1
  while (count < most) {
    const before = isBlank(text[first - 1]) ? first - 2 : first - 1
    if (!isDot(text[before])) break
    first = before
    count++
  }
  if (count < fewest) return undefined
  return isBlank(text[first - 1]) ? first - 1 : first
}
