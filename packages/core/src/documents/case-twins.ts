import type { Finding } from '../model/finding.ts'
import type { DocumentStore } from '../ports/document-store.ts'
import type { TreeNode } from './folder-tree.ts'

/** A path as file systems compare it that ignore case: paths that are the same so are twins, and one file there. */
export const foldedPath = (path: string): string =>
  path
    .normalize('NFC')
    .toUpperCase()
    .toLowerCase()
    .normalize('NFC')
    .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')

/** At the most so many of them are told in one answer. */
const maxTold = 20

const twin = (path: string, other: string, pointer?: string): Finding => ({
  code: 'case_twins',
  severity: 'warning',
  message: `${JSON.stringify(path)} and ${JSON.stringify(other)} differ in case alone: where case is ignored, as on Windows and macOS, they are one file.`,
  hint: 'Use one of the two.',
  ...(pointer === undefined ? {} : { location: { pointer } }),
})

/**
 * What is to be said of a document that was stored beside others whose paths differ in case alone. A store that cannot tell
 * says nothing, and the document is stored all the same.
 */
export async function twinsOfStored(
  store: DocumentStore,
  path: string,
  pointer: string,
  signal: AbortSignal,
): Promise<readonly Finding[]> {
  try {
    const twins = (await store.twins?.(path, { signal })) ?? []
    return twins.slice(0, maxTold).map((other) => twin(path, other, pointer))
  } catch {
    return []
  }
}

/** What is to be said of the nodes of a tree that differ from a sibling in case alone. */
export function twinsInTree(root: TreeNode): readonly Finding[] {
  const found: Finding[] = []
  const waiting = [root]
  for (let node = waiting.pop(); node !== undefined && found.length < maxTold; node = waiting.pop()) {
    const seen = new Map<string, string>()
    for (const child of node.children ?? []) {
      const folded = foldedPath(child.name)
      const other = seen.get(folded)
      if (other === undefined) seen.set(folded, child.path)
      else if (found.length < maxTold) found.push(twin(other, child.path))
      if (child.children !== undefined) waiting.push(child)
    }
  }
  return found
}
