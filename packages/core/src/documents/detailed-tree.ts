import { atOnce } from '../at-once.ts'
import type { DocumentStore, StoredDocument } from '../ports/document-store.ts'
import type { TreeNode } from './folder-tree.ts'

/** What may be told of each document beyond what a listing tells. */
export type TreeDetail = 'version' | 'digest' | 'metadata'

/** Documents that a store is asked for at a time. */
const askedAtOnce = 16

/** Tells of each document of a tree what is asked for; of one that has gone since it was listed, nothing. The nodes are changed where they are. */
export async function addDetails(
  root: TreeNode,
  details: readonly TreeDetail[],
  store: DocumentStore,
  signal: AbortSignal,
): Promise<void> {
  await atOnce(documentsIn(root), askedAtOnce, async (node) => {
    signal.throwIfAborted()
    const known = await store.stat(node.path, { signal })
    if (known !== undefined) Object.assign(node, ...details.map((detail) => told[detail](known)))
  })
}

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
