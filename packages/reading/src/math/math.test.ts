import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseXml } from '../xml/xml-element.ts'
import { latexMath } from './latex-math.ts'
import { linearMath } from './linear-math.ts'
import type { MathNode } from './math-node.ts'
import { mathml } from './mathml.ts'
import { officeMath } from './office-math.ts'

const officeNames = 'http://schemas.openxmlformats.org/officeDocument/2006/math'
const office = (xml: string): readonly [latex: string, linear: string] => {
  const bytes = new TextEncoder().encode(`<m:oMath xmlns:m="${officeNames}">${xml}</m:oMath>`)
  const node = officeMath(parseXml(bytes, 10_000), 'accept', () => {})
  return [latexMath(node), linearMath(node)]
}
const math = (xml: string): readonly [latex: string, linear: string] => {
  const node = mathml(parseXml(new TextEncoder().encode(`<math>${xml}</math>`), 10_000))
  return [latexMath(node), linearMath(node)]
}

const r = (text: string, properties = ''): string => `<m:r>${properties}<m:t>${text}</m:t></m:r>`
const e = (content: string): string => `<m:e>${content}</m:e>`
const val = (name: string, value: string): string => `<m:${name} m:val="${value}"/>`
const frac = (top: string, bottom: string, type = ''): string =>
  `<m:f><m:fPr>${type === '' ? '' : val('type', type)}</m:fPr><m:num>${top}</m:num><m:den>${bottom}</m:den></m:f>`
const sup = (base: string, script: string): string => `<m:sSup>${e(base)}<m:sup>${script}</m:sup></m:sSup>`
const fence = (content: string, open = '(', close = ')'): string =>
  `<m:d><m:dPr>${val('begChr', open)}${val('endChr', close)}</m:dPr>${content}</m:d>`
const rows = (...cells: readonly (readonly string[])[]): string =>
  `<m:m>${cells.map((row) => `<m:mr>${row.map((cell) => e(r(cell))).join('')}</m:mr>`).join('')}</m:m>`

