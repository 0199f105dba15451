import { spaceOf } from '../../context.ts'
import { ChanceryError, invalidRequest } from '../../errors.ts'
import type { Finding } from '../../model/finding.ts'
import { twinsInTree } from '../case-twins.ts'
import { baseName } from '../../model/document-path.ts'
import {
  buildTree,
  pageOfTree,
  readPosition,
  sortTree,
  type TreeNode,
  type TreePosition,
  writePosition,
} from '../folder-tree.ts'
import { foldersByIndex, type IndexedStore, isIndexed, pageByIndex } from '../indexed-tree.ts'
import type { DocumentStore } from '../../ports/document-store.ts'
import { namePattern } from '../name-pattern.ts'
import { readCursor, writeCursor } from '../cursor.ts'
import type { Context } from '../../context.ts'
import type { AnswerOf, InputOf, PortsOf } from '../../contract.ts'
import { addDetails } from '../detailed-tree.ts'
import { flatPage, flatPosition, flatTree, namedAlone } from '../flat-tree.ts'
import { detailedNodes, type getFolderDirectoriesContract, usualDepth } from './contract.ts'

type Input = InputOf<typeof getFolderDirectoriesContract>
type Needed = PortsOf<typeof getFolderDirectoriesContract>

/** Of one answer. */
const mostNodes = 10_000
/** Counts of a page may be as old as this, in ms: those who turn pages do not have everything counted for each. */
const pageAgeMs = 5000
/** Of the time that is left: what comes by then is answered. */
const shareOfTime = 0.7
/** Of the time that is left: so long a page waits for its counts. */
const shareOfCounting = 0.3

/** One page of the tree below a folder. */
export async function listFolders(
  input: Input,
  ports: Needed,
  context: Context,
): Promise<AnswerOf<typeof getFolderDirectoriesContract>> {
  const { cursor, limit, ...question } = input
  const space = spaceOf(context.principal)
  const asked = space === '' ? question : { ...question, space }
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
  const most = Math.min(
    limit ?? ports.settings.limits.listedEntries,
    input.details.length > 0 ? detailedNodes : mostNodes,
  )
  const isTold = !isFiltered(input) && (input.sort === 'name' || input.include === 'folders')
  const { tree, last, isThere, partial } =
    (isTold && isIndexed(store) ? await treeByIndex(store, input, after, most, ports, context) : undefined) ??
    (await treeByWalk(store, input, after, most, ports, context))
  if (!isThere && input.path !== '' && (await store.stat(input.path, { signal: context.signal })) !== undefined) {
    throw invalidRequest('/path', 'path_is_document', 'The path is a document, not a folder.', 'Name its folder.')
  }
  const warnings: Finding[] =
    isThere || input.path === ''
      ? []
      : [
          {
            code: 'folder_empty',
            severity: 'info',
            message: 'Nothing is stored below this path.',
            location: { pointer: '/path' },
          },
        ]
  const leftOut = await addDetails(tree, input.details, store, context.signal)
  return {
    data: {
      root: (input.shape === 'flat' ? namedAlone(tree) : tree) satisfies TreeNode,
      ...(last === undefined ? {} : { nextCursor: writeCursor(writePosition(last), digest) }),
      ...(partial === undefined ? {} : { partial }),
    },
    warnings: [...warnings, ...leftOut, ...twinsInTree(tree)],
  }
}

/** A page, and why it is not all that it should be. */
interface Found {
  readonly tree: TreeNode
  readonly last?: TreePosition | undefined
  readonly isThere: boolean
  readonly partial?: { readonly reason: 'counting' | 'time'; readonly message: string } | undefined
}

const counting = {
  reason: 'counting',
  message:
    'What lies in the folders is still being counted: counts, sizes and dates of folders may be too low. Ask again.',
} as const
const outOfTime = {
  reason: 'time',
  message:
    'There was no time to go through all of it: what comes later in the order is missing, also from counts and sizes. Ask for a folder below, for less depth, or without a filter.',
} as const

/** @returns `undefined` where the index cannot be kept, as on a full disk: the documents can be read all the same */
async function treeByIndex(...asked: Parameters<typeof treeOfIndex>): Promise<Found | undefined> {
  try {
    return await treeOfIndex(...asked)
  } catch (error) {
    const isOfStore = ChanceryError.is(error) && ['provider_unavailable', 'provider_failed'].includes(error.code)
    if (isOfStore) return undefined
    throw error
  }
}

