import type { MathNode } from '../math/math-node.ts'
import { officeMath } from '../math/office-math.ts'
import type { XmlElement } from '../xml/xml-element.ts'

interface OpenElement extends XmlElement {
  readonly attributes: Record<string, string>
  readonly children: (XmlElement | string)[]
}

/** Words that are elements of Office Math with an `m` before their names (RTF 1.9.1, "Office MathML"). */
const elements = new Set(
  (
    'acc accPr bar barPr box borderBox begChr chr d dPr deg degHide den e endChr eqArr f fName fPr func groupChr ' +
    'groupChrPr lim limLoc limLow limUpp m mr nary naryPr num phant phantPr pos r rad radPr sPre sSub sSubSup sSup ' +
    'sepChr show sub subHide sup supHide type'
  ).split(' '),
)
/** Elements whose text is a property. */
const values = /(?:Chr|:chr|:pos|Hide|:limLoc|:show|:type)$/
/** Formulas inside each other; what is deeper stands in the one around it. */
const maxDepth = 50

/** The element of a formula that is open in a group, and how deep it stands. */
export class RtfMath {
  private readonly element: OpenElement
  private readonly depth: number

  constructor(name = 'oMath', depth = 0) {
    this.element = { name: `m:${name}`, attributes: {}, children: [] }
    this.depth = depth
  }

  /** The element that `word` opens in this one; none where it is no element. */
  inside(word: string): RtfMath | undefined {
    const name = word.slice(1)
    if (word[0] !== 'm' || !elements.has(name) || this.depth >= maxDepth) return undefined
    const inner = new RtfMath(name, this.depth + 1)
    this.element.children.push(inner.element)
    return inner
  }

  add(text: string): void {
    const { name, attributes, children } = this.element
    if (values.test(name)) attributes['m:val'] = (attributes['m:val'] ?? '') + text
    else children.push({ name: 'm:t', attributes: {}, children: [text] })
  }

  get formula(): MathNode {
    return officeMath(this.element, 'accept', () => {})
  }
}
