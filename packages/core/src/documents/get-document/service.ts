import type { Context } from '../../context.ts'
import type { AnswerOf, InputOf, PortsOf } from '../../contract.ts'
import { ChanceryError, errorAt } from '../../errors.ts'
import { present } from '../../present.ts'
import type { StreamedAnswer } from '../../operation.ts'
import type { DocumentStore, StoredDocument } from '../../ports/document-store.ts'
import { toBase64 } from '../../model/base64.ts'
import { baseName } from '../../model/document-path.ts'
import { type AnsweredRange, rangeIn } from '../document-range.ts'
import { addressOf } from '../signed-address.ts'
import { changedMeanwhile, notStored, versionConflict } from '../stored-version.ts'
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
  const { document, bytes, range } = await readStored(input, ports, context)
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
      ...present({ range }),
    },
  }
}

/** Where its bytes are to be had. That it is there is seen before, so that an address leads somewhere. */
async function addressed(
  input: Input,
  seconds: number,
  { stores }: Needed,
  { signal }: Context,
): Promise<AnswerOf<typeof getDocumentContract>> {
  const { path, version } = input
  const store = stores.get(input.provider)
  try {
    const document = await known(store, input, signal)
    const { contentType, size, sha256 } = document
    const filename = baseName(path)
    const request = { path, act: 'read', seconds, filename, contentType, ...present({ version }) } as const
    const address = await addressOf(store, request, { signal })
    return { data: { document: { filename, contentType, size, sha256, stored: document }, address } }
  } catch (error) {
    throw placedError(error)
  }
}

/** The bytes alone, never written as text. */
export const getAsBytes: StreamedAnswer<typeof getDocumentContract.input, (typeof getDocumentContract.needs)[number]> =
  {
    contentType: 'application/octet-stream',
    suits: ({ output }) => output === undefined,
    takesRanges: true,
    async open(input, ports, context) {
      const { document, bytes, range } = await readStored(input, ports, context)
      return {
        filename: baseName(document.path),
        contentType: document.contentType,
        version: document.version,
        byteLength: bytes.length,
        bytes: piecesOf(bytes),
        ...present({ range }),
      }
    },
  }

/** So many bytes are sent at once: what a slow caller has not taken is there once. */
const pieceBytes = 256 * 1024

async function* piecesOf(bytes: Uint8Array): AsyncGenerator<Uint8Array, void, undefined> {
  for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes)
}

/** What is known of the document. @throws `document_not_found`, `write_conflict` for another version than `ifVersion` names */
async function known(
  store: DocumentStore,
  { path, version, ifVersion }: Input,
  signal: AbortSignal,
): Promise<StoredDocument> {
  const document =
    version === undefined
      ? await store.stat(path, { signal })
      : (await store.read(path, { range: { start: 0, end: 0 }, signal, version })).document
  if (document === undefined) throw notStored(path)
  if (ifVersion !== undefined && document.version !== ifVersion) throw versionConflict(path, document.version)
  return document
}

/** The document with all its bytes, or those of the range. */
async function readStored(
  input: Input,
  { stores, settings }: Needed,
  { signal }: Context,
): Promise<{ readonly document: StoredDocument; readonly bytes: Uint8Array; readonly range?: AnsweredRange }> {
  const { path, version, ifVersion } = input
  const store = stores.get(input.provider)
  const options = { maxBytes: settings.limits.documentBytes, signal, ...present({ version }) }
  try {
    if (input.range === undefined) {
      const { document, bytes } = await store.read(path, options)
      if (ifVersion !== undefined && document.version !== ifVersion) throw versionConflict(path, document.version)
      return { document, bytes }
    }
    // The size decides what a range means, and whether there is anything in it.
    const before = await known(store, input, signal)
    const range = rangeIn(input.range, before.size)
    const { document, bytes } = await store.read(path, { ...options, range })
    if (document.version !== before.version) throw changedMeanwhile(path)
    return { document, bytes, range: { ...range, size: document.size } }
  } catch (error) {
    throw placedError(error)
  }
}

/** What is said of a field of ours stays there; all else is about the path. */
const placedError = (error: unknown): unknown =>
  ChanceryError.is(error) && (error.code === 'range_not_satisfiable' || error.code === 'write_conflict')
    ? error
    : errorAt('/path', error, '/path')
