import { childrenOf, type XmlElement } from '@chancery/reading/xml/xml-element'

/** A MathML formula on one line: "x=(a+b)/2", "x^2", "√(y)". */
export function mathText(element: XmlElement): string {
  const parts = childrenOf(element)
  const inner = (index: number): string => (parts[index] === undefined ? '' : mathText(parts[index]))
  const grouped = (index: number): string => (/^[\p{L}\d.]*$/u.test(inner(index)) ? inner(index) : `(${inner(index)})`)
  switch (element.name) {
    case 'math:annotation':
    case 'math:annotation-xml':
      return ''
    case 'math:mfrac':
      return `${grouped(0)}/${grouped(1)}`
    case 'math:msup':
      return `${grouped(0)}^${grouped(1)}`
    case 'math:msub':
      return `${grouped(0)}_${grouped(1)}`
    case 'math:msqrt':
      return `√(${parts.map(mathText).join('')})`
    case 'math:mtr':
      return `${parts.map(mathText).join(' ')}; `
    default:
      return element.children.map((child) => (typeof child === 'string' ? child.trim() : mathText(child))).join('')
  }
}
