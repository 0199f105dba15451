import type { ReadingLimits } from '../reader.ts'
import { beyondLimit } from '../reading-errors.ts'
import { childrenOf, parseXml, type XmlElement } from './xml-element.ts'
import { walkXml, type XmlHandler } from './xml-walk.ts'
import { readZipDirectory, readZipEntry, type ZipEntry } from './zip-directory.ts'

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
  private readonly zip: Uint8Array
  private readonly limits: ReadingLimits
  /** By the lower case of their names: package names are compared without case (ECMA-376 part 2). */
  private readonly entries = new Map<string, ZipEntry>()
  private readonly related = new Map<string, readonly Relationship[]>()
  private inflated = 0

  /** @throws `document_corrupt` */
  constructor(bytes: Uint8Array, limits: ReadingLimits) {
    this.zip = bytes
    this.limits = limits
    for (const entry of readZipDirectory(bytes)) this.entries.set(entry.name.toLowerCase(), entry)
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
    return readZipEntry(this.zip, entry)
  }

  /** `undefined` where there is no such part. */
  xml(name: string | undefined): XmlElement | undefined {
    const bytes = name === undefined ? undefined : this.bytes(name)
    return bytes === undefined ? undefined : parseXml(bytes, this.limits.elements)
  }

  /** Reads a part without keeping it; nothing happens where there is no such part. */
  walk(name: string | undefined, handler: XmlHandler): void {
    const bytes = name === undefined ? undefined : this.bytes(name)
    if (bytes !== undefined) walkXml(bytes, handler, this.limits.elements)
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
    const slash = part.lastIndexOf('/')
    const folder = part.slice(0, slash + 1)
    const root = this.xml(`${folder}_rels/${part.slice(slash + 1)}.rels`)
    return childrenOf(root, 'rel:Relationship').map(({ attributes }) => {
      const external = attributes['TargetMode'] === 'External'
      const target = attributes['Target'] ?? ''
      return {
        id: attributes['Id'] ?? '',
        type: (attributes['Type'] ?? '').split('/').at(-1) ?? '',
        target: external ? target : resolve(folder, target),
        external,
      }
    })
  }
}

/** A part's name from a target that is relative to a folder, or to the root if it starts with a slash. */
function resolve(folder: string, target: string): string {
  const segments: string[] = []
  for (const segment of (target.startsWith('/') ? target : folder + target).split('/')) {
    if (segment === '..') segments.pop()
    else if (segment !== '' && segment !== '.') segments.push(segment)
  }
  return segments.join('/')
}
