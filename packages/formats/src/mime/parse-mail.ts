import { ChanceryError } from '@chancery/core'
import PostalMime, { type Address, type Attachment, type Email, type PostalMimeOptions } from 'postal-mime'
import { joinFlowed } from './flowed-text.ts'
import { withMendedBoundary } from './mended-boundary.ts'
import { headerInUtf8, partCharset } from './part-charset.ts'

/** A part of the mail; one that says nothing of its charset gets that of the whole file. */
interface MimeNode {
  readonly contentType: { readonly parsed: { readonly value: string; readonly params: Record<string, string> } }
  /** Its body, decoded to bytes. */
  readonly content: ArrayBuffer | null
  decodeFlowedText: (text: string, deletesSpace: boolean) => string
  readonly childNodes: readonly MimeNode[]
}

interface TextItem {
  readonly type: string
  readonly value: unknown
}

/** A text of a mail, whole or in pieces, in the forms in which the mail has it. */
export interface MailText {
  readonly plain: readonly string[]
  readonly html: readonly string[]
}

/** A file of a mail; a mail inside a mail is one. */
export type MailFile = Attachment
export type MailAddress = Address

/** Headers, texts in their order, and files. */
export interface ParsedMail extends Omit<Email, 'html' | 'text'> {
  readonly texts: readonly MailText[]
}

/** What gathers the body of a part, in pieces of a line each or of one line after another. */
interface ContentDecoder {
  readonly chunks: (string | ArrayBuffer | Uint8Array)[]
}

/** What its declarations leave out. */
interface Internal {
  processLine(line: Uint8Array<ArrayBuffer>, isFinal: boolean): Promise<void>
}
const Parser = PostalMime as unknown as new (options: PostalMimeOptions) => PostalMime & Internal

/**
 * postal-mime without its conversion between HTML and plain text, which takes quadratic time on hostile HTML; the texts
 * are taken as they are instead. (Members of postal-mime 4.0.0 that it calls
 * internal; its version is pinned, and a test holds it to them.)
 */
class MailParser extends Parser {
  readonly texts: MailText[] = []
  declare readonly root: MimeNode
  declare readonly currentNode: { readonly state: string; readonly contentDecoder?: ContentDecoder | null }
  private readonly charset: string | undefined
  /** By decoder, how many pieces at its beginning were joined already. */
  private readonly joined = new WeakMap<ContentDecoder, number>()

  constructor(charset: string | undefined) {
    super(bounds)
    this.charset = charset
  }

  /** Called for each line. Headers are taken for UTF-8; old programs wrote them in the charset of their country. */
  override async processLine(line: Uint8Array<ArrayBuffer>, isFinal: boolean): Promise<void> {
    const { currentNode } = this
    if (currentNode.state !== 'header') this.joinLines(currentNode.contentDecoder)
    await super.processLine(currentNode.state === 'header' ? headerInUtf8(line, this.charset) : line, isFinal)
  }

  /** A Blob is made of all pieces, and takes microseconds for each: a body of a million lines would take seconds. */
  private joinLines(decoder: ContentDecoder | null | undefined): void {
    if (decoder === null || decoder === undefined) return
    const done = this.joined.get(decoder) ?? 0
    if (decoder.chunks.length - done < mostPieces) return
    const pieces = decoder.chunks.splice(done, Infinity)
    decoder.chunks.push(Buffer.concat(pieces.map(bytesOfPiece)))
    this.joined.set(decoder, done + 1)
  }

  /** Called once the tree stands and before its texts are decoded; `true` makes attachments of the mails inside. */
  hasReportParts(): boolean {
    const open = [this.root]
    for (let node = open.pop(); node !== undefined; node = open.pop()) {
      const { value, params } = node.contentType.parsed
      if (node.content !== null && value.startsWith('text/')) {
        const own = partCharset(params['charset'], new Uint8Array(node.content), value === 'text/html') ?? this.charset
        if (own !== undefined) params['charset'] = own
      }
      node.decodeFlowedText = joinFlowed
      for (const item of node.childNodes) open.push(item)
    }
    return true
  }

