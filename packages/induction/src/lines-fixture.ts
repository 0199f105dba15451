import type { JsonObject } from '@chancery/core'
import type { SampleGroup } from './sample.ts'
import type { Piece, TemplateNode } from './template.ts'

/** The smallest format there is: lines of text; a template is its own tree. */
export const sampleOf = (text: string): SampleGroup => ({
  kind: 'group',
  shape: 'text',
  hint: '',
  role: 'block',
  origin: 0,
  children: text.split('\n').map((line, origin) => ({
    kind: 'leaf',
    shape: 'line',
    hint: line.startsWith('- ') ? 'list' : '',
    slots: [line],
    origin,
  })),
})
const fillPieces = (pieces: readonly Piece[], data: JsonObject): string =>
  pieces
    .map((piece) => {
      if (piece.kind === 'constant') return piece.text
      if (piece.kind === 'variable') return String(data[piece.variable.name])
      return (data[piece.condition.name] === true) !== piece.condition.inverted ? fillPieces(piece.pieces, data) : ''
    })
    .join('')
export const fillNodes = (nodes: readonly TemplateNode[], data: JsonObject): string[] =>
  nodes.flatMap((node): string[] => {
    if (node.kind === 'leaf') return [fillPieces(node.slots[0]!, data)]
    if (node.kind === 'group') return fillNodes(node.children, data)
    if (node.kind === 'option')
      return (data[node.condition.name] === true) !== node.condition.inverted ? fillNodes(node.children, data) : []
    return (data[node.name] as JsonObject[]).flatMap((item) => fillNodes(node.children, { ...data, ...item }))
  })
