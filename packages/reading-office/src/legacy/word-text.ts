import { ChanceryError, present } from '@chancery/core'
import type { CompoundEntry, CompoundFile } from '@chancery/formats/compound-file'
import { corruptDocument } from '@chancery/reading/reading-errors'
import type { RtfLists } from '@chancery/reading/rtf/rtf-lists'
import type { WordDrawings } from './floating-pictures.ts'
import { wordLists } from './word-lists.ts'
import { withAuthors, type WordNote, wordNotes } from './word-notes.ts'
import {
  paragraphProperties,
  type ParagraphProperties,
  propertiesElsewhere,
  type PropertiesElsewhere,
} from './word-properties.ts'
import { wordRuns, type WordRun } from './word-runs.ts'
import { WordStyles } from './word-styles.ts'

/** The parts of a Word 97 document one after the other, in the order of its text (MS-DOC 2.4.1). */
const subdocuments = ['body', 'footnotes', 'headers', 'macros', 'comments', 'endnotes', 'textBoxes'] as const
type Subdocument = (typeof subdocuments)[number]

/** A paragraph of the text: what its mark and its style say of it. */
export interface ParagraphMark extends ParagraphProperties {
  readonly style: number
  readonly isRowEnd: boolean
  readonly isInTable: boolean
  readonly list: number
  readonly listLevel: number
}

interface Piece {
  /** Characters of the text. */
  readonly start: number
  readonly end: number
  /** Where its bytes are. */
  readonly offset: number
  readonly isWide: boolean
}

const wordSignature = 0xa5ec
const word97 = 0xc1
const word95Signature = 0xa5dc
const pageBytes = 512

/** The text of a Word 97 to 2003 document, by its piece table. */
export class WordText {
  readonly texts: Readonly<Record<Subdocument, string>>
  /** Where in the whole text each begins. */
  readonly starts: Readonly<Record<Subdocument, number>>
  /** Characters that tracked changes put in or took out, and hidden ones, in order. */
  readonly runs: readonly WordRun[]
  readonly lists: RtfLists
  /** Pictures, and what found no room elsewhere. */
  readonly data: Buffer
  readonly drawings: WordDrawings
  readonly styles: WordStyles
  /** Where in the headers' text each header and footer ends. */
  readonly headerEnds: readonly number[]
  readonly notes: Readonly<Record<'footnotes' | 'endnotes' | 'comments', readonly WordNote[]>>
  /** Names of the notes that characters of the body stand for. */
  private readonly references: ReadonlyMap<number, string>
  private readonly bodyPieces: readonly Piece[]
  private readonly marks = new Map<number, ParagraphMark>()

