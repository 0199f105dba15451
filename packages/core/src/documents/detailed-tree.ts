import { atOnce } from '../at-once.ts'
import { ChanceryError } from '../errors.ts'
import type { Finding } from '../model/finding.ts'
import type { DocumentStore, StoredDocument } from '../ports/document-store.ts'
import type { TreeNode } from './folder-tree.ts'

/** What may be told of each document beyond what a listing tells. */
export type TreeDetail = 'version' | 'digest' | 'metadata'

/** Documents that a store is asked for at a time. */
const askedAtOnce = 16

/**
 * Tells of each document of a tree what is asked for; of one that has gone since it was listed, nothing. The nodes are changed where they are.
 * @returns what is told of documents that are at fault themselves, of which nothing is known either
 */
export async function addDetails(
  root: TreeNode,
  details: readonly TreeDetail[],
  store: DocumentStore,
  signal: AbortSignal,
): Promise<readonly Finding[]> {
  const unknown: string[] = []
  await atOnce(documentsIn(root), askedAtOnce, async (node) => {
    signal.throwIfAborted()
    let known: StoredDocument | undefined
    try {
      known = await store.stat(node.path, { signal })
    } catch (error) {
      if (!ChanceryError.is(error) || !ofOneDocument.has(error.code)) throw error
      unknown.push(node.path)
    }
    if (known !== undefined) Object.assign(node, ...details.map((detail) => told[detail](known)))
  })
  return unknown.length === 0 ? [] : [detailsLeftOut(unknown.sort())]
}

/** What other documents of the store are not at fault for. */
const ofOneDocument: ReadonlySet<string> = new Set(['document_corrupt', 'write_conflict'])

const detailsLeftOut = (paths: readonly string[]): Finding => ({
  code: 'details_left_out',
  severity: 'warning',
  message: `Of ${paths.length} document(s) no details can be told, since they are damaged or change all the time: ${paths.slice(0, 3).join(', ')}${paths.length > 3 ? ', …' : ''}.`,
  hint: 'Get such a document to see what is wrong with it.',
  location: { pointer: '/details' },
})

const told: Record<TreeDetail, (known: StoredDocument) => Partial<TreeNode>> = {
  version: ({ version }) => ({ version }),
  digest: ({ sha256, crc32c }) => ({ sha256, crc32c }),
  metadata: ({ metadata }) => ({ metadata }),
}

function* documentsIn({ children = [] }: TreeNode): Generator<TreeNode> {
  for (const child of children) {
    if (child.type === 'document') yield child
    else yield* documentsIn(child)
  }
}
