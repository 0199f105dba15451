import * as z from 'zod'
import { crossField } from '../../model/cross-field.ts'
import { parsePath } from '../../model/document-path.ts'
import { defineContract } from '../../contract.ts'

const folderPath = z.lazy(() =>
  z
    .string()
    .transform((input, context) => (input === '' || input === '/' ? '' : parsePath(input, context)))
    .describe('A folder; absent or "" is the root.'),
)

const treeNode = z.lazy(() => {
  const node = z
    .object({
      name: z.string(),
      path: z.string(),
      type: z.enum(['folder', 'document']),
      contentType: z.string().optional().describe('Of a document.'),
      documentCount: z.int().optional().describe('Of a folder: documents below, at any depth.'),
      folderCount: z.int().optional().describe('Of a folder: folders below, at any depth.'),
      totalSize: z.number().describe('Bytes, of everything below.'),
      modifiedAt: z.string().optional().describe('The latest change below.'),
      version: z.string().optional().describe('Of a document, where `details` asks for it.'),
      sha256: z.string().optional().describe('Of a document, lower-case hex, where `details` asks for `digest`.'),
      crc32c: z.string().optional().describe('Of a document, base64, where `details` asks for `digest`.'),
      metadata: z.record(z.string(), z.string()).optional().describe('Of a document, where `details` asks for it.'),
      get children() {
        return z.array(node).optional()
      },
    })
    .meta({ id: 'TreeNode' })
  return node
})

/** Levels that are listed where a call does not say how many. */
export const usualDepth = { nested: 16, level: 1, flat: 64 } as const

/** Nodes of a page whose documents are each asked for at the store. */
export const detailedNodes = 1000

/** Other fields may be at fault, too. */
const isAsked = (details: unknown): boolean => Array.isArray(details) && details.length > 0

/** Where the store has an index of its folders, a page costs what it shows; else everything below the path is gone through. */
export const getFolderDirectoriesContract = defineContract({
  name: 'get-folder-directories',
  area: 'documents',
  summary: 'Lists folders and documents as a tree.',
  description:
    'A nested tree, one level of it, or all that is below as one list, also over flat object stores. Counts and sizes are of the whole subtree, also below the listed depth. The order is stable; with `limit`, `nextCursor` continues it, and each page of a nested tree holds the folders above its nodes. What does not change between two pages is listed once, whatever else is stored, renamed or deleted; sorted by date or size, what changes in between moves to another place of the order. In an answer of several pages with documents, folders go by name even then, before the documents of their folder: their date and size change with all that they hold. A local store keeps an index of its folders, and holds it to them; of a page (`limit`, `cursor`) the counts may be 5 s old. What cannot be told in time is said by `partial`.',
  effect: false,
  cost: 'plain',
  takesDocuments: false,
  producesDocuments: false,
  input: z.lazy(() =>
    z
      .strictObject({
        path: folderPath.default(''),
        provider: z.string().max(64).optional(),
        shape: z
          .enum(['nested', 'level', 'flat'])
          .default('nested')
          .describe(
            '`nested`: folders hold what is in them. `level`: what is in the folder itself. `flat`: all that is below is in one list, sorted as one, such as by the latest change.',
          ),
        depth: z
          .int()
          .min(1)
          .max(64)
          .optional()
          .describe(
            'Levels below the path that are listed: 16 where it is absent, 64 of a `flat` list, 1 of a `level`.',
          ),
        include: z
          .enum(['folders', 'documents', 'folders-and-documents'])
          .default('folders')
          .describe('`documents` alone are listed as a `level` or `flat`.'),
        details: z
          .array(z.enum(['version', 'digest', 'metadata']))
          .max(3)
          .default([])
          .describe(
            `What else is told of each document; a page has at most ${detailedNodes.toLocaleString('en')} nodes then.`,
          ),
        filter: z
          .strictObject({
            name: z
              .string()
              .min(1)
              .max(255)
              .optional()
              .describe('Pattern for the document\'s name: "*" any text, "?" one character; case does not matter.'),
            contentType: z.string().min(1).max(255).optional().describe('"application/pdf", or "image/*".'),
            modifiedAfter: z.iso.datetime({ offset: true }).optional(),
          })
          .optional()
          .describe('Only documents that fit, and the folders that hold them.'),
        sort: z.enum(['name', '-name', 'modifiedAt', '-modifiedAt', 'size', '-size']).default('name'),
        limit: z
          .int()
          .min(1)
          .max(10_000)
          .optional()
          .describe('Nodes of one answer; the default is the configured limit.'),
        cursor: z
          .string()
          .max(8192)
          .optional()
          .describe('`nextCursor` of the answer before; the other fields must be the same.'),
      })
      .refine(({ shape, depth }) => shape !== 'level' || depth === undefined || depth === 1, {
        ...crossField,
        path: ['depth'],
        message: 'A `level` has one level.',
        params: { code: 'unexpected_field', hint: 'Leave `depth` out, or ask for another `shape`.' },
      })
      .refine(({ shape, include }) => shape !== 'nested' || include !== 'documents', {
        ...crossField,
        path: ['include'],
        message: 'Nested documents are in folders, which are listed with them.',
        params: {
          code: 'unexpected_field',
          hint: 'Ask for `folders-and-documents`, or for the shape `level` or `flat`.',
        },
      })
      .refine(({ details, limit }) => !isAsked(details) || limit === undefined || limit <= detailedNodes, {
        ...crossField,
        path: ['limit'],
        message: `With \`details\` a page has at most ${detailedNodes} nodes.`,
        params: { code: 'too_big', hint: 'Go on with `nextCursor`.' },
      }),
  ),
  output: z.lazy(() =>
    z.object({
      root: treeNode,
      nextCursor: z.string().optional(),
      partial: z
        .object({
          reason: z
            .enum(['counting', 'time'])
            .describe('`counting`: the counts of folders are not ready; `time`: not all could be gone through.'),
          message: z.string(),
        })
        .optional()
        .describe('Where the answer is less than it should be: why.'),
    }),
  ),
  needs: ['stores', 'settings', 'hasher', 'clock'],
  problems: ['provider_not_configured', 'provider_failed', 'provider_unavailable', 'provider_timeout'],
  examples: [
    { title: 'All folders', input: {} },
    {
      title: 'The text files of one folder',
      input: {
        path: 'notes',
        include: 'folders-and-documents',
        filter: { name: '*.txt' },
        sort: '-modifiedAt',
        limit: 100,
      },
    },
    {
      title: 'What was stored last, wherever it is',
      input: { shape: 'flat', include: 'documents', sort: '-modifiedAt', details: ['version'], limit: 20 },
    },
  ],
})
