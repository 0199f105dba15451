import type { Context } from '../../context.ts'
import type { AnswerOf, InputOf, PortsOf } from '../../contract.ts'
import { uploadedParts, uploadFolder } from '../uploads/uploaded-parts.ts'
import type { getUploadContract } from './contract.ts'

/** The parts of an upload of the caller's. */
export async function getParts(
  { upload, provider }: InputOf<typeof getUploadContract>,
  { uploads, settings, hasher, clock }: PortsOf<typeof getUploadContract>,
  context: Context,
): Promise<AnswerOf<typeof getUploadContract>> {
  const folder = uploadFolder(upload, context, hasher)
  const parts = await uploadedParts(uploads.get(provider), folder, clock.now(), context.signal)
  return {
    data: {
      upload,
      parts: parts.map(({ part, size, expiresAt }) => ({ part, size, expiresAt: new Date(expiresAt).toISOString() })),
      size: parts.reduce((sum, { size }) => sum + size, 0),
      maxSize: settings.limits.uploadBytes,
    },
  }
}
