import type { ReadPath, ReadPaths } from '../data/read-paths.ts'
import { pathsOf } from '../data/reads.ts'
import type { Scope } from '../data/scope.ts'
import type { TemplateNode } from '../template/template-node.ts'

/** The scope and all around it, as what is read from them is noted. */
export const pathsOfScopes = (scope: Scope, reads: ReadPaths): readonly ReadPath[] => {
  const paths: ReadPath[] = []
  for (let at: Scope | undefined = scope; at !== undefined; at = at.parent) paths.push(reads.at(at.path))
  return paths
}

/** What a part that is not shown would read, from any of the scopes that it could read from. */
export function markAll<Place>(
  nodes: readonly TemplateNode<Place>[],
  scopes: readonly ReadPath[],
  reads: ReadPaths,
): void {
  for (const node of nodes) {
    if (node.kind === 'literal') continue
    const inner = pathsOf(node.expression).flatMap(({ segments }) =>
      scopes.map((scope) => reads.below(scope, segments)),
    )
    for (const path of inner) reads.read(path)
    if (node.kind !== 'section') continue
    // Scopes multiply with depth; a hundred candidates are plenty to call a path read.
    const all = [...new Set([...scopes, ...inner])].slice(0, 100)
    markAll(node.children, all, reads)
    markAll(node.otherwise, scopes, reads)
  }
}
