import * as z from 'zod'
import { documentPath } from '../model/document-path.ts'

export const onConflict = z.lazy(() =>
  z.enum(['fail', 'overwrite', 'rename', 'keep-both-versions', 'skip-if-same']).meta({
    description:
      'What to do when something is at the path. `fail`: refuse. `overwrite`: replace it. `rename`: take the next free name. `keep-both-versions`: replace it, and keep it readable by its `version`, where the store has versions. `skip-if-same`: leave it where it has the same bytes, whatever is kept beside them, and refuse otherwise.',
  }),
)
export type OnConflict = z.output<typeof onConflict>

/** Where a produced document goes. */
export const documentTarget = z.lazy(() =>
  z
    .strictObject({
      path: documentPath,
      provider: z.string().max(64).optional(),
      onConflict: onConflict.default('fail'),
    })
    .meta({ id: 'DocumentTarget', description: 'Stores the produced document instead of answering its bytes.' }),
)
export type DocumentTarget = z.output<typeof documentTarget>

/** As `documentTarget`, with a path that may hold tags, so it is checked after they are filled. */
export const taggedTarget = z.lazy(() =>
  z
    .strictObject({
      path: z.string().min(1).max(4096).describe('May hold tags: "letters/{name}.docx".'),
      provider: z.string().max(64).optional(),
      onConflict: onConflict.default('fail'),
    })
    .meta({ id: 'TaggedTarget', description: 'A target whose path may hold tags.' }),
)
export type TaggedTarget = z.output<typeof taggedTarget>

export const storedDocument = z.lazy(() =>
  z
    .object({
      path: z.string(),
      provider: z.string(),
      size: z.int().describe('Bytes.'),
      contentType: z.string(),
      sha256: z.string().describe('Hex.'),
      crc32c: z.string().describe('Base64, big-endian.'),
      version: z.string(),
      createdAt: z.string(),
      updatedAt: z.string(),
      metadata: z.record(z.string(), z.string()),
    })
    .meta({ id: 'StoredDocument' }),
)

/** A produced document: its bytes inline, or where it was stored. */
export const producedDocument = z.lazy(() =>
  z
    .object({
      filename: z.string(),
      contentType: z.string(),
      size: z.int().describe('Bytes.'),
      sha256: z.string().describe('Hex.'),
      content: z.string().optional().describe('Base64; absent where it was stored.'),
      stored: storedDocument.optional(),
    })
    .meta({ id: 'ProducedDocument' }),
)
export type ProducedDocument = z.output<typeof producedDocument>
