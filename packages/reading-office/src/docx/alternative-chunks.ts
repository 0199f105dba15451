import { elementsOf } from '@chancery/formats/html'
import type { BlockSink } from '@chancery/reading/model/block-sink'
import type { ModelBuilder } from '@chancery/reading/model/model-builder'
import type { PackageParts } from '../package/package-parts.ts'
import type { ReadingLimits } from '@chancery/reading/reader'

/** Writes a page of HTML where it stands. */
type WriteHtml = (html: string, sink: BlockSink) => void

/**
 * Documents of other types that are to be shown in place (`w:altChunk`, ECMA-376 part 1, 17.17.2): HTML, also as a web
 * archive, and plain text are read; packages and RTF are for the guard to vet first, so they are attachments.
 */
export class AlternativeChunks {
  /** Names of the parts that are to be attached. */
  readonly attached: string[] = []
  private readonly parts: PackageParts
  private readonly writeHtml: WriteHtml | undefined
  private readonly archives: ReadonlyMap<string, string>

  /** @param archives pages of the web archives by the names of their parts */
  constructor(parts: PackageParts, writeHtml: WriteHtml | undefined, archives: ReadonlyMap<string, string>) {
    this.parts = parts
    this.writeHtml = writeHtml
    this.archives = archives
  }

  write(name: string, sink: BlockSink): void {
    const page = this.archives.get(name)
    if (page !== undefined) return this.writeHtml?.(page, sink)
    const kind = /\.(x?html?|txt)$/i.exec(name)?.[1]?.toLowerCase()
    const bytes = kind === undefined ? undefined : this.parts.bytes(name)
    if (bytes === undefined) this.attached.push(name)
    else if (kind === 'txt') for (const line of decoded(bytes).split(/\r\n?|\n/)) sink.block('paragraph', line)
    else this.writeHtml?.(decoded(bytes), sink)
  }
}

/** Loaded for documents that have such parts only. */
export async function htmlWriter(builder: ModelBuilder, limits: ReadingLimits): Promise<WriteHtml> {
  const [{ HtmlWalker }, { parseHtml }] = await Promise.all([
    import('@chancery/reading/html/html-walker'),
    import('@chancery/reading/html/html-tree'),
  ])
  return (html, sink) => {
    const walker = new HtmlWalker(sink, builder)
    for (const root of elementsOf(parseHtml(html, limits.elements), 'html')) walker.walk(root)
    walker.flush()
  }
}

/** Pages of the web archives (MHTML, RFC 2557) among the parts; one that cannot be read is left to be attached. */
export async function archivedPages(parts: PackageParts, names: readonly string[]): Promise<Map<string, string>> {
  const { parseMail } = await import('@chancery/formats/mime')
  const pages = new Map<string, string>()
  for (const name of names) {
    const bytes = parts.bytes(name)
    const texts =
      bytes === undefined
        ? []
        : await parseMail(bytes, undefined).then(
            (mail) => mail.texts,
            () => [],
          )
    const html = texts.flatMap((text) => text.html).filter((text) => text.trim() !== '')
    if (html.length > 0) pages.set(name, html.join('\n'))
  }
  return pages
}

/** By its byte order mark, as UTF-8, or as Windows-1252, in which Word writes. */
function decoded(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
