import type { TextLine } from './text-lines.ts'

/**
 * The first line of a block that has a marker, the marker parted from the text by one space, whatever parts them on the page.
 * @param length of the marker and what stands behind it, in the line's text
 */
export function markedLine(line: TextLine, marker: string, length: number): TextLine {
  const shift = marker.length + 1 - length
  if (shift === 0 && line.text[marker.length] === ' ') return line
  const words = line.words?.flatMap((each) => {
    const { start, word } = each
    if (start >= length) return [{ start: start + shift, word }]
    const touching = start + word.text.length - marker.length
    if (touching <= 0) return [each]
    // The number of a note may touch the first word.
    const own = word.text.length - touching
    const at = word.left + ((word.right - word.left) * own) / word.text.length
    return [
      { start, word: { ...word, text: word.text.slice(0, own), right: at } },
      { start: marker.length + 1, word: { ...word, text: word.text.slice(own), left: at } },
    ]
  })
  const text = `${marker} ${line.text.slice(length)}`
  const moved = (at: number): number => (at >= length ? at + shift : Math.min(at, marker.length))
  const looks = line.looks.map((look) => ({ ...look, start: moved(look.start), end: moved(look.end) }))
  return words === undefined ? { ...line, text, looks } : { ...line, text, looks, words }
}
