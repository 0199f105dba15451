import { utf16Text } from '@chancery/formats/text'
/** A note or comment of a Word 97 document. */
export interface WordNote {
  /** By which the text refers to it. */
  readonly name: string
  /** The character of the body that stands for it. */
  readonly place: number
  /** Characters of the text of its kind. */
  readonly start: number
  readonly end: number
  readonly author?: string
  /** Local time, ISO 8601 without a zone. */
  readonly date?: string
}

/** Bytes of an entry behind its place (MS-DOC 2.8.15, 2.9.7): of notes a flag, of comments who wrote them. */
const entryBytes = { footnotes: 2, endnotes: 2, comments: 30 }
/** Of a comment: the initials stand before the number of its author. */
const authorAt = 20
const extraBytes = 18

/**
 * The notes of a kind, by the tables of where they are referred to and of where their texts begin; none where those are
 * damaged.
 */
export function wordNotes(kind: keyof typeof entryBytes, references: Buffer, texts: Buffer): WordNote[] {
  const size = entryBytes[kind]
  const count = Math.min(Math.floor((references.length - 4) / (4 + size)), Math.floor(texts.length / 4) - 1)
  const notes: WordNote[] = []
  for (let index = 0; index < count; index++) {
    const [start, end] = [texts.readUInt32LE(index * 4), texts.readUInt32LE(index * 4 + 4)]
    if (end < start || start < (notes.at(-1)?.end ?? 0)) return []
    notes.push({ name: `${kind} ${index}`, place: references.readUInt32LE(index * 4), start, end })
  }
  return notes
}

/** Says of comments who wrote them and when (MS-DOC 2.9.7 ATRDPre10, 2.9.6 ATRDPost10). */
export function withAuthors(
  comments: readonly WordNote[],
  references: Buffer,
  owners: Buffer,
  extra: Buffer,
): WordNote[] {
  const names = stringsOf(owners)
  const entries = (Math.floor((references.length - 4) / (4 + entryBytes.comments)) + 1) * 4
  return comments.map((comment, index) => {
    const author = names[references.readUInt16LE(entries + index * entryBytes.comments + authorAt)]
    const at = index * extraBytes
    const date = at + 4 > extra.length ? undefined : dateOf(extra.readUInt32LE(at))
    return {
      ...comment,
      ...(author === undefined || author === '' ? {} : { author }),
      ...(date === undefined ? {} : { date }),
    }
  })
}

/** Strings one behind the other, each with its length before it. */
function stringsOf(bytes: Buffer): string[] {
  const strings: string[] = []
  for (let at = 0; at + 2 <= bytes.length;) {
    const end = at + 2 + bytes.readUInt16LE(at) * 2
    strings.push(utf16Text(bytes, at + 2, end))
    at = end
  }
  return strings
}

/** A time in 32 bits (MS-DOC 2.9.70, DTTM). */
function dateOf(bits: number): string | undefined {
  const [minute, hour, day, month, year] = [
    bits & 0x3f,
    (bits >>> 6) & 0x1f,
    (bits >>> 11) & 0x1f,
    (bits >>> 16) & 0xf,
    1900 + ((bits >>> 20) & 0x1ff),
  ]
  const time = new Date(Date.UTC(year, month - 1, day, hour, minute))
  const isReal = day > 0 && time.getUTCMonth() === month - 1 && time.getUTCDate() === day && hour < 24 && minute < 60
  return isReal ? time.toISOString().slice(0, 19) : undefined
}
