import type { IncomingMessage } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { createBrotliDecompress, createGunzip, createInflate, createZstdDecompress } from 'node:zlib'
import { failed, tooLarge } from './fetch-errors.ts'

const decoders: Readonly<Record<string, () => NodeJS.ReadWriteStream>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
  zstd: createZstdDecompress,
}

/** What `readBody` can decode, for `Accept-Encoding`. */
export const acceptedEncodings = 'gzip, deflate, br, zstd'

/**
 * The decoded body, at most `maxBytes` of it: a small answer that inflates to a large one is cut off on the way.
 * @throws `payload_too_large`, `provider_failed`; errors of the connection as they are.
 */
export async function readBody(response: IncomingMessage, maxBytes: number, signal: AbortSignal): Promise<Uint8Array> {
  const stated = Number(response.headers['content-length'])
  if (stated > maxBytes) throw tooLarge(maxBytes, stated)
  const encoding = response.headers['content-encoding']?.trim().toLowerCase() ?? 'identity'
  const decoder = Object.hasOwn(decoders, encoding) ? decoders[encoding] : undefined
  if (decoder === undefined && encoding !== 'identity') throw failed('The answer is encoded in an unusual way.')
  const chunks: Uint8Array[] = []
  let size = 0
  const collect = async (stream: AsyncIterable<Uint8Array | string>): Promise<void> => {
    for await (const chunk of stream as AsyncIterable<Uint8Array>) {
      size += chunk.length
      if (size > maxBytes) throw tooLarge(maxBytes, size)
      chunks.push(chunk)
    }
  }
  await (decoder === undefined
    ? pipeline(response, collect, { signal })
    : pipeline(response, decoder(), collect, { signal }))
  if (!response.complete) throw failed('The answer was cut off.', true)
  return new Uint8Array(Buffer.concat(chunks))
}
