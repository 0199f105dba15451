import { childOf, textOfElement, type XmlElement } from '../../xml/element-tree.ts'
import { attribute } from '../../xml/scan-xml.ts'
import { signs } from '../../template/carried-tags.ts'

/** A child of a run that belongs to a field. */
export interface Piece {
  readonly element: XmlElement
  readonly run: XmlElement
}

/** A field of a part: `w:fldChar` runs from begin to end, or one `w:fldSimple`. */
export interface Field {
  /** Its code; each field within it is one `signs.nested`. */
  readonly code: string
  /** For every UTF-16 unit of the code the run that it stands in. */
  readonly runs: readonly (XmlElement | undefined)[]
  readonly nested: readonly Field[]
  /** All that it is made of; none of a simple field. */
  readonly pieces: readonly Piece[]
  /** Those of the code, without the fields within. */
  readonly codePieces: readonly Piece[]
  readonly resultPieces: readonly Piece[]
  /** The simple field's element. */
  readonly simple: XmlElement | undefined
  /** It begins and ends in one paragraph. */
  readonly isWhole: boolean
  /** It stands in the code of another. */
  readonly isNested: boolean
}

interface Draft {
  code: string
  readonly runs: (XmlElement | undefined)[]
  readonly nested: Field[]
  readonly pieces: Piece[]
  readonly codePieces: Piece[]
  readonly resultPieces: Piece[]
  inResult: boolean
}

/** Deepest nesting of fields in one another; Word's own limit is twenty. */
const maxDepth = 20

/** The fields of a part in the order in which they end; inner ones before the outer. Broken ones are left out. */
export function readFields(xml: string, root: XmlElement): readonly Field[] {
  const found: Field[] = []
  walkStory(xml, root, found)
  return found
}

/** What a story (a body, a text box) has of its own: the fields of another never reach into it. */
function walkStory(xml: string, story: XmlElement, found: Field[]): void {
  const open: Draft[] = []
  const inner: XmlElement[] = []
  const add = (piece: Piece): void => {
    const top = open.at(-1)
    if (top === undefined) return
    for (const draft of open) draft.pieces.push(piece)
    ;(top.inResult ? top.resultPieces : top.codePieces).push(piece)
    for (const [index, draft] of open.entries()) {
      if (index < open.length - 1 && draft.inResult) draft.resultPieces.push(piece)
    }
  }
  const rest: XmlElement[] = [story]
  for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
    if (next.name === 'w:del' || next.name === 'w:moveFrom') continue
    if (next !== story && next.name === 'w:txbxContent') {
      inner.push(next)
      continue
    }
    if (next.name === 'w:fldSimple') {
      const field = simpleField(next, open.length > 0)
      found.push(field)
      const top = open.at(-1)
      if (top !== undefined && !top.inResult) {
        top.nested.push(field)
        addCode(top, signs.nested, next)
      }
    }
    if (next.name === 'w:r') readRun(xml, next, open, add, found, inner)
    else for (let index = next.children.length - 1; index >= 0; index--) rest.push(next.children[index] as XmlElement)
  }
  for (const each of inner) walkStory(xml, each, found)
}

function readRun(
  xml: string,
  run: XmlElement,
  open: Draft[],
  add: (piece: Piece) => void,
  found: Field[],
  inner: XmlElement[],
): void {
  for (const element of run.children) {
    if (element.name === 'w:rPr') continue
    const kind = element.name === 'w:fldChar' ? attribute(element.attributes, 'w:fldCharType') : undefined
    if (kind === 'begin') {
      if (open.length === maxDepth) return
      const { length } = open
      open.push({ code: '', runs: [], nested: [], pieces: [], codePieces: [], resultPieces: [], inResult: false })
      const parent = open[length - 1]
      add({ element, run })
      if (parent !== undefined && !parent.inResult) addCode(parent, signs.nested, run)
      continue
    }
    add({ element, run })
    const top = open.at(-1)
    if (kind === 'separate' && top !== undefined) top.inResult = true
    else if (kind === 'end' && top !== undefined) {
      open.pop()
      const parent = open.at(-1)
      const field = finished(top, parent !== undefined && !parent.inResult)
      found.push(field)
      if (parent !== undefined && !parent.inResult) parent.nested.push(field)
    } else if (top !== undefined && !top.inResult) {
      if (element.name === 'w:instrText' || element.name === 'w:t') addCode(top, textOfElement(xml, element), run)
      else if (element.name === 'w:tab') addCode(top, '\t', run)
      else if (element.name === 'w:br' || element.name === 'w:cr') addCode(top, '\n', run)
    }
    if (!/^w:(?:t|instrText|fldChar|tab|br)$/.test(element.name)) collectStories(element, inner)
  }
}

function collectStories(element: XmlElement, inner: XmlElement[]): void {
  for (const child of element.children) {
    if (child.name === 'w:txbxContent') inner.push(child)
    else collectStories(child, inner)
  }
}

function addCode(draft: Draft, text: string, run: XmlElement): void {
  draft.code += text
  for (let index = 0; index < text.length; index++) draft.runs.push(run)
}

/** The paragraph that an element stands in. */
export const paragraphOf = (element: XmlElement): XmlElement | undefined => {
  let at: XmlElement | undefined = element
  while (at !== undefined && at.name !== 'w:p') at = at.parent
  return at
}

const finished = (draft: Draft, isNested: boolean): Field => {
  const [first, last] = [draft.pieces[0], draft.pieces.at(-1)]
  return {
    ...draft,
    simple: undefined,
    isWhole: first !== undefined && last !== undefined && paragraphOf(first.run) === paragraphOf(last.run),
    isNested,
  }
}

function simpleField(element: XmlElement, isNested: boolean): Field {
  const code = attribute(element.attributes, 'w:instr') ?? ''
  const pieces = element.children
    .filter(({ name }) => name === 'w:r')
    .flatMap((run) => run.children.filter(({ name }) => name !== 'w:rPr').map((child) => ({ element: child, run })))
  return {
    code,
    runs: Array.from({ length: code.length }, () => undefined),
    nested: [],
    pieces: [],
    codePieces: [],
    resultPieces: pieces,
    simple: element,
    isWhole: true,
    isNested,
  }
}

/** The properties of a run as XML; '' where it has none. */
export const propertiesOf = (xml: string, run: XmlElement | undefined): string => {
  const properties = run === undefined ? undefined : childOf(run, 'w:rPr')
  return properties === undefined ? '' : xml.slice(properties.start, properties.end)
}