  declare readonly textMap: Map<unknown, { readonly plain?: readonly TextItem[]; readonly html?: readonly TextItem[] }>

  renderTextContent(): void {
    for (const { plain = [], html = [] } of this.textMap.values()) {
      this.texts.push({ plain: textsOf(plain), html: textsOf(html) })
    }
  }
}

const textsOf = (items: readonly TextItem[]): string[] =>
  items.flatMap(({ value }) => (typeof value === 'string' ? [value] : []))

/** Pieces of a body that are joined at once. */
const mostPieces = 10_000

const bytesOfPiece = (piece: string | ArrayBuffer | Uint8Array): Uint8Array =>
  typeof piece === 'string'
    ? Buffer.from(piece, 'latin1')
    : piece instanceof ArrayBuffer
      ? new Uint8Array(piece)
      : piece

/** Bounds of postal-mime: parts in parts, and bytes of all headers. */
const bounds = { maxNestingDepth: 50, maxHeadersSize: 1024 * 1024 }

/** More parts than mails have; each costs the parser a node. */
const maxParts = 20_000

/** As many as 150 MB of base64 have; each costs the parser a call. */
const maxLines = 2_000_000

/**
 * Reads a mail (MIME: RFC 5322, 2045 to 2049, 2231) as mails are written in practice: with another boundary than it
 * names, with a wrong charset or none.
 * @param charset of parts that name none
 * @throws `document_corrupt`, `payload_too_large`
 */
export async function parseMail(bytes: Uint8Array, charset?: string): Promise<ParsedMail> {
  checkLines(bytes)
  const mended = withMendedBoundary(fromHeaders(bytes))
  checkParts(mended)
  const parser = new MailParser(charset)
  try {
    const mail = await parser.parse(mended)
    return { ...mail, texts: parser.texts }
  } catch (error) {
    if (error instanceof Error && /nesting depth|header size/i.test(error.message)) throw tooLarge(error)
    throw new ChanceryError('document_corrupt', 'The mail could not be read.', { cause: error })
  }
}

/** Without a byte order mark and empty lines: behind one, all headers would be taken for the body. */
function fromHeaders(bytes: Uint8Array): Uint8Array {
  let at = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0
  while (bytes[at] === lineFeed || (bytes[at] === 0x0d && bytes[at + 1] === lineFeed)) at++
  return bytes.subarray(at)
}

const tooLarge = (cause?: unknown): ChanceryError =>
  new ChanceryError('payload_too_large', 'The mail has too many parts, parts in parts, or headers.', {
    details: { what: 'parts of a mail', limit: maxParts },
    ...(cause === undefined ? {} : { cause }),
  })

/** @throws `payload_too_large` where there are more lines than are read one by one */
function checkLines(bytes: Uint8Array): void {
  let lines = 1
  for (let at = bytes.indexOf(lineFeed); at !== -1; at = bytes.indexOf(lineFeed, at + 1)) lines++
  if (lines <= maxLines) return
  throw new ChanceryError('payload_too_large', 'The mail has too many lines.', {
    details: { what: 'lines of a mail', limit: maxLines, actual: lines },
  })
}

const lineFeed = 0x0a
const named = /boundary[ \t]*=[ \t]*(?:"([^"\r\n]{1,200})"|([^\s;"]{1,200}))/gi

/** @throws `payload_too_large` where more lines could begin a part than a mail has parts, by their boundary or type */
function checkParts(bytes: Uint8Array): void {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
  const boundaries = new Set<string>()
  for (const [, quoted, bare = ''] of text.matchAll(named)) boundaries.add(`--${quoted ?? bare}`)
  let [types, parts] = [0, 0]
  for (const [line] of text.matchAll(/^(?:Content-Type:|--.*)/gim)) {
    if (!line.startsWith('--')) types++
    else if (boundaries.has(line.trimEnd())) parts++
    if (types > maxParts || parts > maxParts) throw tooLarge()
  }
}
