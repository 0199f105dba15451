import { hash } from 'node:crypto'
import type { ImageReference } from '@chancery/core'
import type { ReadingLimits } from './reader.ts'

export type PictureContent = Pick<ImageReference, 'content'>

/**
 * The bytes of pictures in one document that came in, those of its attachments too: they share its bounds. Equal ones are
 * kept once.
 */
export class Pictures {
  readonly isWanted: boolean
  /** How many had no room. */
  leftOut = 0
  private count: number
  private bytes: number
  private readonly known = new Map<string, Uint8Array>()

  constructor(isWanted: boolean, limits: Pick<ReadingLimits, 'figures' | 'figureBytes'>) {
    this.isWanted = isWanted
    this.count = limits.figures
    this.bytes = limits.figureBytes
  }

  /** What `load` gives, where it is wanted and there is room for so many bytes. */
  keep(size: number, load: () => Uint8Array | undefined): PictureContent {
    if (!this.isWanted || size === 0) return {}
    if (this.count === 0 || size > this.bytes) {
      this.leftOut++
      return {}
    }
    const content = load()
    if (content === undefined || content.length === 0) return {}
    const digest = hash('sha256', content, 'base64')
    const known = this.known.get(digest)
    if (known !== undefined) return { content: known }
    this.known.set(digest, content)
    this.count--
    this.bytes = Math.max(this.bytes - content.length, 0)
    return { content }
  }
}

/** Gives the picture at an address that a page names, where its bytes are at hand. */
export type PictureAt = (address: string) => PictureContent

const dataAddress = /^\s{0,64}data:image\/[a-z0-9.+-]{1,40}(?:;[^,;]{1,80}){0,4},/i

/**
 * Pictures that a page brings along: in `data:` addresses (RFC 2397), and, of a mail, in the parts that it names by `cid:`
 * (RFC 2392). Nothing is ever fetched.
 */
export const broughtPictures =
  (pictures: Pictures, parts: ReadonlyMap<string, Uint8Array> = new Map()): PictureAt =>
  (address) => {
    if (!pictures.isWanted) return {}
    if (/^cid:/i.test(address)) {
      const part = parts.get(address.slice(4))
      return part === undefined ? {} : pictures.keep(part.length, () => part)
    }
    const head = dataAddress.exec(address.slice(0, 512))?.[0]
    if (head === undefined) return {}
    return pictures.keep(Math.ceil(((address.length - head.length) * 3) / 4), () => dataOf(head, address))
  }

function dataOf(head: string, address: string): Uint8Array | undefined {
  const data = address.slice(head.length)
  if (/;base64,$/i.test(head)) return new Uint8Array(Buffer.from(data, 'base64'))
  try {
    return new TextEncoder().encode(decodeURIComponent(data))
  } catch {
    return undefined
  }
}
