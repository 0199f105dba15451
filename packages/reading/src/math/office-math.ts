import { changeOf, isChange, isShown, type RevisionView, type TrackedChange } from '../office-math/tracked-change.ts'
import { childrenOf, descend, ownText, type XmlElement } from '../xml/xml-element.ts'
import { linearMath } from './linear-math.ts'
import { isNothing, type MathNode, type MathStyle, rowOf } from './math-node.ts'

/** Called for a change inside of a formula that is not part of the text. */
type OnDropped = (change: TrackedChange, text: string) => void

/** Reads Office Math (ECMA-376 part 1, 22.1), of Word, PowerPoint and RTF. */
export function officeMath(element: XmlElement, view: RevisionView, onDropped: OnDropped): MathNode {
  return new OfficeMath(view, onDropped).node(element)
}

const nothing: MathNode = { kind: 'row', parts: [] }

class OfficeMath {
  private readonly view: RevisionView
  private readonly onDropped: OnDropped

  constructor(view: RevisionView, onDropped: OnDropped) {
    this.view = view
    this.onDropped = onDropped
  }

  node(element: XmlElement): MathNode {
    switch (element.name) {
      case 'm:r':
        return this.run(element)
      case 'm:t':
      case 'w:t':
      case 'a:t':
        return signs(ownText(element))
      case 'w:delText':
        return this.view === 'accept' ? nothing : signs(ownText(element))
      case 'm:f':
        return {
          kind: 'fraction',
          numerator: this.part(element, 'm:num'),
          denominator: this.part(element, 'm:den'),
          line: fractionLines[property(element, 'm:fPr', 'm:type') ?? ''] ?? 'line',
        }
      case 'm:sSup':
        return { kind: 'scripts', base: this.part(element, 'm:e'), sup: this.part(element, 'm:sup') }
      case 'm:sSub':
        return { kind: 'scripts', base: this.part(element, 'm:e'), sub: this.part(element, 'm:sub') }
      case 'm:sSubSup':
        return { kind: 'scripts', base: this.part(element, 'm:e'), ...this.scripts(element) }
      case 'm:sPre':
        return { kind: 'prescripts', base: this.part(element, 'm:e'), ...this.scripts(element) }
      case 'm:limLow':
        return { kind: 'scripts', base: this.part(element, 'm:e'), sub: this.part(element, 'm:lim'), isStacked: true }
      case 'm:limUpp':
        return { kind: 'scripts', base: this.part(element, 'm:e'), sup: this.part(element, 'm:lim'), isStacked: true }
      case 'm:rad':
        return this.root(element)
      case 'm:nary':
        return this.large(element)
      case 'm:d':
        return {
          kind: 'fence',
          open: property(element, 'm:dPr', 'm:begChr') ?? '(',
          close: property(element, 'm:dPr', 'm:endChr') ?? ')',
          separator: property(element, 'm:dPr', 'm:sepChr') ?? '|',
          parts: childrenOf(element, 'm:e').map((each) => this.inside(each)),
        }
      case 'm:m':
        return {
          kind: 'matrix',
          rows: childrenOf(element, 'm:mr').map((row) => childrenOf(row, 'm:e').map((cell) => this.inside(cell))),
        }
      case 'm:eqArr':
        return { kind: 'lines', lines: childrenOf(element, 'm:e').map((line) => this.line(line)) }
      case 'm:func':
        return { kind: 'function', name: this.part(element, 'm:fName'), argument: this.part(element, 'm:e') }
      case 'm:acc':
        return this.accent(element, property(element, 'm:accPr', 'm:chr') ?? '\u0302', 'above')
      case 'm:bar': {
        const isTop = property(element, 'm:barPr', 'm:pos') === 'top'
        return this.accent(element, isTop ? '\u0305' : '\u0332', isTop ? 'above' : 'below')
      }
      case 'm:groupChr': {
        const sign = property(element, 'm:groupChrPr', 'm:chr') ?? '\u23df'
        return this.accent(element, sign, property(element, 'm:groupChrPr', 'm:pos') === 'top' ? 'above' : 'below')
      }
      case 'm:borderBox':
        return { kind: 'frame', base: this.part(element, 'm:e') }
      case 'm:phant':
        return isOff(descend(element, 'm:phantPr', 'm:show'))
          ? { kind: 'phantom', base: this.part(element, 'm:e') }
          : this.part(element, 'm:e')
      case 'w:tab':
        return signs('\t')
      case 'w:br':
        return signs('\n')
      default:
        return this.other(element)
    }
  }

  /** All that stands in an element, but what describes it. */
  private inside(element: XmlElement): MathNode {
    return rowOf(
      childrenOf(element)
        .filter(says)
        .map((child) => this.node(child)),
    )
  }