describe('Office Math', () => {
  it.each([
    ['a fraction', frac(r('a+b'), r('c')), '\\frac{a+b}{c}', '(a+b)/(c)'],
    [
      'a raised fraction',
      sup(frac(fence(e(r('x-c'))), r('v')), r('2')),
      '{\\frac{\\left(x-c\\right)}{v}}^{2}',
      '(((x-c))/(v))^2',
    ],
    [
      'a raised fraction in brackets',
      sup(fence(e(frac(r('a'), r('b')))), r('2')),
      '\\left(\\frac{a}{b}\\right)^{2}',
      '((a)/(b))^2',
    ],
    [
      'two brackets raised',
      sup(`${fence(e(r('a')))}${fence(e(r('b')))}`, r('2')),
      '{\\left(a\\right)\\left(b\\right)}^{2}',
      '((a)(b))^2',
    ],
    ['a slanted fraction', frac(r('a'), r('b+c'), 'skw'), 'a/{b+c}', '(a)/(b+c)'],
    ['a binomial', fence(e(frac(r('n'), r('k'), 'noBar'))), '\\binom{n}{k}', '((n)¦(k))'],
    [
      'both scripts',
      `<m:sSubSup>${e(r('x'))}<m:sub>${r('i')}</m:sub><m:sup>${r('n+1')}</m:sup></m:sSubSup>`,
      'x_{i}^{n+1}',
      'x_i^(n+1)',
    ],
    [
      'scripts before',
      `<m:sPre><m:sub>${r('6')}</m:sub><m:sup>${r('14')}</m:sup>${e(r('C'))}</m:sPre>`,
      '{}_{6}^{14}C',
      '_6^14C',
    ],
    ['a root', `<m:rad><m:radPr>${val('degHide', '1')}</m:radPr><m:deg/>${e(r('x'))}</m:rad>`, '\\sqrt{x}', '√(x)'],
    ['a cube root', `<m:rad><m:deg>${r('3')}</m:deg>${e(r('x'))}</m:rad>`, '\\sqrt[{3}]{x}', '√[3](x)'],
    [
      'a sum',
      `<m:nary><m:naryPr>${val('chr', '∑')}${val('limLoc', 'undOvr')}</m:naryPr><m:sub>${r('i=1')}</m:sub><m:sup>${r('n')}</m:sup>${e(r('i'))}</m:nary>`,
      '\\sum_{i=1}^{n} i',
      '∑_(i=1)^n i',
    ],
    [
      'an integral, whose sign is the usual one',
      `<m:nary><m:naryPr>${val('supHide', '1')}</m:naryPr><m:sub>${r('0')}</m:sub><m:sup/>${e(r('x'))}</m:nary>`,
      '\\int_{0} x',
      '∫_0 x',
    ],
    ['brackets with bars', `<m:d>${e(r('a'))}${e(r('b'))}</m:d>`, '\\left(a\\middle| b\\right)', '(a|b)'],
    ['half a bracket', fence(e(r('x')), '', '|'), '\\left.x\\right|', 'x|'],
    [
      'a matrix',
      fence(e(rows(['a', 'b'], ['c', 'd'])), '[', ']'),
      '\\begin{bmatrix} a & b \\\\ c & d \\end{bmatrix}',
      '[a, b; c, d]',
    ],
    [
      'cases',
      fence(e(`<m:eqArr>${e(r('x&amp;, a'))}${e(r('[y]&amp;, b'))}</m:eqArr>`), '{', ''),
      '\\begin{cases} x & , a \\\\ {}[y] & , b \\end{cases}',
      '{x, a; [y], b',
    ],
    [
      'lines',
      `<m:eqArr>${e(r('a&amp;=1'))}${e(r('b&amp;=2'))}</m:eqArr>`,
      '\\begin{aligned} a & =1 \\\\ b & =2 \\end{aligned}',
      'a=1; b=2',
    ],
    [
      'a function',
      `<m:func><m:fName>${r('sin', '<m:rPr><m:sty m:val="p"/></m:rPr>')}</m:fName>${e(r('x'))}</m:func>`,
      '\\sin x',
      'sin x',
    ],
    [
      'a limit',
      `<m:func><m:fName><m:limLow>${e(r('lim'))}<m:lim>${r('x→0')}</m:lim></m:limLow></m:fName>${e(r('x'))}</m:func>`,
      '\\lim_{x\\rightarrow0}x',
      'lim_(x→0) x',
    ],
    [
      'an unknown function',
      `<m:func><m:fName>${r('foo')}</m:fName>${e(r('x'))}</m:func>`,
      '\\operatorname{foo}x',
      'foo x',
    ],
    ['an accent', `<m:acc><m:accPr>${val('chr', '\u0303')}</m:accPr>${e(r('n'))}</m:acc>`, '\\tilde{n}', 'n\u0303'],
    ['a wide accent', `<m:acc>${e(r('ab'))}</m:acc>`, '\\widehat{ab}', 'ab\u0302'],
    [
      'a bar above',
      `<m:bar><m:barPr>${val('pos', 'top')}</m:barPr>${e(r('x+y'))}</m:bar>`,
      '\\overline{x+y}',
      'x+y\u0305',
    ],
    [
      'a brace with a label',
      `<m:limLow>${e(`<m:groupChr>${e(r('a+b'))}</m:groupChr>`)}<m:lim>${r('n')}</m:lim></m:limLow>`,
      '\\underbrace{a+b}_{n}',
      '(a+b⏟)_n',
    ],
    [
      'something above something',
      `<m:limUpp>${e(r('='))}<m:lim>${r('!', '<m:rPr><m:nor/></m:rPr>')}</m:lim></m:limUpp>`,
      '\\overset{\\text{!}}{=}',
      '=^(!)',
    ],
    ['a frame', `<m:borderBox>${e(r('x'))}</m:borderBox>`, '\\boxed{x}', 'x'],
    [
      'what takes room',
      `<m:phant><m:phantPr>${val('show', '0')}</m:phantPr>${e(r('x'))}</m:phant>`,
      '\\phantom{x}',
      'x',
    ],
    ['a box', `<m:box>${e(r('x'))}</m:box>`, 'x', 'x'],
    ['signs', r('α·β≤∞ 5% {a_b}'), '\\alpha\\cdot\\beta\\leq\\infty 5\\% \\{a\\_b\\}', 'α·β≤∞ 5% {a_b}'],
    [
      'letters of other styles',
      `${r('ℝ𝐱')}${r('v', '<m:rPr><m:sty m:val="b"/></m:rPr>')}`,
      '\\mathbb{R}\\mathbf{x}\\mathbf{v}',
      'ℝ𝐱v',
    ],
    ['words', r('if $x', '<m:rPr><m:nor/></m:rPr>'), '\\text{if \\$x}', 'if $x'],
    ['what LaTeX does not know', r('面积=x'), '\\text{面积}=x', '面积=x'],
    ['raised and lowered signs', r('x²+a₁₂·10⁻³+45°C'), 'x^{2}+a_{12}\\cdot10^{-3}+45^{\\circ}C', 'x²+a₁₂·10⁻³+45°C'],
    ['a prime behind a script', `${sup(r('x'), r('2'))}${r("'")}`, "x^{2}{}'", "x^2'"],
  ])('reads %s', (_, xml, latex, linear) => expect(office(xml)).toEqual([latex, linear]))
})

