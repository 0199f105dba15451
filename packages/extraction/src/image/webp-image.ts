import { readFile } from 'node:fs/promises'
import type { WebPModule } from '@jsquash/webp/codec/dec/webp_dec.js'
import { luma } from '../ocr/gray-picture.ts'
import { corruptDocument } from '../reading-errors.ts'
import type { OpenImage } from './image-frame.ts'
import { checkedSize } from './image-limits.ts'
import { webpSize } from './webp-size.ts'

/** WebP by libwebp (compiled, `@jsquash/webp`), on white paper. */
export const webpImage = (bytes: Uint8Array): OpenImage => ({
  frames: 1,
  async decode() {
    const size = checkedSize(webpSize(bytes))
    const decoded = await decodedWith(await decoder(), bytes)
    if (decoded === null || decoded.width !== size.width || decoded.height !== size.height) throw damaged()
    const { width, height, data } = decoded
    const pixels = new Uint8Array(width * height)
    for (let to = 0, at = 0; to < pixels.length; to++, at += 4) {
      pixels[to] = 255 - ((255 - luma(data[at]!, data[at + 1]!, data[at + 2]!)) * data[at + 3]!) / 255
    }
    return { picture: { width, height, pixels } }
  },
})

let loading: Promise<WebPModule> | undefined

const decoder = (): Promise<WebPModule> => (loading ??= load())

async function load(): Promise<WebPModule> {
  const { default: createModule } = await import('@jsquash/webp/codec/dec/webp_dec.js')
  const file = new URL(import.meta.resolve('@jsquash/webp/codec/dec/webp_dec.wasm'))
  return createModule({ noInitialRun: true, wasmBinary: await readFile(file) })
}

function decodedWith(module: WebPModule, bytes: Uint8Array): ReturnType<WebPModule['decode']> {
  try {
    return module.decode(bytes)
  } catch (error) {
    // What state it is in is not known; the next picture gets a new one.
    loading = undefined
    throw damaged(error)
  }
}

const damaged = (cause?: unknown) => corruptDocument('The WebP could not be decoded.', cause)
