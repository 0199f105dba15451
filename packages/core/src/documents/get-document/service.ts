import type { Context } from '../../context.ts'
import type { AnswerOf, InputOf, PortsOf } from '../../contract.ts'
import { errorAt } from '../../errors.ts'
import type { StreamedAnswer } from '../../operation.ts'
import type { StoredDocument } from '../../ports/document-store.ts'
import { toBase64 } from '../base64.ts'
import { baseName } from '../document-path.ts'
import { addressOf } from '../signed-address.ts'
import { notStored } from '../stored-version.ts'
import type { getDocumentContract } from './contract.ts'

type Input = InputOf<typeof getDocumentContract>
type Needed = PortsOf<typeof getDocumentContract>

/** The document with its bytes as base64, or an address of them. */
export async function get(
  input: Input,
  ports: Needed,
  context: Context,
): Promise<AnswerOf<typeof getDocumentContract>> {
  if (input.output !== undefined) return await addressed(input, input.output.address.seconds, ports, context)
  const { document, bytes } = await readStored(input, ports, context)
  const { path, contentType, size, sha256 } = document
  return {
    data: {
      document: {
        filename: baseName(path),
        contentType,
        size,
        sha256,
        content: toBase64([bytes]),
        stored: document,
      },
    },
  }
}

/** Where its bytes are to be had. That it is there is seen before, so that an address leads somewhere. */
async function addressed(
  { path, version, provider }: Input,
  seconds: number,
  { stores }: Needed,
  { signal }: Context,
): Promise<AnswerOf<typeof getDocumentContract>> {
  const store = stores.get(provider)
  try {
    const ofVersion = version === undefined ? {} : { version }
    const document =
      version === undefined
        ? await store.stat(path, { signal })
        : (await store.read(path, { range: { start: 0, end: 0 }, signal, version })).document
    if (document === undefined) throw notStored(path)
    const { contentType, size, sha256 } = document
    const filename = baseName(path)
    const request = { path, act: 'read', seconds, filename, contentType, ...ofVersion } as const
    const address = await addressOf(store, request, { signal })
    return { data: { document: { filename, contentType, size, sha256, stored: document }, address } }
  } catch (error) {
    throw errorAt('/path', error, '/path')
  }
}

/** The bytes alone, never written as text. */
export const getAsBytes: StreamedAnswer<typeof getDocumentContract.input, (typeof getDocumentContract.needs)[number]> =
  {
    contentType: 'application/octet-stream',
    suits: ({ output }) => output === undefined,
    async open(input, ports, context) {
      const { document, bytes } = await readStored(input, ports, context)
      return {
        filename: baseName(document.path),
        contentType: document.contentType,
        bytes: piecesOf(bytes),
      }
    },
  }

/** So many bytes are sent at once: what a slow caller has not taken is there once. */
const pieceBytes = 256 * 1024

async function* piecesOf(bytes: Uint8Array): AsyncGenerator<Uint8Array, void, undefined> {
  for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes)
}

async function readStored(
  { path, version, provider }: Input,
  { stores, settings }: Needed,
  { signal }: Context,
): Promise<{ readonly document: StoredDocument; readonly bytes: Uint8Array }> {
  const store = stores.get(provider)
  try {
    return await store.read(path, {
      maxBytes: settings.limits.documentBytes,
      signal,
      ...(version === undefined ? {} : { version }),
    })
  } catch (error) {
    throw errorAt('/path', error, '/path')
  }
}
