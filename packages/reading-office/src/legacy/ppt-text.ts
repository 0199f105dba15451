import { utf16Text } from '@chancery/formats/text'
import { firstOf, recordsOf, recordTypes } from './ppt-records.ts'

/** What a text is for ([MS-PPT] 2.13.33). */
export const textKinds = { title: 0, body: 1, other: 4, centerTitle: 6, halfBody: 7, quarterBody: 8 } as const

/** A paragraph as UTF-16 offsets into its text. */
export interface SlideParagraph {
  readonly start: number
  readonly end: number
  /** From 0. */
  readonly level: number
  /** Absent: as the master has it for this kind of text. */
  readonly hasBullet?: boolean
  /** Stretches that lead somewhere, by the numbers of links; in their order, none over another. */
  readonly links: readonly TextLink[]
  /** Where a `*` stands for the number of the slide; in their order. */
  readonly slideNumbers: readonly number[]
}

interface TextLink {
  readonly start: number
  readonly end: number
  readonly link: number
}

export interface SlideText {
  readonly kind: number
  readonly text: string
  readonly paragraphs: readonly SlideParagraph[]
}

/** A text of which more may come. */
interface GrowingText {
  readonly kind: number
  text: string
  readonly links: TextLink[]
  readonly slideNumbers: number[]
  style?: Buffer
}

/** The texts among some records: each a header, its characters, and what is said of them ([MS-PPT] 2.9.76). */
export function slideTexts(records: Buffer): readonly SlideText[] {
  const texts: SlideText[] = []
  let open: GrowingText | undefined
  let link: number | undefined
  const close = (): void => {
    if (open === undefined) return
    texts.push({ kind: open.kind, text: open.text, paragraphs: paragraphsOf(open) })
    open = undefined
  }
  for (const { type, body } of recordsOf(records)) {
    if (type === recordTypes.textHeader) {
      close()
      const kind = body.length >= 4 ? body.readUInt32LE(0) : textKinds.other
      open = { kind, text: '', links: [], slideNumbers: [] }
    } else if (open === undefined) continue
    else if (type === recordTypes.textChars) open.text = utf16Text(body)
    else if (type === recordTypes.textBytes) open.text = body.toString('latin1')
    else if (type === recordTypes.textStyle) open.style = body
    else if (type === recordTypes.slideNumber && body.length >= 4) open.slideNumbers.push(body.readUInt32LE(0))
    else if (type === recordTypes.interaction) {
      const atom = firstOf(body, recordTypes.interactionAtom)
      link = atom !== undefined && atom.length >= 8 ? atom.readUInt32LE(4) : undefined
    } else if (type === recordTypes.textLink && body.length >= 8 && link !== undefined) {
      open.links.push({ start: body.readUInt32LE(0), end: body.readUInt32LE(4), link })
      link = undefined
    }
  }
  close()
  return texts
}

function paragraphsOf({ text, style, ...marks }: GrowingText): readonly SlideParagraph[] {
  const runs = style === undefined ? [] : paragraphRuns(style, text.length + 1)
  const links = marks.links.toSorted((a, b) => a.start - b.start)
  const slideNumbers = marks.slideNumbers.toSorted((a, b) => a - b)
  const paragraphs: SlideParagraph[] = []
  let [run, link, slideNumber] = [0, 0, 0]
  for (let start = 0; start <= text.length;) {
    const mark = text.indexOf('\r', start)
    const end = mark === -1 ? text.length : mark
    while (run < runs.length - 1 && (runs[run]?.end ?? 0) <= start) run++
    const { level = 0, hasBullet } = runs[run] ?? {}
    const own: TextLink[] = []
    for (let each = links[link]; each !== undefined && each.start < end; each = links[++link]) {
      const from = Math.max(each.start, own.at(-1)?.end ?? start)
      const to = Math.min(each.end, end)
      if (from < to) own.push({ start: from, end: to, link: each.link })
      // What is left of it is the next paragraph's.
      if (each.end > end) break
    }
    const numbers: number[] = []
    for (let at = slideNumbers[slideNumber]; at !== undefined && at < end; at = slideNumbers[++slideNumber]) {
      if (at >= start && at !== numbers.at(-1)) numbers.push(at)
    }
    const bullet = hasBullet === undefined ? {} : { hasBullet }
    paragraphs.push({ start, end, level, ...bullet, links: own, slideNumbers: numbers })
    start = end + 1
  }
  return paragraphs
}

interface ParagraphRun {
  readonly end: number
  readonly level: number
  readonly hasBullet?: boolean
}

/** What bits of a mask say is there, and how long it is, in the order of the fields ([MS-PPT] 2.9.20). */
const fields: readonly (readonly [bits: number, bytes: number])[] = [
  [1 << 7, 2],
  [1 << 4, 2],
  [1 << 6, 2],
  [1 << 5, 4],
  [1 << 11, 2],
  [1 << 12, 2],
  [1 << 13, 2],
  [1 << 14, 2],
  [1 << 8, 2],
  [1 << 10, 2],
  [1 << 15, 2],
]
const bulletFlags = 0xf
const tabStops = 1 << 20
const behindTabStops: readonly (readonly [bits: number, bytes: number])[] = [
  [1 << 16, 2],
  [0b111 << 17, 2],
  [1 << 21, 2],
]
const maxLevel = 8

/** Level and bullet of paragraphs, by how many characters they are said of ([MS-PPT] 2.9.44); what is cut off is left out. */
function paragraphRuns(style: Buffer, characters: number): readonly ParagraphRun[] {
  const runs: ParagraphRun[] = []
  let at = 0
  let end = 0
  while (end < characters && at + 10 <= style.length) {
    end += style.readUInt32LE(at)
    const level = Math.min(style.readUInt16LE(at + 4), maxLevel)
    const mask = style.readUInt32LE(at + 6)
    at += 10
    let hasBullet: boolean | undefined
    if ((mask & bulletFlags) !== 0) {
      if ((mask & 1) !== 0 && at + 2 <= style.length) hasBullet = (style.readUInt16LE(at) & 1) !== 0
      at += 2
    }
    for (const [bits, bytes] of fields) if ((mask & bits) !== 0) at += bytes
    if ((mask & tabStops) !== 0) at += 2 + 4 * (at + 2 <= style.length ? style.readUInt16LE(at) : 0)
    for (const [bits, bytes] of behindTabStops) if ((mask & bits) !== 0) at += bytes
    runs.push({ end, level, ...(hasBullet === undefined ? {} : { hasBullet }) })
  }
  return runs
}
