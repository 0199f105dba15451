import { eachNode, foldedSpaces } from './variables.ts'
import { eachPiece, type Scope, type TemplateLoop, type TemplateNode } from './template.ts'

const vectorsIn = (loop: TemplateLoop, foldSpaces: boolean): Set<string> => {
  const vectors = new Set<string>()
  eachNode(loop.children, (node) => {
    if (node.kind !== 'leaf' || node.scope !== loop.scope) return
    for (const slot of node.slots) {
      eachPiece(slot, (piece) => {
        if (piece.kind === 'variable') {
          const vector = JSON.stringify(piece.variable.values)
          vectors.add(foldSpaces ? foldedSpaces(vector) : vector)
        }
      })
    }
  })
  return vectors
}

/**
 * Loops over the same list, such as the rows of a table and the lines of the plain text beside it: as many rounds in
 * every instance, and a field of equal values (`foldSpaces`: whatever kind of space they have). Gives for the scope of each such loop that of the first.
 */
export const sameRounds = (nodes: readonly TemplateNode[], foldSpaces: boolean): ReadonlyMap<Scope, Scope> => {
  const firsts = new Map<string, { readonly scope: Scope; readonly vectors: Set<string> }[]>()
  const same = new Map<Scope, Scope>()
  eachNode(nodes, (node) => {
    if (node.kind !== 'loop' || node.scope.parent?.parent) return
    const key = node.scope.instances.map(({ parent }) => parent).join()
    const vectors = vectorsIn(node, foldSpaces)
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
