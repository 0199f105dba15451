import { spaceOf } from '../../context.ts'
import { invalidRequest } from '../../errors.ts'
import type { Finding } from '../../shapes/finding.ts'
import { twinsInTree } from '../case-twins.ts'
import { buildTree, pageOfTree, readPosition, sortTree, type TreeNode, writePosition } from '../folder-tree.ts'
import { namePattern } from '../name-pattern.ts'
import { readCursor, writeCursor } from '../cursor.ts'
import type { Context } from '../../context.ts'
import type { AnswerOf, InputOf, PortsOf } from '../../contract.ts'
import type { getFolderDirectoriesContract } from './contract.ts'

/** One page of the tree below a folder. Counts and sizes are of everything below, so all of it is gone through. */
export async function listFolders(
  input: InputOf<typeof getFolderDirectoriesContract>,
  ports: PortsOf<typeof getFolderDirectoriesContract>,
  { principal, signal }: Context,
): Promise<AnswerOf<typeof getFolderDirectoriesContract>> {
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
    warnings: [...warnings, ...twinsInTree(page.tree)],
  }
}

/** `image/*` and full media types, without parameters. */
function hasType(contentType: string, wanted: string | undefined): boolean {
  if (wanted === undefined) return true
  const bare = (contentType.split(';')[0] ?? '').trim().toLowerCase()
  const [type, subtype] = wanted.toLowerCase().split('/')
  if (type === '*') return true
  return subtype === '*' ? bare.startsWith(`${type}/`) : bare === wanted.toLowerCase()
}