  private part(element: XmlElement, name: string): MathNode {
    const part = descend(element, name)
    return part === undefined ? nothing : this.inside(part)
  }

  private scripts(element: XmlElement): { readonly sub: MathNode; readonly sup: MathNode } {
    return { sub: this.part(element, 'm:sub'), sup: this.part(element, 'm:sup') }
  }

  private root(element: XmlElement): MathNode {
    const radicand = this.part(element, 'm:e')
    if (isOn(descend(element, 'm:radPr', 'm:degHide'))) return { kind: 'root', radicand }
    return { kind: 'root', radicand, degree: this.part(element, 'm:deg') }
  }

  /** A sum, an integral, and the like. */
  private large(element: XmlElement): MathNode {
    const properties = descend(element, 'm:naryPr')
    const limits = {
      ...(isOn(descend(properties, 'm:subHide')) ? {} : { sub: this.part(element, 'm:sub') }),
      ...(isOn(descend(properties, 'm:supHide')) ? {} : { sup: this.part(element, 'm:sup') }),
    }
    const base = signs(descend(properties, 'm:chr')?.attributes['m:val'] ?? '∫')
    const isStacked = descend(properties, 'm:limLoc')?.attributes['m:val'] === 'undOvr'
    const body = this.part(element, 'm:e')
    const operator: MathNode = { kind: 'scripts', base, ...limits, ...(isStacked ? { isStacked } : {}) }
    const hasLimits = Object.values(limits).some((limit) => !isNothing(limit))
    return hasLimits && !isNothing(body) ? rowOf([operator, signs(' '), body]) : rowOf([operator, body])
  }

  private accent(element: XmlElement, sign: string, side: 'above' | 'below'): MathNode {
    return { kind: 'accent', base: this.part(element, 'm:e'), sign, side }
  }

  /** In an equation of several, "&" is no sign but where they stand under each other. */
  private line(element: XmlElement): MathNode {
    const parts = childrenOf(element)
      .filter(says)
      .flatMap((child) => {
        const node = this.node(child)
        return child.name === 'm:r' && node.kind === 'signs' && node.text.includes('&') ? aligned(node) : [node]
      })
    return { kind: 'row', parts }
  }

  private run(element: XmlElement): MathNode {
    const content = this.other(element)
    const properties = descend(element, 'm:rPr')
    const text = linearMath(content)
    if (isOn(descend(properties, 'm:nor'))) return { kind: 'words', text }
    const style = styleOf(properties)
    return { kind: 'signs', text, ...(style === undefined ? {} : { style }) }
  }

  private other(element: XmlElement): MathNode {
    if (!isChange(element)) return this.inside(element)
    const change = changeOf(element)
    const content = this.inside(element)
    if (isShown(change, this.view)) return content
    this.onDropped(change, linearMath(content))
    return nothing
  }
}

const fractionLines: Readonly<Record<string, 'line' | 'none' | 'slash'>> = { noBar: 'none', lin: 'slash', skw: 'slash' }

const signs = (text: string): MathNode => ({ kind: 'signs', text })

const says = ({ name }: XmlElement): boolean => !/Pr$|^w:(?:instrText|delInstrText|fldChar)$/.test(name)

const property = (element: XmlElement, ...path: readonly string[]): string | undefined =>
  descend(element, ...path)?.attributes['m:val']

/** A property that is there without a value is on (ECMA-376 part 1, 22.9.2.7). */
const isOn = (switched: XmlElement | undefined): boolean => switched !== undefined && !isOff(switched)
const isOff = (switched: XmlElement | undefined): boolean =>
  switched !== undefined && ['0', 'off', 'false'].includes(switched.attributes['m:val'] ?? '')

const scripts: Readonly<Record<string, MathStyle>> = {
  script: 'script',
  fraktur: 'fraktur',
  'double-struck': 'double-struck',
  'sans-serif': 'sans-serif',
  monospace: 'monospace',
}
const faces: Readonly<Record<string, MathStyle>> = { p: 'upright', b: 'bold', bi: 'bold-italic' }

const styleOf = (properties: XmlElement | undefined): MathStyle | undefined =>
  scripts[descend(properties, 'm:scr')?.attributes['m:val'] ?? ''] ??
  faces[descend(properties, 'm:sty')?.attributes['m:val'] ?? '']

const aligned = (node: Extract<MathNode, { kind: 'signs' }>): MathNode[] =>
  node.text
    .split('&')
    .flatMap((text, index): MathNode[] => [
      ...(index === 0 ? [] : [{ kind: 'alignment' } as const]),
      ...(text === '' ? [] : [{ ...node, text }]),
    ])
