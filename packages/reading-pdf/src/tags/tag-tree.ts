import type { PdfDocument } from '@chancery/reading/pdfium/pdfium'

/** An element of a page's structure tree (ISO 32000-1, 14.7), with what it stands over in reading order. */
export interface TagNode {
  /** Standard type, mapped from the document's own: "P", "H1", "TD". */
  readonly type: string
  /** Elements, and the numbers of marked contents. */
  readonly children: readonly (TagNode | number)[]
  /** Replaces what the content says. */
  readonly actualText?: string
  /** Says what a picture shows. */
  readonly altText?: string
  readonly rowSpan?: number
  readonly columnSpan?: number
}

/** Elements may hold themselves; no honest page has more, or deeper ones. */
const maxNodes = 50_000
const maxDepth = 60
const maxContents = 5000
const maxSpan = 1000

/** The structure of one page; `undefined` where it has none. */
export function tagTree(document: PdfDocument, page: number): TagNode | undefined {
  const { raw } = document
  const tree = raw.FPDF_StructTree_GetForPage(page)
  if (tree === 0) return undefined
  const left = { nodes: maxNodes }
  const nodeOf = (element: number, depth: number): TagNode | undefined => {
    if (element === 0 || depth > maxDepth || left.nodes <= 0) return undefined
    left.nodes--
    const children: (TagNode | number)[] = []
    const count = Math.min(raw.FPDF_StructElement_CountChildren(element), maxContents)
    for (let index = 0; index < count && left.nodes > 0; index++) {
      left.nodes--
      const content = raw.FPDF_StructElement_GetChildMarkedContentID(element, index)
      if (content >= 0) children.push(content)
      else {
        const child = nodeOf(raw.FPDF_StructElement_GetChildAtIndex(element, index), depth + 1)
        if (child !== undefined) children.push(child)
      }
    }
    const string = (get: (element: number, address: number, size: number) => number): string =>
      document.string((at, size) => get(element, at, size)).toWellFormed()
    const type = string(raw.FPDF_StructElement_GetType)
    const isCell = type === 'TD' || type === 'TH'
    const actualText = string(raw.FPDF_StructElement_GetActualText)
    const altText = type === 'Figure' ? string(raw.FPDF_StructElement_GetAltText).trim() : ''
    return {
      type,
      children,
      ...(actualText.trim() === '' ? {} : { actualText }),
      ...(altText === '' ? {} : { altText }),
      ...(isCell ? cellSpans(document, element) : {}),
    }
  }
  try {
    const count = Math.min(raw.FPDF_StructTree_CountChildren(tree), maxContents)
    const children: TagNode[] = []
    for (let index = 0; index < count && left.nodes > 0; index++) {
      const child = nodeOf(raw.FPDF_StructTree_GetChildAtIndex(tree, index), 0)
      if (child !== undefined) children.push(child)
    }
    return children.length === 0 ? undefined : { type: 'Document', children }
  } finally {
    raw.FPDF_StructTree_Close(tree)
  }
}

function cellSpans(document: PdfDocument, element: number): Pick<TagNode, 'rowSpan' | 'columnSpan'> {
  const { raw, scratch } = document
  const spans: { rowSpan?: number; columnSpan?: number } = {}
  const count = Math.min(raw.FPDF_StructElement_GetAttributeCount(element), 10)
  for (let index = 0; index < count; index++) {
    const attributes = raw.FPDF_StructElement_GetAttributeAtIndex(element, index)
    if (attributes === 0) continue
    for (const [name, key] of [
      ['RowSpan', 'rowSpan'],
      ['ColSpan', 'columnSpan'],
    ] as const) {
      const value = document.pdfium.FPDF_StructElement_Attr_GetValue(attributes, name)
      if (value === 0 || raw.FPDF_StructElement_Attr_GetNumberValue(value, scratch) === 0) continue
      const span = Math.trunc(document.memoryFloats[scratch >> 2] ?? 1)
      if (span > 1) spans[key] = Math.min(span, maxSpan)
    }
  }
  return spans
}

/** The numbers of all contents of an element, in reading order. */
export function contentsOf(node: TagNode): number[] {
  const found: number[] = []
  const walk = (each: TagNode): void => {
    for (const child of each.children) {
      if (typeof child === 'number') found.push(child)
      else walk(child)
    }
  }
  walk(node)
  return found
}

/** What the figures of a tree are said to show, by the contents that they hold. */
export function altTextsOf(tree: TagNode): ReadonlyMap<number, string> {
  const found = new Map<number, string>()
  const walk = (node: TagNode): void => {
    if (node.altText !== undefined) for (const content of contentsOf(node)) found.set(content, node.altText)
    for (const child of node.children) if (typeof child !== 'number') walk(child)
  }
  walk(tree)
  return found
}
