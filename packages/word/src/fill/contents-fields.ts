import { elementsOf, textOfElement, type XmlElement } from '../xml/element-tree.ts'
import { attribute } from '../xml/scan-xml.ts'

/** A table of contents: a field of Word's, with the runs that begin it, part its code from its entries, and end it. */
export interface ContentsField {
  readonly code: ContentsCode
  readonly begin: XmlElement
  readonly separate: XmlElement
  readonly end: XmlElement
}

/** What the code of a TOC field asks for, as far as its entries can be made from headings (ECMA-376 part 1, 17.16.5.68). */
export interface ContentsCode {
  /** Levels of the built-in headings; `undefined` for none. */
  readonly headings: readonly [from: number, until: number] | undefined
  /** Levels of other styles, by their names in lower case. */
  readonly styles: ReadonlyMap<string, number>
  /** Paragraphs with an outline level of their own count too. */
  readonly byOutline: boolean
  readonly hasLinks: boolean
  /** Levels without page numbers. */
  readonly withoutPages: readonly [from: number, until: number] | undefined
  /** It lists something else: figures, marked entries, a part of the document. */
  readonly isOther: boolean
}

/** Whether a part may have a table of contents: a field whose code begins so. */
export const holdsContents = (xml: string): boolean => /<w:instrText\b[^>]*>\s*TOC\b/i.test(xml)

/** The tables of contents of a part, outermost fields alone. */
export function contentsFields(xml: string, root: XmlElement): readonly ContentsField[] {
  const found: ContentsField[] = []
  const open: { begin: XmlElement; separate: XmlElement | undefined; code: string }[] = []
  for (const element of elementsOf(root)) {
    const field = open.at(-1)
    if (element.name === 'w:instrText' && field !== undefined && field.separate === undefined) {
      field.code += textOfElement(xml, element)
      continue
    }
    if (element.name !== 'w:fldChar') continue
    const run = element.parent
    if (run?.name !== 'w:r') continue
    const type = attribute(element.attributes, 'w:fldCharType')
    if (type === 'begin') open.push({ begin: run, separate: undefined, code: '' })
    else if (type === 'separate' && field !== undefined) field.separate = run
    else if (type === 'end') {
      open.pop()
      if (field?.separate === undefined || open.length > 0 || !/^\s*TOC\b/i.test(field.code)) continue
      found.push({ code: contentsCode(field.code), begin: field.begin, separate: field.separate, end: run })
    }
  }
  return found
}

export function contentsCode(code: string): ContentsCode {
  const switches = new Map<string, string>()
  for (const [, name = '', quoted, plain] of code.matchAll(/\\([a-z])(?:\s*"([^"]*)"|\s+([^\s\\"]+))?/gi)) {
    switches.set(name.toLowerCase(), quoted ?? plain ?? '')
  }
  const named = switches.get('t')?.split(/[,;]/) ?? []
  const styles = new Map<string, number>()
  for (let at = 0; at + 1 < named.length; at += 2) {
    const level = Number(named[at + 1])
    if (level >= 1 && level <= 9) styles.set((named[at] ?? '').trim().toLowerCase(), level)
  }
  const headings = switches.get('o')
  return {
    headings: headings === undefined && switches.has('t') ? undefined : rangeOf(headings),
    styles,
    byOutline: switches.has('u'),
    hasLinks: switches.has('h'),
    withoutPages: switches.has('n') ? rangeOf(switches.get('n')) : undefined,
    isOther: ['a', 'b', 'c', 'f', 'l'].some((each) => switches.has(each)),
  }
}

function rangeOf(text = ''): readonly [number, number] {
  const [, from = '1', until = '9'] = /^\s*(\d)\s*-\s*(\d)\s*$/.exec(text) ?? []
  return [Number(from), Number(until)]
}
