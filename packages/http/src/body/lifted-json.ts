import type { BodySink } from './body-bytes.ts'
import { GrowingBytes } from './growing-bytes.ts'
import { IncomingBase64 } from './incoming-base64.ts'

/** A document in a shorter body is as quickly decoded from the parsed text. */
const leastBytes = 64 * 1024
/** Longer keys are none of those that are looked for. */
const mostKeyBytes = 64

const [quote, backslash, comma, colon] = [0x22, 0x5c, 0x2c, 0x3a]
const [openObject, closeObject, openArray, closeArray] = [0x7b, 0x7d, 0x5b, 0x5d]

/** JSON without its long documents, and what puts them back into what was parsed of it. */
export interface LiftedJson {
  readonly json: Uint8Array<ArrayBuffer>
  putBack(parsed: Record<string, unknown>): void
  /** Of the text that `json` is: how many characters the documents between two places of it were longer than what stands there. */
  takenBetween(text: string, from: number, to: number): number
}

/** At the most, of so many characters of base64. */
const decodedBytes = (characters: number): number => Math.max(0, Math.ceil((characters * 3) / 4))

/** A document whose text is being read. */
interface OpenDocument {
  readonly field: string
  readonly content: IncomingBase64
}

interface Lifted {
  readonly field: string
  readonly content: Uint8Array
  /** Where its mark is in what is left, in bytes. */
  readonly at: number
  readonly taken: number
}

/** What stands in the place of a document meanwhile; keys that come twice are refused, so nothing else is there. */
const mark = Buffer.from('lifted')

/**
 * A JSON text that comes in, of which documents, `{"document": {"content": "<base64>"}}`, are decoded on the way: a document of
 * 100 MB is there once as bytes, and never as text. What is no plain base64 stays text, and is looked at like all else.
 */
export class LiftingJson implements BodySink {
  /** Names of the outermost object under which documents stand that were not met yet. */
  readonly #fields: Set<string>
  readonly #declared: number | undefined
  readonly #most: number
  readonly #json: GrowingBytes
  readonly #lifted: Lifted[] = []
  #document: OpenDocument | undefined
  #received = 0

  #depth = 0
  /** The last key of the outermost object, and of the objects in it. */
  readonly #keys = ['', '']
  readonly #isObject = [false, false]
  #isKey = false
  #isInString = false
  #isEscaped = false
  #string = ''

  /**
   * @param declared bytes of the text, where they are known
   * @param fields names of the outermost object under which documents stand
   * @param most bytes that the text can have
   */
  constructor(declared: number | undefined, fields: readonly string[], most: number) {
    this.#declared = declared
    this.#most = declared ?? most
    this.#fields = new Set(declared !== undefined && declared < leastBytes ? [] : fields)
    this.#json = new GrowingBytes(declared ?? leastBytes, this.#most)
  }

  take(piece: Uint8Array): void {
    for (let at = 0; at < piece.length;) {
      if (this.#document !== undefined) {
        at = this.#readDocument(this.#document, piece, at)
        continue
      }
      const start = at
      at = this.#fields.size === 0 ? piece.length : this.#readText(piece, at)
      this.#json.append(piece.subarray(start, at))
    }
    this.#received += piece.length
  }

  /** When all of it was taken. */
  end(): LiftedJson {
    // Cut off within a document: it is told as what it was.
    if (this.#document !== undefined) this.#leave(this.#document)
    const json = this.#json.bytes
    const lifted = this.#lifted
    return {
      json,
      takenBetween(text, from, to) {
        if (lifted.length === 0) return 0
        // A byte order mark is no part of the text.
        const skipped = json.length - Buffer.byteLength(text)
        const [first = 0, last = 0] = [from, to].map((place) => skipped + Buffer.byteLength(text.slice(0, place)))
        return lifted.reduce((sum, { at, taken }) => sum + (first <= at && at < last ? taken : 0), 0)
      },
      putBack(parsed) {
        for (const { field, content } of lifted) {
          const source = parsed[field] as { content?: unknown } | undefined
          if (source?.content === mark.toString()) source.content = content
        }
      },
    }
  }

  /** Everything but documents. @returns where it ended: behind the quote that opens a document, or at the end of the piece */
  #readText(piece: Uint8Array, from: number): number {
    for (let at = from; at < piece.length;) {
      if (this.#isInString) {
        at = this.#readString(piece, at)
        continue
      }
      const byte = piece[at++]
      if (byte === quote) {
        if (this.#opensDocument()) return this.#open(piece, at)
        this.#isInString = true
        this.#string = ''
      } else if (byte === openObject || byte === openArray) {
        if (this.#depth < 2) this.#isObject[this.#depth] = byte === openObject
        this.#isKey = byte === openObject
        this.#depth++
      } else if (byte === closeObject || byte === closeArray) {
        this.#depth--
        this.#isKey = false
      } else if (byte === comma) this.#isKey = this.#depth > 2 || this.#isObject[this.#depth - 1] === true
      else if (byte === colon) this.#isKey = false
    }
    return piece.length
  }

  #readString(piece: Uint8Array, from: number): number {
    let at = from
    for (; at < piece.length; at++) {
      if (this.#isEscaped) this.#isEscaped = false
      else if (piece[at] === backslash) this.#isEscaped = true
      else if (piece[at] === quote) break
    }
    const isKept = this.#isKey && (this.#depth === 1 || this.#depth === 2)
    if (isKept && this.#string.length <= mostKeyBytes) {
      this.#string += Buffer.from(piece.subarray(from, Math.min(at, from + mostKeyBytes + 1))).toString('latin1')
    }
    if (at === piece.length) return at
    this.#isInString = false
    if (isKept) this.#keys[this.#depth - 1] = this.#string
    return at + 1
  }

  #opensDocument(): boolean {
    const [field = '', key] = this.#keys
    return (
      this.#depth === 2 &&
      !this.#isKey &&
      this.#isObject[0] === true &&
      this.#isObject[1] === true &&
      key === 'content' &&
      this.#fields.has(field)
    )
  }

  #open(piece: Uint8Array, at: number): number {
    const [field = ''] = this.#keys
    // Once each: what comes a second time is refused, and must cost nothing.
    this.#fields.delete(field)
    const left = (this.#declared ?? this.#received + piece.length) - this.#received - at
    this.#document = { field, content: new IncomingBase64(decodedBytes(left), decodedBytes(this.#most)) }
    return at
  }

  /** @returns where it ended: at the end of the piece, at the quote behind the document, or where that turns out to be none */
  #readDocument(document: OpenDocument, piece: Uint8Array, from: number): number {
    const { field, content } = document
    const at = content.take(piece, from)
    if (at === piece.length) return at
    if (piece[at] === quote && content.isWhole) {
      const taken = content.units - mark.length
      this.#lifted.push({ field, content: content.end(), at: this.#json.length, taken })
      this.#json.append(mark)
      this.#document = undefined
      this.#isInString = true
      return at
    }
    this.#leave(document)
    return at
  }

  /** What was decoded becomes text again. */
  #leave({ content }: OpenDocument): void {
    for (const text of content.asText()) this.#json.append(text)
    this.#document = undefined
    this.#isInString = true
  }
}
