import * as z from 'zod'
import { onConflict, storedDocument } from '../shapes/document-target.ts'
import { documentPath } from '../model/document-path.ts'
import { ifVersion } from './if-version.ts'

/** Where a document of a caller is kept, and with what: of the calls that take one to be kept. */
export const keepingFields = () => ({
  path: documentPath,
  provider: z.string().max(64).optional().describe('The store; absent: the default.'),
  onConflict: onConflict.default('fail'),
  ifVersion,
  contentType: z
    .string()
    .max(255)
    .regex(/^[\w.+-]+\/[\w.+-]+(?:\s*;.*)?$/, 'Must be a media type, such as "application/pdf".')
    .optional()
    .describe('Kept with the document; absent: decided from the bytes.'),
  metadata: z
    .record(
      z.string().regex(/^[\w.-]{1,64}$/, 'A name is 1 to 64 of the letters A to Z, digits, ".", "_" and "-".'),
      z.string().max(1024),
    )
    .refine((metadata) => Object.keys(metadata).length <= 64, {
      message: 'Must have at most 64 entries.',
      params: { code: 'too_big' },
    })
    .optional()
    .describe('Texts kept with the document.'),
})

/** Of bytes, as a caller states it. */
export const sha256Field = z.string().regex(/^[0-9a-fA-F]{64}$/, 'Must be 64 hexadecimal digits.')

/** A version can be named where it is to be replaced. */
export function versionIsReplaced({
  value,
  issues,
}: z.core.ParsePayload<{ ifVersion?: unknown; onConflict?: unknown }>): void {
  if (value.ifVersion === undefined || value.onConflict === 'overwrite' || value.onConflict === 'keep-both-versions')
    return
  issues.push({
    code: 'custom',
    input: value.ifVersion,
    path: ['ifVersion'],
    message: '`ifVersion` goes with `onConflict` `overwrite` or `keep-both-versions`.',
    params: { code: 'unexpected_field', hint: 'Say how the version is to be replaced.' },
  })
}

/** What became of it. */
export const storeOutcome = z.lazy(() =>
  z.object({
    document: storedDocument,
    created: z.boolean().describe('Nothing was at the path before.'),
    unchanged: z.boolean().describe('The same document was there already, and nothing was written.'),
    previousVersion: z.string().optional().describe('The version that was replaced.'),
  }),
)
