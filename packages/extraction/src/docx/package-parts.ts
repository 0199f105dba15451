import { ChanceryError } from '@chancery/core'
import { unzipSync } from 'fflate'
import type { ReadingLimits } from '../reader.ts'
import { beyondLimit, corruptDocument } from '../reading-errors.ts'
import { childrenOf, parseXml, type XmlElement } from './xml-tree.ts'

export interface Relationship {
  readonly id: string
  /** Last segment of the type's address: `header`, `footnotes`, `image`. */
  readonly type: string
  /** Name of the part, or the address where `external`. */
  readonly target: string
  readonly external: boolean
}

/** The XML parts of an Office Open XML package (ECMA-376 part 2), each parsed when it is asked for. */
export class PackageParts {
  private readonly files: Readonly<Record<string, Uint8Array>>
  private readonly limits: ReadingLimits

  /** @throws `document_corrupt`, `payload_too_large` */
  constructor(bytes: Uint8Array, limits: ReadingLimits) {
    this.limits = limits
    let inflated = 0
    try {
      this.files = unzipSync(bytes, {
        filter: ({ name, originalSize }) => {
          if (!/\.(?:xml|rels)$/i.test(name)) return false
          inflated += originalSize
          if (originalSize > limits.partBytes) throw beyondLimit('bytes of a part', limits.partBytes, originalSize)
          if (inflated > limits.partBytes * 4) throw beyondLimit('bytes of all parts', limits.partBytes * 4, inflated)
          return true
        },
      })
    } catch (error) {
      if (ChanceryError.is(error)) throw error
      throw corruptDocument('The package could not be opened.', error)
    }
  }

  /** `undefined` where there is no such part. */
  xml(name: string): XmlElement | undefined {
    const bytes = this.files[name]
    return bytes === undefined ? undefined : parseXml(bytes, this.limits.elements)
  }

  /** Of a part, or of the package itself where `part` is empty. */
  relationships(part: string): Relationship[] {
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
