import { type MathNode, soleOf } from './math-node.ts'

/**
 * A formula on one line, in the manner of Unicode's nearly plain text (Unicode Technical Note 28): `(a)/(b)`, `x^2`,
 * `x_i`, `√(x)`, `∑_(i=1)^n i`, `[a, b; c, d]`.
 */
export function linearMath(node: MathNode): string {
  switch (node.kind) {
    case 'row':
      return node.parts.reduce((line, part, at) => line + spaceAfter(node.parts[at - 1], part) + linearMath(part), '')
    case 'signs':
    case 'words':
      return node.text
    case 'alignment':
      return ''
    case 'fraction': {
      const [above, below] = [linearMath(node.numerator), linearMath(node.denominator)]
      return node.line === 'none' ? `(${above})¦(${below})` : `(${above})/(${below})`
    }
    case 'scripts': {
      const scripts = raised('_', node.sub) + raised('^', node.sup)
      return `${scripts === '' ? linearMath(node.base) : baseOf(node.base)}${scripts}`
    }
    case 'prescripts':
      return `${raised('_', node.sub)}${raised('^', node.sup)}${linearMath(node.base)}`
    case 'root': {
      const degree = node.degree === undefined ? '' : linearMath(node.degree)
      return `√${degree.trim() === '' ? '' : `[${degree}]`}(${linearMath(node.radicand)})`
    }
    case 'fence':
      return `${node.open}${node.parts.map(withoutBrackets).join(node.separator)}${node.close}`
    case 'matrix':
      return `[${rowsOf(node)}]`
    case 'lines':
      return node.lines.map(linearMath).join('; ')
    case 'function': {
      const argument = linearMath(node.argument)
      return `${linearMath(node.name)}${argument === '' || /^[([{|]/.test(argument) ? '' : ' '}${argument}`
    }
    case 'accent':
      return `${linearMath(node.base)}${node.sign}`
    case 'frame':
    case 'phantom':
      return linearMath(node.base)
  }
}

/** A space between the name of a function and a name or number that stands behind it. */
const spaceAfter = (before: MathNode | undefined, part: MathNode): string =>
  before?.kind === 'signs' &&
  before.style === 'upright' &&
  /^\p{L}{2,}$/u.test(before.text) &&
  /^[\p{L}\p{N}√]/u.test(linearMath(part))
    ? ' '
    : ''

/** The delimiters around a matrix are its brackets. */
function withoutBrackets(node: MathNode): string {
  const only = soleOf(node)
  return only.kind === 'matrix' ? rowsOf(only) : linearMath(node)
}

const rowsOf = ({ rows }: Extract<MathNode, { kind: 'matrix' }>): string =>
  rows.map((cells) => cells.map(linearMath).join(', ')).join('; ')

/** One number or name; what is longer is put in brackets. */
const isPlain = (text: string): boolean => text.length <= 40 && /^(?:[\p{L}\p{N}.′'\p{M}]*|\p{S})$/u.test(text)

/** What a script applies to: brackets around all of it, unless it is one thing already. */
function baseOf(base: MathNode): string {
  const text = linearMath(base)
  const { kind } = soleOf(base)
  return kind === 'fence' || kind === 'matrix' || isPlain(text) ? text : `(${text})`
}

function raised(sign: '^' | '_', script: MathNode | undefined): string {
  const text = script === undefined ? '' : linearMath(script)
  if (text.trim() === '') return ''
  return isPlain(text) ? `${sign}${text}` : `${sign}(${text})`
}
