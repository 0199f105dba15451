import { childrenOf, textOf, type XmlElement } from '../xml/xml-element.ts'
import { isNothing, type MathNode, type MathStyle, rowOf, soleOf } from './math-node.ts'

/** Reads MathML (MathML Core, and what of MathML 3 programs write), of OpenDocument and HTML, with any prefix or none. */
export function mathml(element: XmlElement): MathNode {
  const parts = childrenOf(element)
  const part = (index: number): MathNode => (parts[index] === undefined ? nothing : mathml(parts[index]))
  const { attributes } = element
  switch (localName(element)) {
    case 'annotation':
    case 'annotation-xml':
    case 'mprescripts':
    case 'none':
    case 'maligngroup':
    case 'malignmark':
      return nothing
    // The presentation stands first; the others say it otherwise.
    case 'semantics':
    case 'maction':
      return part(0)
    case 'mi':
      return letters(collapsed(element), attributes['mathvariant'])
    case 'mn':
      return signs(collapsed(element), styles[attributes['mathvariant'] ?? ''])
    // Functions are written as names and as operators.
    case 'mo':
      return letters(collapsed(element), undefined)
    case 'mtext':
    case 'ms':
      return { kind: 'words', text: textOf(element).replaceAll(/\s+/g, ' ') }
    case 'mspace':
      return signs(attributes['linebreak'] === 'newline' ? '\n' : isWide(attributes['width']) ? '\u2003' : '')
    case 'mfrac': {
      const line =
        attributes['bevelled'] === 'true'
          ? 'slash'
          : attributes['linethickness']?.startsWith('0') === true
            ? 'none'
            : 'line'
      return { kind: 'fraction', numerator: part(0), denominator: part(1), line }
    }
    case 'msqrt':
      return { kind: 'root', radicand: inside(parts) }
    case 'mroot':
      return { kind: 'root', radicand: part(0), degree: part(1) }
    case 'msub':
      return { kind: 'scripts', base: part(0), sub: part(1) }
    case 'msup':
      return { kind: 'scripts', base: part(0), sup: part(1) }
    case 'msubsup':
      return { kind: 'scripts', base: part(0), sub: part(1), sup: part(2) }
    case 'munder':
      return stacked(part(0), part(1), undefined)
    case 'mover':
      return stacked(part(0), undefined, part(1))
    case 'munderover':
      return stacked(part(0), part(1), part(2))
    case 'mmultiscripts':
      return multiscripts(parts)
    case 'mfenced':
      return {
        kind: 'fence',
        open: attributes['open'] ?? '(',
        close: attributes['close'] ?? ')',
        separator: (attributes['separators'] ?? ',').trim().slice(0, 1),
        parts: parts.map(mathml),
      }
    case 'mtable':
      return {
        kind: 'matrix',
        rows: parts.map((row) => {
          const cells = childrenOf(row)
          // A label stands before the cells of its row.
          return (localName(row) === 'mlabeledtr' ? cells.slice(1) : cells).map(mathml)
        }),
      }
    case 'menclose':
      return enclosed(attributes['notation'] ?? 'longdiv', inside(parts))
    case 'mphantom':
      return { kind: 'phantom', base: inside(parts) }
    default:
      return inside(parts)
  }
}

const nothing: MathNode = { kind: 'row', parts: [] }

const localName = ({ name }: XmlElement): string => name.slice(name.indexOf(':') + 1)

const collapsed = (element: XmlElement): string => textOf(element).replaceAll(/\s+/g, ' ').trim()

const styles: Readonly<Record<string, MathStyle>> = {
  normal: 'upright',
  bold: 'bold',
  'bold-italic': 'bold-italic',
  script: 'script',
  fraktur: 'fraktur',
  'double-struck': 'double-struck',
  'sans-serif': 'sans-serif',
  monospace: 'monospace',
}

const signs = (text: string, style?: MathStyle): MathNode => ({
  kind: 'signs',
  text,
  ...(style === undefined ? {} : { style }),
})

/** A name of several letters is upright, unless it says otherwise. */
const letters = (text: string, variant: string | undefined): MathNode =>
  signs(text, variant === undefined ? (/^[\p{L}\p{N}]{2,}$/u.test(text) ? 'upright' : undefined) : styles[variant])

const isWide = (width: string | undefined): boolean => /^(?:[1-9]|0?\.[5-9])[\d.]*em$/.test(width ?? '')

const brackets: Readonly<Record<string, string>> = {
  '(': ')',
  '[': ']',
  '{': '}',
  '|': '|',
  '∣': '∣',
  '‖': '‖',
  '⟨': '⟩',
  '〈': '〉',
  '⌊': '⌋',
  '⌈': '⌉',
}

