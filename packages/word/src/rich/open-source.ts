import type { FillRequest, IncomingBytes, DocumentSource, VettedDocument } from '@chancery/core'
import type { ContentSource } from '@chancery/tags'
import { base64Bytes, dataUriBytes } from './data-uri.ts'
import { RichFault } from './rich-fault.ts'
import type { ReadPicture } from './write-picture.ts'

/** How what a value refers to comes in: its bytes from outside, and past the guard. */
export interface Opening {
  readonly open?: FillRequest['open'] | undefined
  readonly vet?: ((incoming: IncomingBytes) => Promise<VettedDocument>) | undefined
}

/** What reading a value may need from outside. */
export interface Openers extends Opening {
  /** What was opened for this fill: each source once. */
  readonly opened: Map<string | Uint8Array, Promise<Uint8Array | VettedDocument>>
  /** Pictures that were looked at, each once. */
  readonly pictures: WeakMap<Uint8Array, Promise<ReadPicture>>
}

/** How the base64 of pictures and of packages begins: what else looks like base64 is rather a path. */
const knownBase64 = /^(?:iVBORw0KGgo|\/9j\/|R0lGOD|Qk[0-3]|SUkqA|TU0AK|UklGR|PHN2Zy|PD94bW|UEsDB)[\w+/=\s-]*$/

/** An SVG as it is written, not encoded in any way. */
const svgText = /^(?:<\?xml\b|<!DOCTYPE svg\b|<!--|<svg[\s>])/i
/** No path is longer. */
const maxPath = 1024

/** Bytes, or where they are. @throws RichFault */
export function sourceOf(source: ContentSource): Uint8Array | DocumentSource {
  if (source instanceof Uint8Array) return source
  if (typeof source !== 'string') {
    const { content } = source
    if (content === undefined) return source
    const bytes = typeof content === 'string' ? (dataUriBytes(content) ?? base64Bytes(content)) : content
    if (bytes !== undefined) return bytes
    throw new RichFault('The content is not base64.')
  }
  const text = source.trim()
  if (/^data:/i.test(text)) {
    const bytes = dataUriBytes(text)
    if (bytes !== undefined) return bytes
    throw new RichFault('The data URI is broken.', 'Such as data:image/png;base64,….')
  }
  if (/^https?:\/\//i.test(text)) return { url: text }
  if (svgText.test(text)) return Buffer.from(text, 'utf8')
  return (knownBase64.test(text) || text.length > maxPath ? base64Bytes(text) : undefined) ?? { path: text }
}

/** What a source has: bytes that came along, or a document that was opened. Bytes of a package are always vetted. */
export async function opened(
  given: ContentSource,
  wantsPackage: boolean,
  openers: Openers,
): Promise<Uint8Array | VettedDocument> {
  const key =
    typeof given === 'string' || given instanceof Uint8Array ? given : (given.content ?? JSON.stringify(given))
  const known = openers.opened.get(key)
  if (known !== undefined) return known
  const source = sourceOf(given)
  if (source instanceof Uint8Array && !wantsPackage) {
    openers.opened.set(key, Promise.resolve(source))
    return source
  }
  const { open, vet } = openers
  const read = source instanceof Uint8Array ? async () => ({ bytes: source }) : open && (() => open(source))
  if (read === undefined || vet === undefined) {
    const what = wantsPackage ? 'the Word file' : 'an image'
    throw new RichFault('A file cannot be opened in this call.', `Give ${what} itself, as a data URI or base64.`)
  }
  const document = read().then(vet)
  openers.opened.set(key, document)
  return document
}
