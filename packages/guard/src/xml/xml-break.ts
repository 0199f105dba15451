import type { PartFaultReason } from '@chancery/core'

/** Where a text stops being well-formed XML. */
export interface XmlBreak {
  readonly reason: PartFaultReason
  /** UTF-16 offset: of the tag or other markup that is faulty, or the end of the text. */
  readonly at: number
  /** What stands before it, with an end tag for each element that is open there; empty where no element is. */
  readonly mended: string
}

/** Behind the name of a tag, and between two of its quotation marks. */
const nameEnd = /[\s/>"'<]/g
const mark = /[>"'<]/g
const markups = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
] as const

/**
 * Finds out where and why the guard's scan stopped, at leisure: this runs for parts that the scan has refused, and what it
 * gives is scanned again. `undefined` where the text is well-formed, or declares a document type: that is no slip.
 * Linear in the text.
 */
export function xmlBreak(xml: string): XmlBreak | undefined {
  const open: string[] = []
  let roots = 0
  const found = (reason: PartFaultReason, at: number): XmlBreak => {
    const ends = open.toReversed().map((name) => `</${name}>`)
    return { reason, at, mended: roots === 0 ? '' : xml.slice(0, at) + ends.join('') }
  }
  for (let at = xml.indexOf('<'); at !== -1;) {
    const markup = markups.find(([start]) => xml.startsWith(start, at))
    let end: number
    if (markup !== undefined) {
      end = endAfter(xml, markup[1], at + markup[0].length)
      if (end === -1) return found('unclosed_markup', at)
    } else if (xml[at + 1] === '!') {
      return /[A-Za-z]/.test(xml[at + 2] ?? '') ? undefined : found('stray_bracket', at)
    } else {
      const isEnd = xml[at + 1] === '/'
      const name = nameAt(xml, at + (isEnd ? 2 : 1))
      if (name === '') return found('stray_bracket', at)
      const close = tagEnd(xml, at + 1 + name.length)
      if (typeof close === 'string') return found(close, at)
      if (isEnd) {
        if (open.length === 0) return found('unopened_end_tag', at)
        if (open.at(-1) !== name) return found('mismatched_end_tag', at)
        open.pop()
      } else {
        if (open.length === 0 && roots > 0) return found('several_roots', at)
        if (open.length === 0) roots++
        if (xml[close - 2] !== '/') open.push(name)
      }
      end = close
    }
    at = xml.indexOf('<', end)
  }
  if (open.length > 0) return found('unclosed_element', xml.length)
  return roots === 0 ? found('no_root', xml.length) : undefined
}

const endAfter = (xml: string, text: string, from: number): number => {
  const at = xml.indexOf(text, from)
  return at === -1 ? -1 : at + text.length
}

function nameAt(xml: string, from: number): string {
  nameEnd.lastIndex = from
  return xml.slice(from, nameEnd.exec(xml)?.index ?? xml.length)
}

/** Behind the ">" outside of quotation marks. */
function tagEnd(xml: string, from: number): number | PartFaultReason {
  let at = from
  for (;;) {
    mark.lastIndex = at
    const found = mark.exec(xml)
    if (found === null || found[0] === '<') return 'unclosed_tag'
    if (found[0] === '>') return found.index + 1
    const value = found[0] === '"' ? /["<]/g : /['<]/g
    value.lastIndex = found.index + 1
    const end = value.exec(xml)
    if (end === null || end[0] === '<') return 'unclosed_attribute'
    at = end.index + 1
  }
}