/** Children as a row; brackets around all of it are a fence. */
function inside(parts: readonly XmlElement[]): MathNode {
  const nodes = parts.map(mathml)
  const [first, last] = [nodes[0], nodes.at(-1)]
  if (nodes.length < 2 || first?.kind !== 'signs' || parts[0] === undefined || localName(parts[0]) !== 'mo') {
    return rowOf(nodes)
  }
  const closing = brackets[first.text]
  const end = parts.at(-1)
  const isClosed = last?.kind === 'signs' && last.text === closing && end !== undefined && localName(end) === 'mo'
  // Of several cases the brace has no other half.
  const isOpen = first.text === '{' && nodes.slice(1).some((node) => soleOf(node).kind === 'matrix')
  if (closing === undefined || (!isClosed && !isOpen) || closesBefore(nodes, first.text, closing)) return rowOf(nodes)
  const between = nodes.slice(1, isClosed ? -1 : undefined)
  return {
    kind: 'fence',
    open: first.text,
    close: isClosed ? closing : '',
    separator: '',
    parts: [rowOf(between)],
  }
}

/** Whether the first bracket is closed before the end: (a)(b). */
function closesBefore(nodes: readonly MathNode[], open: string, close: string): boolean {
  let depth = 0
  for (const node of nodes.slice(0, -1)) {
    if (node.kind !== 'signs') continue
    if (node.text === open && (open !== close || depth === 0)) depth++
    else if (node.text === close && --depth === 0) return true
  }
  return false
}

/** A single mark above or below is an accent, anything else a limit. */
function stacked(base: MathNode, below: MathNode | undefined, above: MathNode | undefined): MathNode {
  const marked = accented(accented(base, below, 'below'), above, 'above')
  const [sub, sup] = [isMark(below, 'below') ? undefined : below, isMark(above, 'above') ? undefined : above]
  if ((sub === undefined || isNothing(sub)) && (sup === undefined || isNothing(sup))) return marked
  return {
    kind: 'scripts',
    base: marked,
    isStacked: true,
    ...(sub === undefined ? {} : { sub }),
    ...(sup === undefined ? {} : { sup }),
  }
}

const combining = '\\u0300-\\u036f\\u20d0-\\u20ff'
const marks = {
  above: new RegExp(`^(?:[\`´^ˆ~˜¯‾ˉ˘˙¨ˇ←→↔⏞⏜⎴]|[${combining}])$`),
  below: new RegExp(`^(?:[_¯‾←→↔⏟⏝⎵]|[${combining}])$`),
}
const spacing: Readonly<Record<string, string>> = { '¯': '\u0305', '‾': '\u0305', ˉ: '\u0305', '^': '\u0302' }

function markOf(node: MathNode | undefined, side: 'above' | 'below'): string | undefined {
  const sole = node === undefined ? undefined : soleOf(node)
  return sole?.kind === 'signs' && marks[side].test(sole.text) ? sole.text : undefined
}

const isMark = (node: MathNode | undefined, side: 'above' | 'below'): boolean => markOf(node, side) !== undefined

function accented(base: MathNode, mark: MathNode | undefined, side: 'above' | 'below'): MathNode {
  const sign = markOf(mark, side)
  if (sign === undefined) return base
  const line = side === 'below' && /[_¯‾]/.test(sign) ? '\u0332' : (spacing[sign] ?? sign)
  return { kind: 'accent', base, sign: line, side }
}

/** Scripts behind the base, then, behind `mprescripts`, those before it; of each the first pair. */
function multiscripts(parts: readonly XmlElement[]): MathNode {
  const at = parts.findIndex((part) => localName(part) === 'mprescripts')
  const [base, ...behind] = (at === -1 ? parts : parts.slice(0, at)).map(mathml)
  const before = at === -1 ? [] : parts.slice(at + 1).map(mathml)
  const pair = (nodes: readonly MathNode[], offset: number): MathNode =>
    rowOf(nodes.filter((_, index) => index % 2 === offset))
  const inner: MathNode =
    behind.length === 0
      ? (base ?? nothing)
      : { kind: 'scripts', base: base ?? nothing, sub: pair(behind, 0), sup: pair(behind, 1) }
  if (before.length === 0) return inner
  return { kind: 'prescripts', base: inner, sub: pair(before, 0), sup: pair(before, 1) }
}

function enclosed(notation: string, base: MathNode): MathNode {
  const kinds = notation.split(/\s+/)
  if (kinds.includes('radical')) return { kind: 'root', radicand: base }
  if (kinds.some((kind) => /^(?:box|roundedbox|circle)$/.test(kind))) return { kind: 'frame', base }
  if (kinds.includes('top')) return { kind: 'accent', base, sign: '\u0305', side: 'above' }
  if (kinds.includes('bottom')) return { kind: 'accent', base, sign: '\u0332', side: 'below' }
  return base
}
