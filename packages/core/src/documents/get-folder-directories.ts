import * as z from 'zod'
import { spaceOf } from '../context.ts'
import { invalidRequest } from '../errors.ts'
import { defineOperation } from '../operation.ts'
import type { Finding } from '../shapes/finding.ts'
import { parsePath } from './document-path.ts'
import { buildTree, pageOfTree, readPosition, sortTree, type TreeNode, writePosition } from './folder-tree.ts'
import { namePattern } from './name-pattern.ts'
import { readCursor, writeCursor } from './cursor.ts'

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
      get children() {
        return z.array(node).optional()
      },
    })
    .meta({ id: 'TreeNode' })
  return node
})

/** Goes through everything below the path for each page, since counts and sizes are of the whole. */
export const getFolderDirectories = defineOperation({
  name: 'get-folder-directories',
  area: 'documents',
  summary: 'Lists folders and documents as a tree.',
  description:
    'A nested tree, also over flat object stores. Counts and sizes are of the whole subtree, also below the listed depth. The order is stable; with `limit`, `nextCursor` continues it, and each page is a tree that holds the folders above its nodes. What does not change between two pages is listed once, whatever else is stored, renamed or deleted; sorted by date or size, what changes in between moves to another place of the order.',
  effect: false,
  cost: 'plain',
  takesDocuments: false,
  producesDocuments: false,
  input: z.lazy(() =>
    z.strictObject({
      path: folderPath.default(''),
      provider: z.string().max(64).optional(),
      depth: z.int().min(1).max(64).default(16).describe('Levels below the path that are listed.'),
      include: z.enum(['folders', 'folders-and-documents']).default('folders'),
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
    }),
  ),
  output: z.lazy(() =>
    z.object({
      root: treeNode,
      nextCursor: z.string().optional(),
    }),
  ),
  needs: ['stores', 'settings', 'hasher'],
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
  ],
  async run(input, ports, { principal, signal }) {
    const { cursor, limit, ...question } = input
    const asked = spaceOf(principal) === '' ? question : { ...question, space: spaceOf(principal) }
    const digest = ports.hasher.sha256(new TextEncoder().encode(JSON.stringify(asked))).slice(0, 16)
    const after = cursor === undefined ? undefined : readPosition(readCursor(cursor, digest) ?? '')
    if (cursor !== undefined && after === undefined) {
      throw invalidRequest(
        '/cursor',
        'invalid_cursor',
        'The cursor does not belong to this listing.',
        'Use `nextCursor` as it came, with the same other fields.',
      )
    }
    const store = ports.stores.get(input.provider)
    const { filter } = input
    const fits = filter?.name === undefined ? () => true : namePattern(filter.name)
    const since = filter?.modifiedAfter === undefined ? undefined : new Date(filter.modifiedAfter).toISOString()
    const filtered = filter !== undefined && Object.values(filter).some((value) => value !== undefined)
    let found = input.path === ''
    const entries = async function* () {
      for await (const entry of store.list(input.path, { signal })) {
        signal.throwIfAborted()
        found = true
        yield entry
      }
    }
    const root = await buildTree(input.path, entries(), {
      depth: input.depth,
      documents: input.include === 'folders-and-documents',
      filtered,
      matches: (entry) =>
        (since === undefined || entry.updatedAt > since) &&
        hasType(entry.contentType, filter?.contentType) &&
        fits(entry.path.slice(entry.path.lastIndexOf('/') + 1)),
    })
    if (input.sort !== 'name') sortTree(root, input.sort)
    const most = Math.min(limit ?? ports.settings.limits.listedEntries, 10_000)
    const page = pageOfTree(root, after, most, input.sort)
    if (!found && (await store.stat(input.path, { signal })) !== undefined) {
      throw invalidRequest('/path', 'path_is_document', 'The path is a document, not a folder.', 'Name its folder.')
    }
    const warnings: Finding[] = found
      ? []
      : [
          {
            code: 'folder_empty',
            severity: 'info',
            message: 'Nothing is stored below this path.',
            location: { pointer: '/path' },
          },
        ]
    return {
      data: {
        root: page.tree satisfies TreeNode,
        ...(page.last === undefined ? {} : { nextCursor: writeCursor(writePosition(page.last), digest) }),
      },
      warnings,
    }
  },
})

/** `image/*` and full media types, without parameters. */
function hasType(contentType: string, wanted: string | undefined): boolean {
  if (wanted === undefined) return true
  const bare = (contentType.split(';')[0] ?? '').trim().toLowerCase()
  const [type, subtype] = wanted.toLowerCase().split('/')
  if (type === '*') return true
  return subtype === '*' ? bare.startsWith(`${type}/`) : bare === wanted.toLowerCase()
}
