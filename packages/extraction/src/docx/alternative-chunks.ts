import type { BlockSink } from '../model/block-sink.ts'
import type { ModelBuilder } from '../model/model-builder.ts'
import type { PackageParts } from '../package/package-parts.ts'
import type { ReadingLimits } from '../reader.ts'

/** Writes a page of HTML where it stands. */
type WriteHtml = (html: string, sink: BlockSink) => void

/**
 * Documents of other types that are to be shown in place (`w:altChunk`, ECMA-376 part 1, 17.17.2): HTML and plain text
 * are read; packages and RTF are for the guard to vet first, so they are attachments.
 */
export class AlternativeChunks {
  /** Names of the parts that are to be attached. */
  readonly attached: string[] = []
  private readonly parts: PackageParts
  private readonly writeHtml: WriteHtml | undefined

  constructor(parts: PackageParts, writeHtml: WriteHtml | undefined) {
    this.parts = parts
    this.writeHtml = writeHtml
  }

  write(name: string, sink: BlockSink): void {
    const kind = /\.(x?html?|txt)$/i.exec(name)?.[1]?.toLowerCase()
    const bytes = kind === undefined ? undefined : this.parts.bytes(name)
    if (bytes === undefined) this.attached.push(name)
    else if (kind === 'txt') for (const line of decoded(bytes).split(/\r\n?|\n/)) sink.block('paragraph', line)
    else this.writeHtml?.(decoded(bytes), sink)
  }
}

/** Loaded for documents that have such parts only. */
export async function htmlWriter(builder: ModelBuilder, limits: ReadingLimits): Promise<WriteHtml> {
  const [{ HtmlWalker }, { elementsOf, parseHtml }] = await Promise.all([
    import('../html/html-walker.ts'),
    import('../html/html-tree.ts'),
  ])
  return (html, sink) => {
    const walker = new HtmlWalker(sink, builder)
    for (const root of elementsOf(parseHtml(html, limits.elements), 'html')) walker.walk(root)
    walker.flush()
  }
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