async function treeOfIndex(
  store: IndexedStore,
  input: Input,
  after: TreePosition | undefined,
  most: number,
  { clock }: Needed,
  { signal, deadline }: Context,
): Promise<Found> {
  const { path, include, sort, limit } = input
  const isPage = limit !== undefined || after !== undefined
  const question = {
    path,
    depth: depthOf(input),
    maxAgeMs: isPage ? pageAgeMs : 0,
    patienceMs: Math.max(0, deadline - clock.now()) * (isPage ? shareOfCounting : shareOfTime),
    signal,
  }
  if (sort === 'name') {
    const { isCounted, ...part } = await pageByIndex(store, { ...question, include, after, limit: most })
    return {
      ...(input.shape === 'flat' ? asList(part, input, after) : part),
      isThere: part.isThere && !isVoid(part.tree, path, after),
      partial: isCounted ? undefined : counting,
    }
  }
  const { tree: folders, isThere, isCounted } = await foldersByIndex(store, question)
  const tree = inShape(folders, input)
  const order = { sort, foldersByName: false }
  sortTree(tree, order)
  const page = pageOfTree(tree, after, most, order)
  return { ...page, isThere: isThere && !isVoid(tree, path, after), partial: isCounted ? undefined : counting }
}

/** A folder that holds nothing is told like one that is not there. */
const isVoid = (
  { documentCount = 0, folderCount = 0, children = [] }: TreeNode,
  path: string,
  after: unknown,
): boolean => path !== '' && after === undefined && documentCount + folderCount + children.length === 0

/** Counts and sizes are of everything below, so all of it is gone through. */
async function treeByWalk(
  store: DocumentStore,
  input: Input,
  after: TreePosition | undefined,
  most: number,
  { clock }: Needed,
  { signal, deadline }: Context,
): Promise<Found> {
  const { filter } = input
  const fits = filter?.name === undefined ? () => true : namePattern(filter.name)
  const since = filter?.modifiedAfter === undefined ? undefined : new Date(filter.modifiedAfter).toISOString()
  const until = clock.now() + (deadline - clock.now()) * shareOfTime
  let isThere = input.path === ''
  let partial: Found['partial']
  const entries = async function* () {
    let seen = 0
    for await (const entry of store.list(input.path, { signal })) {
      signal.throwIfAborted()
      isThere = true
      if (++seen % 100 === 0 && clock.now() > until) {
        partial = outOfTime
        return
      }
      yield entry
    }
  }
  const root = await buildTree(input.path, entries(), {
    depth: depthOf(input),
    documents: input.include !== 'folders',
    filtered: isFiltered(input),
    matches: (entry) =>
      (since === undefined || entry.updatedAt > since) &&
      hasType(entry.contentType, filter?.contentType) &&
      fits(baseName(entry.path)),
  })
  return { ...sortedPage(inShape(root, input), after, most, input), isThere, partial }
}

/** A page of a tree by name. */
const asList = ({ tree, last, ...part }: Found, input: Input, after: TreePosition | undefined): Found => ({
  ...part,
  tree: flatPage(tree, after, isListed(input)),
  last: flatPosition(last),
})

const isListed =
  ({ include }: Input) =>
  ({ type }: TreeNode): boolean =>
    include !== (type === 'folder' ? 'documents' : 'folders')

const depthOf = ({ depth, shape }: Input): number => depth ?? usualDepth[shape]

/** A whole tree as it is to be sorted and cut into pages. */
function inShape(root: TreeNode, input: Input): TreeNode {
  if (input.shape === 'flat') return flatTree(root, isListed(input))
  if (input.include !== 'documents') return root
  return { ...root, children: root.children?.filter(isListed(input)) ?? [] }
}

/** With documents and in several pages, all of them have the folders by name, from the first on. */
function sortedPage(root: TreeNode, after: TreePosition | undefined, most: number, { sort, include }: Input) {
  const pageIn = (foldersByName: boolean) => {
    const order = { sort, foldersByName }
    if (sort !== 'name') sortTree(root, order)
    return pageOfTree(root, after, most, order)
  }
  const hasDocuments = include === 'folders-and-documents'
  const page = pageIn(hasDocuments && after !== undefined)
  return hasDocuments && after === undefined && page.last !== undefined ? pageIn(true) : page
}

const isFiltered = ({ filter }: Input): boolean =>
  filter !== undefined && Object.values(filter).some((value) => value !== undefined)

/** `image/*` and full media types, without parameters. */
function hasType(contentType: string, wanted: string | undefined): boolean {
  if (wanted === undefined) return true
  const bare = (contentType.split(';')[0] ?? '').trim().toLowerCase()
  const [type, subtype] = wanted.toLowerCase().split('/')
  if (type === '*') return true
  return subtype === '*' ? bare.startsWith(`${type}/`) : bare === wanted.toLowerCase()
}
