import PostalMime, { type Email, type PostalMimeOptions } from 'postal-mime'
import { joinFlowed } from './flowed-text.ts'
import type { MailBody } from './mail-message.ts'
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

export interface ParsedMail extends Email {
  readonly bodies: readonly MailBody[]
}

/** What its declarations leave out. */
interface Internal {
  processLine(line: Uint8Array<ArrayBuffer>, isFinal: boolean): Promise<void>
}
const Parser = PostalMime as unknown as new (options: PostalMimeOptions) => PostalMime & Internal

/**
 * postal-mime without its conversion between HTML and plain text, which takes quadratic time on hostile HTML; the parts
 * of the body are taken as they are instead, of alternatives the HTML. (Members of postal-mime 4.0.0 that it calls
 * internal; its version is pinned, and a test holds it to them.)
 */
class MailParser extends Parser {
  readonly bodies: MailBody[] = []
  declare readonly root: MimeNode
  declare readonly currentNode: { readonly state: string }
  private readonly charset: string | undefined

  constructor(charset: string | undefined) {
    super(bounds)
    this.charset = charset
  }

  /** Called for each line. Headers are taken for UTF-8; old programs wrote them in the charset of their country. */
  override processLine(line: Uint8Array<ArrayBuffer>, isFinal: boolean): Promise<void> {
    return super.processLine(this.currentNode.state === 'header' ? headerInUtf8(line, this.charset) : line, isFinal)
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
      open.push(...node.childNodes)
    }
    return true
  }

  declare readonly textMap: Map<unknown, { readonly plain?: readonly TextItem[]; readonly html?: readonly TextItem[] }>

  renderTextContent(): void {
    for (const { plain = [], html = [] } of this.textMap.values()) {
      const isHtml = html.some(hasText)
      for (const { value } of isHtml ? html : plain) {
        if (typeof value === 'string') this.bodies.push({ type: isHtml ? 'html' : 'text', text: value })
      }
    }
  }
}

const hasText = ({ value }: TextItem): boolean => typeof value === 'string' && value.trim() !== ''

/** Bounds of postal-mime: parts in parts, and bytes of all headers. */
const bounds = { maxNestingDepth: 50, maxHeadersSize: 1024 * 1024 }

/**
 * Reads MIME (RFC 5322, 2045 to 2049, 2231).
 * @param charset of parts that name none
 * @throws whatever postal-mime throws
 */
export async function parseMail(bytes: Uint8Array, charset: string | undefined): Promise<ParsedMail> {
  const parser = new MailParser(charset)
  const mail = await parser.parse(bytes)
  return { ...mail, bodies: parser.bodies }
}