describe('MathML', () => {
  it.each([
    [
      'a fraction',
      '<mfrac><mi>a</mi><mrow><mi>b</mi><mo>+</mo><mn>1</mn></mrow></mfrac>',
      '\\frac{a}{b+1}',
      '(a)/(b+1)',
    ],
    ['scripts', '<msubsup><mi>x</mi><mi>i</mi><mn>2</mn></msubsup>', 'x_{i}^{2}', 'x_i^2'],
    ['a root', '<mroot><mi>x</mi><mn>3</mn></mroot>', '\\sqrt[{3}]{x}', '√[3](x)'],
    [
      'a sum',
      '<munderover><mo>∑</mo><mrow><mi>i</mi><mo>=</mo><mn>1</mn></mrow><mi>n</mi></munderover><mi>i</mi>',
      '\\sum_{i=1}^{n}i',
      '∑_(i=1)^ni',
    ],
    ['a function written as an operator', '<mrow><mo>sin</mo><mi>x</mi></mrow>', '\\sin x', 'sin x'],
    ['an accent', '<mover accent="true"><mi>x</mi><mo>¯</mo></mover>', '\\bar{x}', 'x\u0305'],
    [
      'a matrix',
      '<mrow><mo>(</mo><mtable><mtr><mtd><mi>a</mi></mtd><mtd><mi>b</mi></mtd></mtr></mtable><mo>)</mo></mrow>',
      '\\begin{pmatrix} a & b \\end{pmatrix}',
      '(a, b)',
    ],
    [
      'cases',
      '<mrow><mo>{</mo><mtable><mtr><mtd><mn>1</mn></mtd><mtd><mtext>if x</mtext></mtd></mtr></mtable></mrow>',
      '\\begin{cases} 1 & \\text{if x} \\end{cases}',
      '{1, if x',
    ],
    ['brackets', '<mrow><mo>(</mo><mi>a</mi><mo>)</mo></mrow>', '\\left(a\\right)', '(a)'],
    ['two brackets', '<mrow><mo>(</mo><mi>a</mi><mo>)</mo><mo>(</mo><mi>b</mi><mo>)</mo></mrow>', '(a)(b)', '(a)(b)'],
    [
      'scripts on both sides',
      '<mmultiscripts><mi>C</mi><mprescripts/><mn>6</mn><mn>14</mn></mmultiscripts>',
      '{}_{6}^{14}C',
      '_6^14C',
    ],
    ['names of functions', '<mi>sin</mi><mo>\u2061</mo><mi>x</mi>', '\\sin x', 'sin\u2061x'],
    [
      'the first of what says the same',
      '<semantics><mi>x</mi><annotation encoding="StarMath 5.0">x</annotation></semantics>',
      'x',
      'x',
    ],
  ])('reads %s', (_, xml, latex, linear) => expect(math(xml)).toEqual([latex, linear]))
})

