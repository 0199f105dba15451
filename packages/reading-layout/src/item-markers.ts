/** What stands before an item of a list: a bullet, or a number with its place in a row of numbers. */
export interface ItemMarker {
  readonly marker: string
  /** Length of the marker and the space after it. */
  readonly markerLength: number
  /** `bullet` and `dash` are not counted. */
  readonly kind: 'bullet' | 'dash' | 'number'
  /** How the number is written, with all of it but the last part: "1.2.#". One marker may be read in two ways: "i)". */
  readonly counts: readonly ItemCount[]
}

export interface ItemCount {
  readonly series: string
  readonly value: number
}

/** "•", "»", "–", "1.", "2)", "(a)", "§ 4" or "iv." before a text, "3-" before a word; longer numbers are years and amounts. */
const markers =
  /^([•◦▪■●○□◆❑❖➢➔►▶▸✓✗☐☑☒◻‣⁃∙·–—*»›→⇒-]|[\d٠-٩۰-۹]{1,2}[.)]|\d{1,2}(?:\.\d{1,2}){1,3}[.)]?|\((?:[\d٠-٩۰-۹]{1,2}|\p{L}|[ivx]{1,5})\)|(?:\p{Ll}|[ivx]{2,5})[.)]|\p{Lu}\)|[IVX]{1,5}[.)]|[\d٠-٩۰-۹]{1,2} ?[-–](?=\s+\p{L})|o)[ \t]+(?=\S)/u

/** Signs that a line of text may begin with, too; an "o" is the bullet of a typewriter. */
const dashes = /^[–—*·»›→⇒o-]$/u
/** "14. March 2026": a day, though it stands where a number of a list may. */
const date = /^\d{1,2}\.\s\p{L}{3,12}\.?\s(?:19|20)\d\d(?!\d)/u

/** "☐ cash ☒ card": places to tick in one line, of which none is an item. */
const rowOfBoxes = /[☐☑☒].*[☐☑☒]/u

/** `undefined` where a line begins with none; whether the line is an item, its neighbours say. */
export function itemMarker(text: string): ItemMarker | undefined {
  const found = markers.exec(text)
  const marker = found?.[1]
  if (found === null || marker === undefined || date.test(text) || rowOfBoxes.test(text)) return undefined
  const markerLength = found[0].length
  if (marker === 'o' || !/[\p{L}\p{N}]/u.test(marker))
    return { marker, markerLength, kind: dashes.test(marker) ? 'dash' : 'bullet', counts: [] }
  return { marker, markerLength, kind: 'number', counts: countsOf(marker) }
}

function countsOf(marker: string): ItemCount[] {
  const [, before = '', last = '', after = ''] = /^(.*?)([\d٠-٩۰-۹]+|\p{L}+)([ .)–-]*)$/u.exec(marker) ?? []
  if (/^[\d٠-٩۰-۹]+$/.test(last)) return [{ series: `${before}#${after}`, value: valueOf(last) }]
  const counts: ItemCount[] = []
  const isUpper = /\p{Lu}/u.test(last)
  const lower = last.toLowerCase()
  if (/^[ivx]+$/.test(lower))
    counts.push({ series: `${before}${isUpper ? 'I' : 'i'}${after}`, value: romanValue(lower) })
  const [letter = ''] = lower
  if (lower.length === 1)
    counts.push({ series: `${before}${isUpper ? 'A' : 'a'}${after}`, value: letter.charCodeAt(0) - 96 })
  return counts
}

/** Of digits of any script that has them here: U+0660 and U+06F0 are zero, and end in 0 as "0" does. */
const valueOf = (digits: string): number =>
  [...digits].reduce((sum, digit) => 10 * sum + ((digit.codePointAt(0) ?? 0) & 0xf), 0)

const romanValues: Readonly<Record<string, number>> = { i: 1, v: 5, x: 10 }

function romanValue(text: string): number {
  const values = [...text].map((letter) => romanValues[letter] ?? 0)
  return values.reduce((sum, value, at) => sum + (value < (values[at + 1] ?? 0) ? -value : value), 0)
}
