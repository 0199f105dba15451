import type { Paragraph } from '../package/text-map.ts'

interface Range {
  readonly start: number
  readonly end: number
}

/** A stretch of a paragraph's text that people do not see there: a place whose text is filled in a run, or a sign. */
interface Hidden extends Range {
  /** What is seen instead. */
  readonly shown: string
  /** The text of the place within, where it is one. */
  readonly inner?: Range
}

/** What stands for a field of Word's whose name is not shown. */
const someField = '«…»'
/** Texts carried from other places (see `fields/carried-tags.ts`), marks of carried tags, and single signs. */
const hiddenPattern =
  /(\ufdd2\d+\ufdd3)([^\ufdd4]*)\ufdd4|\ufdd2\d+\ufdd4|(\ufdd0)\d+\ufdd1|\ufdd0\d+\ufdd8|[\ufdd0-\ufdef]/g

const known = new WeakMap<Paragraph, readonly Hidden[]>()

/** Found once for each paragraph, however many findings it has. */
function hiddenIn(paragraph: Paragraph): readonly Hidden[] {
  let hidden = known.get(paragraph)
  if (hidden === undefined) known.set(paragraph, (hidden = stretchesOf(paragraph.text)))
  return hidden
}

const stretchesOf = (text: string): readonly Hidden[] =>
  [...text.matchAll(hiddenPattern)].map(({ 0: whole, 1: head, 2: carried, 3: tag, index }) => ({
    start: index,
    end: index + whole.length,
    shown: tag === undefined ? '' : someField,
    ...(head === undefined || carried === undefined
      ? {}
      : { inner: { start: index + head.length, end: index + head.length + carried.length } }),
  }))

/**
 * A range of a paragraph's text as people see it, a field as its `tag`; `field` where the range lies in a text that is
 * carried from another place.
 */
export function shownRange(
  paragraph: Paragraph,
  range: Range,
  tag?: string,
): Range & { readonly text: string; readonly field?: string } {
  const hidden = hiddenIn(paragraph)
  if (hidden.length === 0) return { text: paragraph.text, ...range }
  const place = hidden.find(({ inner }) => inner !== undefined && range.start >= inner.start && range.end <= inner.end)
  if (place?.inner === undefined) return without(paragraph.text, hidden, range, tag)
  const { start, end } = place.inner
  const text = paragraph.text.slice(start, end)
  const within = { start: range.start - start, end: range.end - start }
  return { ...without(text, stretchesOf(text), within, tag), field: 'alternative text, link or field' }
}

/** The text with what is seen instead of hidden stretches, and where the range is in it. */
function without(
  text: string,
  hidden: readonly Hidden[],
  range: Range,
  tag: string | undefined,
): Range & { readonly text: string } {
  const pieces: string[] = []
  let [at, shift, start, end] = [0, 0, range.start, range.end]
  for (const { start: from, end: until, shown } of hidden) {
    const isOwn = from >= range.start && until <= range.end && shown !== ''
    const seen = isOwn ? (tag ?? shown) : shown
    pieces.push(text.slice(at, from), seen)
    at = until
    shift += until - from - seen.length
    if (until <= range.start) start = range.start - shift
    if (until <= range.end) end = range.end - shift
  }
  pieces.push(text.slice(at))
  // Hidden stretches behind the beginning move only the end.
  return { text: pieces.join(''), start, end: Math.max(start, end) }
}