  /** @throws `document_corrupt` */
  constructor(file: CompoundFile) {
    // Names of streams are compared without case (MS-CFB 2.6.4).
    const stream = (name: string): CompoundEntry | undefined =>
      file.root.children.find((entry) => !entry.isStorage && entry.name.toLowerCase() === name)
    const main = stream('worddocument')
    if (main === undefined) throw damaged()
    const document = Buffer.from(file.read(main))
    const signature = document.length < 0x200 ? 0 : document.readUInt16LE(0)
    if (signature === word95Signature || (signature === wordSignature && document.readUInt16LE(2) < word97)) {
      throw new ChanceryError('unsupported_document', 'A document of Word 6 or Word 95 is not read here.', {
        details: { format: 'Word 6 or Word 95' },
      })
    }
    if (signature !== wordSignature) throw damaged()
    const isFirst = (document.readUInt16LE(0x0a) & 0x200) !== 0
    const table = stream(isFirst ? '1table' : '0table')
    if (table === undefined) throw damaged()
    const tables = Buffer.from(file.read(table))
    const pieces = piecesOf(part(tables, document, 0x01a2), document.length)
    this.styles = new WordStyles(part(tables, document, 0x00a2))
    const data = stream('data')
    this.data = data === undefined ? Buffer.alloc(0) : Buffer.from(file.read(data))
    this.readMarks(
      part(tables, document, 0x0102),
      document,
      data === undefined ? undefined : propertiesElsewhere(this.data),
    )
    this.drawings = {
      anchors: part(tables, document, 0x01da),
      shapes: part(tables, document, 0x022a),
      stream: document,
    }
    this.bodyPieces = pieces
    const whole = pieces.map((piece) => textOf(piece, document)).join('')
    const texts: Partial<Record<Subdocument, string>> = {}
    const starts: Partial<Record<Subdocument, number>> = {}
    let at = 0
    for (const [index, name] of subdocuments.entries()) {
      const length = Math.max(document.readInt32LE(0x4c + index * 4), 0)
      texts[name] = whole.slice(at, at + length)
      starts[name] = at
      at += length
    }
    this.texts = texts as Record<Subdocument, string>
    this.starts = starts as Record<Subdocument, number>
    this.runs = wordRuns(part(tables, document, 0x00fa), document, pieces, this.styles.looks)
    // The levels stand behind the table that this length is of.
    const hasLists = document.readUInt32LE(0x02e6) > 0
    const definitions = hasLists ? tables.subarray(document.readUInt32LE(0x02e2)) : Buffer.alloc(0)
    this.lists = wordLists(definitions, part(tables, document, 0x02ea))
    const ends = part(tables, document, 0x00f2)
    const places = part(tables, document, 0x00ba)
    const comments = wordNotes('comments', places, part(tables, document, 0x00c2))
    // The table came with Word 2002; this counts the tables of the file.
    const extra =
      document.readUInt16LE(0x98) > extraTable ? part(tables, document, 0x9a + extraTable * 8) : Buffer.alloc(0)
    this.notes = {
      footnotes: wordNotes('footnotes', part(tables, document, 0x00aa), part(tables, document, 0x00b2)),
      endnotes: wordNotes('endnotes', part(tables, document, 0x020a), part(tables, document, 0x0212)),
      comments: withAuthors(comments, places, part(tables, document, 0x01ba), extra),
    }
    this.references = new Map(
      Object.values(this.notes).flatMap((notes) => notes.map(({ place, name }) => [place, name] as const)),
    )
    this.headerEnds = Array.from({ length: ends.length >> 2 }, (_, index) => ends.readUInt32LE(index * 4)).slice(1)
  }

  /** The note or comment that a character stands for. */
  referenceAt(character: number): string | undefined {
    return this.references.get(character)
  }

  /** Of the paragraphs of the body, by the characters of the text at which their marks stand. */
  markAt(character: number): ParagraphMark | undefined {
    const offset = this.offsetOf(character)
    return offset === undefined ? undefined : this.marks.get(offset)
  }

  /** What is no plain text among the characters from `start` to `end`. */
  runsBetween(start: number, end: number): readonly WordRun[] {
    let [low, high] = [0, this.runs.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.runs[middle] as WordRun).end <= start) low = middle + 1
      else high = middle
    }
    let last = low
    while ((this.runs[last]?.start ?? end) < end) last++
    return this.runs.slice(low, last)
  }

  /** Where in the file the byte after a character is, which is how paragraphs are named there. */
  private offsetOf(character: number): number | undefined {
    let low = 0
    let high = this.bodyPieces.length - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if ((this.bodyPieces[middle] as Piece).start <= character) low = middle
      else high = middle - 1
    }
    const piece = this.bodyPieces[low]
    if (piece === undefined || character < piece.start || character >= piece.end) return undefined
    return piece.offset + (character + 1 - piece.start) * (piece.isWide ? 2 : 1)
  }

  /** Pages of paragraph properties (MS-DOC 2.9.175, PapxFkp), each of 512 bytes. */
  private readMarks(bins: Buffer, document: Buffer, elsewhere: PropertiesElsewhere | undefined): void {
    const plain = markOfStyle(0, this.styles)
    const count = Math.floor((bins.length - 4) / 8)
    for (let index = 0; index < count; index++) {
      const page = bins.readUInt32LE((count + 1) * 4 + index * 4) * pageBytes
      if (page + pageBytes > document.length) continue
      const runs = document.readUInt8(page + pageBytes - 1)
      for (let run = 0; run < runs; run++) {
        const boundary = page + (run + 1) * 4
        const entry = page + (runs + 1) * 4 + run * 13
        if (entry + 13 > page + pageBytes) break
        const end = document.readUInt32LE(boundary)
        const at = page + document.readUInt8(entry) * 2
        this.marks.set(end, at === page ? plain : markOf(document, at, page + pageBytes - 1, this.styles, elsewhere))
      }
    }
  }
}

