import * as z from 'zod'
import { ChanceryError } from '../errors.ts'
import { defineOperation } from '../operation.ts'
import type { Finding } from '../shapes/finding.ts'
import { documentSource } from '../shapes/document-source.ts'
import { onConflict, storedDocument } from '../shapes/document-target.ts'
import { Content } from './content.ts'
import { contentTypes, extensionOf } from './document-type.ts'
import { documentPath } from './document-path.ts'
import { fetchBytes } from './open-document.ts'
import { putDocument } from './put-document.ts'
import { fetchProblems, storeProblems } from './source-problems.ts'

/** Keeps the bytes as they come: their type is looked at, no document is refused for what is in it. */
export const storeDocument = defineOperation({
  name: 'store-document',
  area: 'documents',
  summary: 'Stores a document under a path.',
  description:
    'Writes the document whole or not at all, verifies its checksum, and answers what is stored. Storing the same bytes at the same path again succeeds without a new version.',
  effect: true,
  cost: 'plain',
  takesDocuments: true,
  producesDocuments: false,
  input: z.lazy(() =>
    z.strictObject({
      document: documentSource,
      path: documentPath,
      provider: z.string().max(64).optional().describe('The store; absent: the default.'),
      onConflict: onConflict.default('fail'),
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
        .refine((metadata) => Object.keys(metadata).length <= 64, 'At most 64 entries.')
        .optional()
        .describe('Texts kept with the document.'),
      sha256: z
        .string()
        .regex(/^[0-9a-fA-F]{64}$/, 'Must be 64 hexadecimal digits.')
        .optional()
        .describe('The bytes must have this SHA-256.'),
      dryRun: z.boolean().default(false).describe('Check everything, write nothing.'),
    }),
  ),
  output: z.lazy(() =>
    z.object({
      document: storedDocument,
      created: z.boolean().describe('False where the same document was there already.'),
    }),
  ),
  needs: ['stores', 'guard', 'remoteDocuments', 'settings', 'hasher', 'clock'],
  problems: [...fetchProblems, ...storeProblems, 'checksum_mismatch'],
  examples: [
    {
      title: 'Store a text',
      input: {
        document: { content: 'RGVhciBNcyBNw7xsbGVyLA0K', filename: 'note.txt' },
        path: 'notes/mueller.txt',
        onConflict: 'overwrite',
        metadata: { matter: '2026-0117' },
      },
    },
  ],
  async run(input, ports, context) {
    const { bytes, filename, contentType } = await fetchBytes(input.document, '/document', ports, context)
    const sha256 = ports.hasher.sha256(bytes)
    if (input.sha256 !== undefined && input.sha256.toLowerCase() !== sha256) {
      throw new ChanceryError('checksum_mismatch', 'The bytes do not have the stated SHA-256.', {
        violations: [{ pointer: '/sha256', code: 'checksum_mismatch', message: `The bytes have ${sha256}.` }],
      })
    }
    const type = ports.guard.identify(bytes)
    const claimed = input.contentType ?? (type === 'unknown' ? contentType : undefined)
    const warnings: Finding[] = []
    const stated = input.contentType ?? input.document.contentType
    const statedType = typesByName.get((stated?.split(';')[0] ?? '').trim().toLowerCase())
    if (type !== 'unknown' && differs(statedType, type)) {
      warnings.push({
        code: 'type_mismatch',
        severity: 'warning',
        message: `The bytes are ${type}, the content type says ${statedType}.`,
        location: { pointer: input.contentType === undefined ? '/document/contentType' : '/contentType' },
      })
    }
    const name = filename ?? input.path
    const ending = name.slice(name.lastIndexOf('.') + 1).toLowerCase()
    if (type !== 'unknown' && differs(endings.get(ending), type)) {
      warnings.push({
        code: 'type_mismatch',
        severity: 'warning',
        message: `The bytes are ${type}, the name says .${ending}.`,
        hint: `The ending of this type is .${extensionOf(type)}.`,
        location: { pointer: '/document' },
      })
    }
    const outcome = await putDocument(
      ports.stores.get(input.provider),
      {
        path: input.path,
        content: new Content([bytes]),
        sha256,
        contentType: claimed ?? contentTypes[bytes.length === 0 ? typeOfEmpty(ending) : type],
        metadata: input.metadata ?? {},
        onConflict: input.onConflict,
        dryRun: input.dryRun,
      },
      ports.clock.now(),
      context,
    )
    return { data: outcome, warnings }
  },
})

const endings = new Map(
  (Object.keys(contentTypes) as (keyof typeof contentTypes)[]).map((type) => [extensionOf(type), type]),
)
/** Nothing but its name says what an empty text is. */
function typeOfEmpty(ending: string): keyof typeof contentTypes {
  const type = endings.get(ending)
  return type !== undefined && textual.has(type) ? type : 'unknown'
}

const typesByName = new Map<string, string>(Object.entries(contentTypes).map(([type, name]) => [name, type]))
const textual = new Set<string>(['text', 'markdown', 'csv', 'tsv', 'json', 'xml', 'html', 'svg', 'vcard', 'eml'])

/** A known type that is another one; text types are not told apart by this, their bytes are too alike. */
const differs = (stated: string | undefined, type: string): boolean =>
  stated !== undefined && stated !== 'unknown' && stated !== type && !(textual.has(stated) && textual.has(type))
