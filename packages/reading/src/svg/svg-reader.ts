import { attributeOf, elementsOf, type HtmlElement, isElement, rawText } from '@chancery/formats/html'
import { parseHtml } from '../html/html-tree.ts'
import { ModelBuilder } from '../model/model-builder.ts'
import type { Reader } from '../reader.ts'
import { corruptDocument } from '../reading-errors.ts'
import { textOfDocument } from '../text-of-document.ts'

/** What is drawn only where something else refers to it, or not at all. */
const notDrawn = new Set(['defs', 'symbol', 'clipPath', 'mask', 'pattern', 'marker', 'metadata', 'script', 'style'])

/** Drawings (SVG 2): their title, description and texts, in the order in which they are drawn. */
export const svgReader: Reader = {
  paged: false,
  async read(document, _request, { limits }) {
    const builder = new ModelBuilder(limits)
    // A declaration and a document type say nothing of the text.
    const source = textOfDocument(document).replace(
      /^[^<]{0,9}(?:<\?[^>]{0,999}>\s{0,999})?(?:<!DOCTYPE[^>[]{0,999}>)?/i,
      '',
    )
    const svg = rootOf(elementsOf(parseHtml(source, limits.elements)))
    if (svg === undefined) throw corruptDocument('There is no drawing in it.')
    const text = (name: string): string | undefined => elementsOf(svg, name).map(rawText)[0]?.replaceAll(/\s+/g, ' ')
    builder.metadatum('title', text('title'))
    builder.metadatum('description', text('desc'))
    for (const [type, said] of [
      ['title', text('title')],
      ['paragraph', text('desc')],
    ] as const) {
      builder.block(type, said?.trim() ?? '')
    }
    draw(svg, builder)
    return builder.build()
  },
}

const rootOf = (elements: readonly HtmlElement[]): HtmlElement | undefined => {
  for (let level = elements; level.length > 0; level = level.flatMap((element) => elementsOf(element))) {
    const svg = level.find(({ tagName }) => tagName === 'svg')
    if (svg !== undefined) return svg
  }
  return undefined
}

/** Nesting is bounded by the parser. */
function draw(parent: HtmlElement, builder: ModelBuilder): void {
  for (const element of elementsOf(parent)) {
    if (notDrawn.has(element.tagName) || attributeOf(element, 'display') === 'none') continue
    if (element.tagName === 'text') builder.block('paragraph', linesOf(element).trim())
    else if (element.tagName === 'foreignObject')
      builder.block('paragraph', rawText(element).replaceAll(/\s+/g, ' ').trim())
    else draw(element, builder)
  }
}

/** A part with a place of its own down the page begins a line. */
function linesOf(text: HtmlElement): string {
  const above: string[] = []
  let line = ''
  for (const node of text.childNodes) {
    if (!isElement(node)) line += rawText(node).replaceAll(/\s+/g, ' ')
    else if (node.tagName !== 'title' && node.tagName !== 'desc') {
      const begins =
        attributeOf(node, 'y') !== undefined || !/^-?0*(?:\.0*)?[a-z%]*$/.test(attributeOf(node, 'dy') ?? '0')
      if (begins && line.trim() !== '') above.push(line.trimEnd())
      if (begins && above.length > 0) line = ''
      line += linesOf(node)
    }
  }
  return [...above, line].join('\n')
}