describe('any formula', () => {
  const text = fc.oneof(
    fc.constantFrom(
      'x',
      'sin',
      'lim',
      '∑',
      '∫',
      'α',
      "'",
      '&',
      '$',
      '{',
      '}',
      '\\',
      '^',
      '_',
      '%',
      '#',
      '面',
      'ℝ',
      '[',
      '*',
    ),
    fc.string({ unit: 'grapheme', maxLength: 4 }),
  )
  const { node } = fc.letrec<{ node: MathNode }>((tie) => ({
    node: fc.oneof(
      { depthSize: 'small' },
      fc.record({ kind: fc.constantFrom('signs' as const, 'words' as const), text }),
      fc.record({ kind: fc.constant('row' as const), parts: fc.array(tie('node'), { maxLength: 4 }) }),
      fc.record({
        kind: fc.constant('fraction' as const),
        numerator: tie('node'),
        denominator: tie('node'),
        line: fc.constantFrom('line' as const, 'none' as const, 'slash' as const),
      }),
      fc.record({
        kind: fc.constant('scripts' as const),
        base: tie('node'),
        sub: tie('node'),
        sup: tie('node'),
        isStacked: fc.boolean(),
      }),
      fc.record({ kind: fc.constant('root' as const), radicand: tie('node'), degree: tie('node') }),
      fc.record({
        kind: fc.constant('fence' as const),
        open: fc.constantFrom('(', '{', '', '∎'),
        close: fc.constantFrom(')', '}', '', '|'),
        separator: fc.constantFrom('|', ','),
        parts: fc.array(tie('node'), { maxLength: 3 }),
      }),
      fc.record({
        kind: fc.constant('matrix' as const),
        rows: fc.array(fc.array(tie('node'), { maxLength: 3 }), { maxLength: 3 }),
      }),
      fc.record({ kind: fc.constant('lines' as const), lines: fc.array(tie('node'), { maxLength: 3 }) }),
    ),
  }))
  const count = (latex: string, pattern: RegExp): number => latex.match(pattern)?.length ?? 0

  it('is LaTeX whose groups, brackets and environments are closed, and which stays in math mode', () => {
    fc.assert(
      fc.property(node, (formula) => {
        const latex = latexMath(formula)
        let depth = 0
        for (const [brace] of latex.replaceAll(/\\[{}]/g, '').matchAll(/[{}]/g)) {
          depth += brace === '{' ? 1 : -1
          expect(depth).toBeGreaterThanOrEqual(0)
        }
        expect(depth).toBe(0)
        expect(count(latex, /\\left(?![a-z])/g)).toBe(count(latex, /\\right(?![a-z])/g))
        expect(count(latex, /\\begin\{/g)).toBe(count(latex, /\\end\{/g))
        expect(latex.replaceAll(/\\[$#%]/g, '')).not.toMatch(/[$#%]/)
      }),
      { numRuns: 100 },
    )
  })

  it('takes time in proportion to its length', () => {
    const row: MathNode = { kind: 'row', parts: Array.from({ length: 100_000 }, () => ({ kind: 'signs', text: 'α' })) }
    let deep: MathNode = row
    for (let level = 0; level < 200; level++) deep = { kind: 'root', radicand: deep }
    const before = performance.now()
    expect(latexMath(deep).startsWith('\\sqrt{\\sqrt{')).toBe(true)
    expect(linearMath(deep).length).toBeGreaterThan(100_000)
    expect(performance.now() - before).toBeLessThan(20_000)
  })
})
