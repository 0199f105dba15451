import type { InduceRequest, JsonObject } from '@chancery/core'
import { induceTemplate } from './induce-template.ts'
import type { InductionFormat } from './induction-format.ts'
import type { SampleGroup } from './sample.ts'
import type { Piece, TemplateGroup, TemplateNode } from './template.ts'

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
const fillNodes = (nodes: readonly TemplateNode[], data: JsonObject): string[] =>
  nodes.flatMap((node): string[] => {
    if (node.kind === 'leaf') return [fillPieces(node.slots[0]!, data)]
    if (node.kind === 'group') return fillNodes(node.children, data)
    if (node.kind === 'option')
      return (data[node.condition.name] === true) !== node.condition.inverted ? fillNodes(node.children, data) : []
    return (data[node.name] as JsonObject[]).flatMap((item) => fillNodes(node.children, { ...data, ...item }))
  })

/** Lines that are filled again as they were read. */
export const linesOf = (texts: readonly string[]): InductionFormat<TemplateGroup> => ({
  write: async (root) => root,
  refill: async (root, data, number) => {
    const text = fillNodes(root.children, data).join('\n')
    return { exact: text === texts[number], sample: sampleOf(text) }
  },
})

export const request: InduceRequest = { fields: [], locale: 'en', pages: 500, identify: async () => [] }

/** Makes templates of texts. */
export const inductionUntil =
  (signal: AbortSignal) =>
  async (
    texts: readonly string[],
    more: Partial<InduceRequest> = {},
    format: InductionFormat<TemplateGroup> = linesOf(texts),
  ) =>
    await induceTemplate(texts.map(sampleOf), { ...request, ...more }, format, { signal })