/** Number of the table that says when comments were made. */
const extraTable = 112

const damaged = (): Error => corruptDocument('The Word document is damaged.')

function part(tables: Buffer, document: Buffer, at: number): Buffer {
  const offset = document.readUInt32LE(at)
  return tables.subarray(offset, offset + document.readUInt32LE(at + 4))
}

/** The piece table behind the properties (MS-DOC 2.9.38, Clx). */
function piecesOf(clx: Buffer, length: number): Piece[] {
  let at = 0
  while (clx[at] === 1 && at + 3 <= clx.length) at += 3 + clx.readUInt16LE(at + 1)
  if (clx[at] !== 2 || at + 5 > clx.length) throw damaged()
  const plc = clx.subarray(at + 5, at + 5 + clx.readUInt32LE(at + 1))
  const count = Math.floor((plc.length - 4) / 12)
  const pieces: Piece[] = []
  let left = length
  for (let index = 0; index < count; index++) {
    const start = plc.readUInt32LE(index * 4)
    const end = plc.readUInt32LE(index * 4 + 4)
    const position = plc.readUInt32LE((count + 1) * 4 + index * 8 + 2)
    const isWide = (position & 0x40000000) === 0
    const offset = isWide ? position : (position & 0x3fffffff) / 2
    const bytes = (end - start) * (isWide ? 2 : 1)
    // Pieces that share bytes would let a small file be a large text.
    left -= bytes
    if (end < start || offset + bytes > length || left < -length) throw damaged()
    pieces.push({ start, end, offset, isWide })
  }
  return pieces
}

const compressed = new TextDecoder('windows-1252')
const wide = new TextDecoder('utf-16le')

const textOf = ({ start, end, offset, isWide }: Piece, document: Buffer): string =>
  isWide
    ? wide.decode(document.subarray(offset, offset + (end - start) * 2))
    : compressed.decode(document.subarray(offset, offset + end - start))

/** Style and table properties of one paragraph (MS-DOC 2.9.174, PapxInFkp). */
function markOf(
  document: Buffer,
  at: number,
  limit: number,
  styles: WordStyles,
  elsewhere: PropertiesElsewhere | undefined,
): ParagraphMark {
  const words = document.readUInt8(at)
  const from = words === 0 ? at + 2 : at + 1
  const end = Math.min(words === 0 ? from + document.readUInt8(at + 1) * 2 : at + words * 2, limit)
  if (from + 2 > end) return markOfStyle(0, styles)
  const style = document.readUInt16LE(from)
  return { ...markOfStyle(style, styles), ...paragraphProperties(document, from + 2, end, elsewhere) }
}

const markOfStyle = (style: number, styles: WordStyles): ParagraphMark => ({
  isRowEnd: false,
  isInTable: false,
  list: 0,
  listLevel: 0,
  ...listOf(styles.propertiesOf(style)),
  style,
})

/** The outline level of a style is read with its name. */
const listOf = ({ list, listLevel }: ParagraphProperties): Pick<ParagraphProperties, 'list' | 'listLevel'> =>
  present({ list, listLevel })
