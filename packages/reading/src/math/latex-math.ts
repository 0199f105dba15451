import { latexAccents, latexFunctions, latexSpacing, latexSymbols, latexUnderAccents } from './latex-symbols.ts'
import { isNothing, type MathNode, type MathStyle, soleOf } from './math-node.ts'

/**
 * A formula as LaTeX with amsmath and amssymb, for math mode: what LaTeX, KaTeX and MathJax all read. Without the dollars
 * around it, on one line.
 */
export const latexMath = (node: MathNode): string => written(node).trim()

type Kind<K extends MathNode['kind']> = Extract<MathNode, { kind: K }>

function written(node: MathNode): string {
  switch (node.kind) {
    case 'row':
      return joined(node.parts.map(written))
    case 'signs':
      return signs(node)
    case 'words':
      return words(node.text)
    case 'alignment':
      return ''
    case 'fraction':
      return fraction(node)
    case 'scripts':
      return scripts(node)
    case 'prescripts':
      return joined([`{}${script('_', node.sub)}${script('^', node.sup)}`, operand(node.base)])
    case 'root': {
      const degree = node.degree === undefined || isNothing(node.degree) ? '' : `[{${written(node.degree)}}]`
      return `\\sqrt${degree}${group(node.radicand)}`
    }
    case 'fence':
      return fence(node)
    case 'matrix':
      return matrix(node, 'matrix')
    case 'lines':
      return lines(node, 'aligned')
    case 'function':
      return joined([functionName(node.name), written(node.argument)])
    case 'accent':
      return accent(node)
    case 'frame':
      return `\\boxed${group(node.base)}`
    case 'phantom':
      return `\\phantom${group(node.base)}`
  }
}

/** A command ends where no letter follows it, and a prime behind a script is one of its own. */
function joined(parts: readonly string[]): string {
  const all: string[] = []
  let before = ''
  for (const part of parts) {
    if (part === '') continue
    if (/^[A-Za-z]/.test(part) && /\\[A-Za-z]+$/.test(before)) all.push(' ')
    else if (part.startsWith("'") && before.endsWith('}')) all.push('{}')
    all.push(part)
    before = part.slice(-maxCommand)
  }
  return all.join('')
}

/** Longer than any command that is written here. */
const maxCommand = 32

const group = (node: MathNode): string => `{${written(node).trim()}}`

