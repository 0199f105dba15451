import type { Context } from '../../context.ts'
import type { AnswerOf, InputOf, PortsOf } from '../../contract.ts'
import { Content } from '../../model/content.ts'
import { checkStatedDigest } from '../keep-bytes.ts'
import { fetchBytes } from '../open-document.ts'
import { addressOf } from '../signed-address.ts'
import { partPath, removeExpired, uploadFolder, uploadKeptMs } from '../uploads/uploaded-parts.ts'
import type { putUploadPartContract } from './contract.ts'

/** Keeps a part, durably, where no caller sees it; the first of an upload takes along what others never finished. */
export async function putPart(
  input: InputOf<typeof putUploadPartContract>,
  ports: PortsOf<typeof putUploadPartContract>,
  context: Context,
): Promise<AnswerOf<typeof putUploadPartContract>> {
  const { upload, part, provider, dryRun } = input
  const { signal } = context
  const store = ports.uploads.get(provider)
  if (input.document === undefined) return { data: await addressed(input, ports, context) }
  const { bytes } = await fetchBytes(input.document, '/document', ports, context)
  const sha256 = ports.hasher.sha256(bytes)
  checkStatedDigest(input.sha256, sha256)
  const now = ports.clock.now()
  const data = {
    upload,
    part,
    size: bytes.length,
    sha256,
    expiresAt: new Date(now + uploadKeptMs).toISOString(),
  }
  if (dryRun) return { data }
  if (part === 1) await removeExpired(store, now, signal)
  const request = {
    path: partPath(uploadFolder(upload, context, ports.hasher), part),
    content: new Content([bytes]),
    sha256,
    contentType: 'application/octet-stream',
    metadata: {},
    condition: 'any',
  } as const
  await store.put(request, { signal })
  return { data }
}

type Input = InputOf<typeof putUploadPartContract>
type Data = AnswerOf<typeof putUploadPartContract>['data']

/** Where the part is to be sent. The first of an upload takes along what others never finished, too. */
async function addressed(
  { upload, part, provider, dryRun, output }: Input,
  { uploads, settings, hasher, clock }: PortsOf<typeof putUploadPartContract>,
  context: Context,
): Promise<Data> {
  const store = uploads.get(provider)
  const seconds = output?.address.seconds ?? 0
  const path = partPath(uploadFolder(upload, context, hasher), part)
  const request = { path, act: 'create', seconds, maxBytes: settings.limits.uploadBytes } as const
  const address = await addressOf(store, request, context)
  const expiresAt = new Date(clock.now() + uploadKeptMs).toISOString()
  if (dryRun) return { upload, part, expiresAt }
  if (part === 1) await removeExpired(store, clock.now(), context.signal)
  return { upload, part, expiresAt, address }
}
