import { eachNode } from './variables.ts'
import { eachPiece, type Scope, type TemplateLoop, type TemplateNode } from './template.ts'

const vectorsIn = (loop: TemplateLoop): Set<string> => {
  const vectors = new Set<string>()
  eachNode(loop.children, (node) => {
    if (node.kind !== 'leaf' || node.scope !== loop.scope) return
    for (const slot of node.slots) {
      eachPiece(slot, (piece) => {
        if (piece.kind === 'variable') vectors.add(JSON.stringify(piece.variable.values))
      })
    }
  })
  return vectors
}

/**
 * Loops over the same list, such as the rows of a table and the lines of the plain text beside it: as many rounds in
 * every instance, and a field of equal values. Gives for the scope of each such loop that of the first.
 */
export const sameRounds = (nodes: readonly TemplateNode[]): ReadonlyMap<Scope, Scope> => {
  const firsts = new Map<string, { readonly scope: Scope; readonly vectors: Set<string> }[]>()
  const same = new Map<Scope, Scope>()
  eachNode(nodes, (node) => {
    if (node.kind !== 'loop' || node.scope.parent?.parent) return
    const key = node.scope.instances.map(({ parent }) => parent).join()
    const vectors = vectorsIn(node)
    const list = firsts.get(key) ?? []
    firsts.set(key, list)
    const first = list.find(
      (other) => other.scope.parent === node.scope.parent && [...vectors].some((vector) => other.vectors.has(vector)),
    )
    if (first) same.set(node.scope, first.scope)
    else list.push({ scope: node.scope, vectors })
  })
  return same
}