/** What a script, or a command without braces, takes as one thing. */
function operand(node: MathNode): string {
  const latex = written(node).trim()
  return /^(?:[^\\{}$^_&~%#'\s]|\\[A-Za-z]+|\\[{}%$&#_])$/u.test(latex) || isClosed(node) ? latex : `{${latex}}`
}

/** Written as one thing already, so that braces around it say nothing. */
function isClosed(node: MathNode): boolean {
  const { kind } = soleOf(node)
  return kind === 'fence' || kind === 'root' || kind === 'matrix'
}

const script = (sign: '^' | '_', node: MathNode | undefined): string =>
  node === undefined || isNothing(node) ? '' : `${sign}${group(node)}`

function fraction({ numerator, denominator, line }: Kind<'fraction'>): string {
  if (line === 'slash') return `${operand(numerator)}/${operand(denominator)}`
  const parts = `${group(numerator)}${group(denominator)}`
  return line === 'none' ? `\\genfrac{}{}{0pt}{}${parts}` : `\\frac${parts}`
}

/** Signs whose limits LaTeX sets below and above by itself, in a formula that stands alone; integrals have them behind. */
const stacking = /^[∏∐∑⋀⋁⋂⋃⨀⨁⨂⨄⨆]$/
const integral = /^[∫∬∭∮∯∰]$/
const limitNames = new Set(['det', 'gcd', 'inf', 'lim', 'liminf', 'limsup', 'max', 'min', 'Pr', 'sup'])

function scripts({ base, sub, sup, isStacked = false }: Kind<'scripts'>): string {
  const below = script('_', sub)
  const above = script('^', sup)
  if (below === '' && above === '') return written(base)
  const sole = soleOf(base)
  const sign = sole.kind === 'signs' ? sole.text.trim() : ''
  if (stacking.test(sign)) return `${written(base)}${isStacked ? '' : '\\nolimits'}${below}${above}`
  if (integral.test(sign)) return `${written(base)}${isStacked ? '\\limits' : ''}${below}${above}`
  if (latexFunctions.has(sign)) {
    if (!isStacked || limitNames.has(sign)) return `\\${sign}${below}${above}`
    return `\\mathop{\\${sign}}\\limits${below}${above}`
  }
  if (!isStacked) return `${isNothing(base) ? '{}' : operand(base)}${below}${above}`
  // A brace has its label by its script.
  if (sole.kind === 'accent' && /^[⏞⏟︷︸]$/.test(sole.sign)) return `${written(base)}${below}${above}`
  const under = below === '' ? written(base) : `\\underset{${below.slice(2, -1)}}${group(base)}`
  return above === '' ? under : `\\overset{${above.slice(2, -1)}}{${under}}`
}

const fences: ReadonlyMap<string, string> = new Map([
  ['', '.'],
  ['{', '\\{'],
  ['}', '\\}'],
  ['‖', '\\|'],
  ['∥', '\\|'],
  ['∣', '|'],
  ['⟨', '\\langle'],
  ['⟩', '\\rangle'],
  ['〈', '\\langle'],
  ['〉', '\\rangle'],
  ['⌊', '\\lfloor'],
  ['⌋', '\\rfloor'],
  ['⌈', '\\lceil'],
  ['⌉', '\\rceil'],
  ['\\', '\\backslash'],
  ['↑', '\\uparrow'],
  ['↓', '\\downarrow'],
  ...['(', ')', '[', ']', '|', '/', '<', '>'].map((sign) => [sign, sign] as const),
])
/** Environments of amsmath that bring their brackets along. */
const bracketed: Readonly<Record<string, string>> = {
  '()': 'pmatrix',
  '[]': 'bmatrix',
  '{}': 'Bmatrix',
  '||': 'vmatrix',
  '‖‖': 'Vmatrix',
}

function fence({ open, close, separator, parts }: Kind<'fence'>): string {
  const [first] = parts
  const only = parts.length === 1 && first !== undefined ? soleOf(first) : undefined
  if (only?.kind === 'matrix') {
    const own = bracketed[open + close]
    if (own !== undefined) return matrix(only, own)
    if (open === '{' && close === '') return matrix(only, 'cases')
  }
  if (only?.kind === 'lines' && open === '{' && close === '') return lines(only, 'cases')
  if (only?.kind === 'fraction' && only.line === 'none' && open + close === '()') {
    return `\\binom${group(only.numerator)}${group(only.denominator)}`
  }
  const inside = parts.map((part) => written(part).trim())
  const [left, right] = [fences.get(open), fences.get(close)]
  if (left === undefined || right === undefined) {
    return joined([sign(open), joined(between(inside, sign(separator))), sign(close)])
  }
  const middle = fences.get(separator)
  // A comma does not grow.
  const parting = separator !== '' && middle !== undefined ? `\\middle${middle} ` : sign(separator)
  return joined([`\\left${left}`, ...between(inside, parting), `\\right${right}`])
}

const between = (parts: readonly string[], parting: string): string[] =>
  parts.flatMap((part, index) => (index === 0 ? [part] : [parting, part]))

const matrix = ({ rows }: Kind<'matrix'>, name: string): string =>
  environment(
    name,
    rows.map((cells) => cells.map((cell) => written(cell).trim()).join(' & ')),
  )

/** In `aligned` the places of alignment are marked as they are in Office Math; `cases` has one. */
function lines({ lines: all }: Kind<'lines'>, name: 'aligned' | 'cases'): string {
  return environment(
    name,
    all.map((line) => {
      let marks = 0
      const parts = line.kind === 'row' ? line.parts : [line]
      return joined(
        parts.map((part) => {
          if (part.kind !== 'alignment') return written(part)
          return name === 'aligned' || ++marks === 1 ? ' & ' : ''
        }),
      ).trim()
    }),
  )
}

/** A bracket or star at the start of a row would belong to the end of the row above it. */
const environment = (name: string, rows: readonly string[]): string =>
  `\\begin{${name}} ${rows.map((row) => (/^[[*]/.test(row) ? `{}${row}` : row)).join(' \\\\ ')} \\end{${name}}`

function functionName(name: MathNode): string {
  const sole = soleOf(name)
  if (sole.kind !== 'signs' && sole.kind !== 'words') return written(name)
  const letters = sole.text.trim()
  if (latexFunctions.has(letters)) return `\\${letters}`
  return /^[A-Za-z]{2,}$/.test(letters) ? `\\operatorname{${letters}}` : written(name)
}

function accent({ base, sign: mark, side }: Kind<'accent'>): string {
  if (side === 'below') {
    const command = latexUnderAccents.get(mark)
    return command === undefined ? `\\underset{${sign(mark)}}${group(base)}` : `\\${command}${group(base)}`
  }
  const latex = group(base)
  const commands = latexAccents.get(mark)
  if (commands === undefined) return `\\overset{${sign(mark)}}${latex}`
  const isNarrow = /^\{(?:.|\\[A-Za-z]+)\}$/su.test(latex)
  return `\\${commands[isNarrow ? 0 : 1]}${latex}`
}

const styles: Readonly<Record<MathStyle, string>> = {
  upright: 'mathrm',
  bold: 'mathbf',
  'bold-italic': 'boldsymbol',
  script: 'mathcal',
  fraktur: 'mathfrak',
  'double-struck': 'mathbb',
  'sans-serif': 'mathsf',
  monospace: 'mathtt',
}

/** Letters in a style of their own; numbers and signs have none to speak of. */
function signs({ text: given, style }: Kind<'signs'>): string {
  const letters = given.trim()
  if (style === undefined || !/\p{L}/u.test(letters)) return plainSigns(given)
  if (style === 'upright') {
    if (latexFunctions.has(letters)) return `\\${letters}`
    if (!/^[\p{L}\p{N}]+$/u.test(letters)) return plainSigns(given)
  }
  return `\\${styles[style]}{${plainSigns(letters)}}`
}

/** Blocks of mathematical letters (Unicode 1D400 to 1D7FF) by the style that they have. */
const mathLetter = /[\u{1d400}-\u{1d7ff}ℂℍℕℙℚℝℤℬℰℱℋℐℒℳℛℭℌℨℊℯℴ]/u
const mathLetters = new RegExp(`${mathLetter.source}+`, 'gu')
const letterStyles: readonly (readonly [number, MathStyle | undefined])[] = [
  [0x1d400, 'bold'],
  [0x1d434, undefined],
  [0x1d468, 'bold-italic'],
  [0x1d49c, 'script'],
  [0x1d504, 'fraktur'],
  [0x1d538, 'double-struck'],
  [0x1d56c, 'fraktur'],
  [0x1d5a0, 'sans-serif'],
  [0x1d670, 'monospace'],
  [0x1d6a4, undefined],
  [0x1d6a8, 'bold'],
  [0x1d6e2, undefined],
  [0x1d71c, 'bold-italic'],
  [0x1d7ce, 'bold'],
  [0x1d7d8, 'double-struck'],
  [0x1d7e2, 'sans-serif'],
  [0x1d7f6, 'monospace'],
]

function plainSigns(given: string): string {
  const parts: string[] = []
  let at = 0
  for (const { 0: letters, index } of given.matchAll(mathLetters)) {
    parts.push(joined(plainText(given.slice(at, index))))
    for (const letter of letters) parts.push(styledLetter(letter))
    at = index + letters.length
  }
  parts.push(joined(plainText(given.slice(at))))
  return joined(parts)
}

function styledLetter(letter: string): string {
  const code = letter.codePointAt(0) ?? 0
  const style =
    code < 0x1d400
      ? /[ℂℍℕℙℚℝℤ]/.test(letter)
        ? 'double-struck'
        : /[ℭℌℨ]/.test(letter)
          ? 'fraktur'
          : 'script'
      : letterStyles.findLast(([start]) => start <= code)?.[1]
  const plain = joined(plainText(letter.normalize('NFKC')))
  return style === undefined ? plain : `\\${styles[style]}{${plain}}`
}

/** What math mode has by itself. */
const own = /[A-Za-z0-9+\-*/=<>()[\]|.,:;!?'"`@ ]/
const ownRun = /[A-Za-z0-9+\-*/=<>()[\]|.,:;!?'"`@ ]+|[^A-Za-z0-9+\-*/=<>()[\]|.,:;!?'"`@ ]/gsu

/** Marks for letters, which are none of a script's own. */
const combining = /^[\u0300-\u036f\u20d0-\u20ff]$/

/** Signs that KaTeX and MathJax know by themselves, and LaTeX with unicode-math. */
const mathSign = /^[\p{Sm}\p{Ps}\p{Pe}\u2190-\u23ff\u27f0-\u2bff]$/u

/** Digits, signs and letters that are raised or lowered by themselves: `x²`, `aₙ`. */
const raised = /[⁰¹²³⁴-⁹⁺⁻⁼⁽⁾ⁱⁿ]+/u
const lowered = /[₀-₉₊₋₌₍₎ₐₑₒₓₕₖₗₘₙₚₛₜᵢⱼᵣᵤᵥ]+/u
const shifted = new RegExp(`(${raised.source})|(${lowered.source})|°`, 'gu')

/** Raised and lowered characters as scripts of what is before them. */
function plainText(given: string): readonly string[] {
  const levels: (readonly string[])[] = []
  let at = 0
  for (const { 0: all, 1: above, 2: below, index } of given.matchAll(shifted)) {
    const script = above ?? below
    const latex = script === undefined ? '\\circ' : joined(levelText(script.normalize('NFKC').replaceAll('−', '-')))
    const base = index === 0 ? ['{}'] : levelText(given.slice(at, index))
    levels.push(base, [`${below === undefined ? '^' : '_'}{${latex}}`])
    at = index + all.length
  }
  return [...levels.flat(), ...levelText(given.slice(at))]
}

/** Piece by piece; what math mode does not know is text. */
function levelText(given: string): string[] {
  const parts: string[] = []
  let strange = ''
  const flush = (): void => {
    if (strange !== '') parts.push(text(strange))
    strange = ''
  }
  for (const [piece] of given.normalize('NFC').matchAll(ownRun)) {
    if (combining.test(piece)) {
      // A mark that is no letter's of its own; what there is no command for is left to the text.
      const mark = strange === '' ? latexAccents.get(piece)?.[0] : undefined
      const before = parts.pop() ?? ''
      const letter = /[A-Za-z]$/.exec(before)?.[0]
      if (mark === undefined || letter === undefined) parts.push(before)
      else parts.push(before.slice(0, -1), `\\${mark}{${letter}}`)
      continue
    }
    const isOwn = own.test(piece) || mathSign.test(piece)
    const latex = latexSpacing.get(piece) ?? latexSymbols.get(piece) ?? (isOwn ? piece : undefined)
    if (latex === undefined) strange += piece
    else {
      flush()
      parts.push(latex)
    }
  }
  flush()
  return parts
}

/** One sign, such as a bracket or an arrow. */
const sign = (character: string): string => joined(plainText(character))

const textEscapes: Readonly<Record<string, string>> = {
  '\\': '\\textbackslash{}',
  '^': '\\textasciicircum{}',
  '~': '\\textasciitilde{}',
  '\n': ' ',
  '\t': ' ',
}

/** Ordinary text; the signs of mathematics in it are none of it. */
function words(given: string): string {
  const parts: string[] = []
  let plain = ''
  const flush = (): void => {
    if (plain !== '') parts.push(text(plain))
    plain = ''
  }
  for (const character of given.normalize('NFC')) {
    const sign = character > '~' ? signIn(character) : undefined
    if (sign !== undefined) {
      flush()
      parts.push(sign)
    } else if (!combining.test(character)) plain += character === '‼' ? '!!' : character
  }
  flush()
  return joined(parts)
}

/** A character that math mode has and text has not. */
function signIn(character: string): string | undefined {
  if (mathLetter.test(character)) return styledLetter(character)
  return latexSymbols.get(character) ?? (mathSign.test(character) ? character : undefined)
}

const text = (plain: string): string =>
  `\\text{${plain.replaceAll(/[\\^~\n\t]|[{}$&#_%]/g, (mark) => textEscapes[mark] ?? `\\${mark}`)}}`
