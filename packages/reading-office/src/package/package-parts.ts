import { relationshipsPart, targetPart } from '@chancery/formats/opc'
import { contentOf, readZip, type ZipEntry } from '@chancery/formats/zip'
import type { ImageReference } from '@chancery/core'
import type { PictureContent, Pictures } from '@chancery/reading/pictures'
import type { ReadingLimits } from '@chancery/reading/reader'
import { beyondLimit } from '@chancery/reading/reading-errors'
import { childrenOf, parseXml, type XmlElement } from '@chancery/reading/xml/xml-element'
import { walkXml, type XmlHandler } from '@chancery/reading/xml/xml-walk'
import { imageTypeOf } from './image-type.ts'

export interface Relationship {
  readonly id: string
  /** Last segment of the type's address: `worksheet`, `comments`, `image`. */
  readonly type: string
  /** Name of the part, or the address where `external`. */
  readonly target: string
  readonly external: boolean
}

/** All parts that are read of one document, by the bytes allowed for one. */
const partsBudget = 4

/** The parts of a zip package (Office Open XML or OpenDocument), each inflated when it is asked for. */
export class PackageParts {
  private readonly limits: ReadingLimits
  /** By the lower case of their names: package names are compared without case (ECMA-376 part 2). */
  private readonly entries = new Map<string, ZipEntry>()
  private readonly related = new Map<string, readonly Relationship[]>()
  private readonly pictures: Pictures | undefined
  private readonly shown = new Map<ZipEntry, PictureContent>()
  private inflated = 0

  /**
   * @param pictures keeps the bytes of pictures; each is there once, however often it is shown
   * @throws `document_corrupt`
   */
  constructor(bytes: Uint8Array, limits: ReadingLimits, pictures?: Pictures) {
    this.limits = limits
    this.pictures = pictures
    for (const [name, entry] of readZip(bytes)) this.entries.set(name.toLowerCase(), entry)
  }

  has(name: string): boolean {
    return this.entries.has(name.toLowerCase())
  }

  /** `undefined` where there is no such part. @throws `document_corrupt`, `payload_too_large` */
  bytes(name: string): Uint8Array | undefined {
    const entry = this.entries.get(name.toLowerCase())
    if (entry === undefined) return undefined
    const { partBytes } = this.limits
    this.inflated += entry.size
    if (entry.size > partBytes) throw beyondLimit('bytes of a part', partBytes, entry.size)
    if (this.inflated > partBytes * partsBudget) throw beyondLimit('bytes of all parts', partBytes * partsBudget)
    // A part may outlive its document, or be handed to a thread: it is no view of the document.
    return entry.method === 0 ? entry.data.slice() : contentOf(entry)
  }

  /** A picture by the name of its part; of one that is not in the package, what its name says. */
  picture(name = ''): Pick<ImageReference, 'contentType' | 'content'> {
    const contentType = imageTypeOf(name)
    const entry = this.entries.get(name.toLowerCase())
    if (entry === undefined || this.pictures === undefined) return { contentType }
    let shown = this.shown.get(entry)
    if (shown === undefined) {
      shown = this.pictures.keep(entry.size, () => (entry.method === 0 ? entry.data.slice() : contentOf(entry)))
      this.shown.set(entry, shown)
    }
    return { contentType, ...shown }
  }

  /** `undefined` where there is no such part. */
  xml(name: string | undefined): XmlElement | undefined {
    const bytes = name === undefined ? undefined : this.bytes(name)
    if (bytes === undefined) return undefined
    const root = parseXml(bytes, this.limits.elements)
    return root
  }

  /** Reads a part without keeping it; nothing happens where there is no such part. */
  walk(name: string | undefined, handler: XmlHandler): void {
    const bytes = name === undefined ? undefined : this.bytes(name)
    if (bytes === undefined) return
    walkXml(bytes, handler, this.limits.elements)
  }

  /** Of a part, or of the package itself where `part` is empty. */
  relationships(part: string): readonly Relationship[] {
    let relationships = this.related.get(part)
    if (relationships === undefined) {
      relationships = this.readRelationships(part)
      this.related.set(part, relationships)
    }
    return relationships
  }

  private readRelationships(part: string): Relationship[] {
    const root = this.xml(relationshipsPart(part))
    return childrenOf(root, 'rel:Relationship').map(({ attributes }) => {
      const external = attributes['TargetMode'] === 'External'
      const target = attributes['Target'] ?? ''
      return {
        id: attributes['Id'] ?? '',
        type: (attributes['Type'] ?? '').split('/').at(-1) ?? '',
        target: external ? target : targetPart(part, target),
        external,
      }
    })
  }
}
