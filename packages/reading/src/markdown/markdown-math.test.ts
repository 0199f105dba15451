import { expect, it } from 'vitest'
import { outline, readForTest } from '../reading-for-test.ts'

const latexOf = async (text: string): Promise<readonly string[]> =>
  (await readForTest(text, 'markdown')).formulas.map(({ latex }) => latex)

it('reads formulas in a line, in cells and on lines of their own', async () => {
  const text = 'With $m = \\frac{a}{b}$ and $x_1 * x_2 * y$:\n\n$$\nE = mc^2\n$$\n\n| a |\n|---|\n| $n^2$ |\n'
  const model = await readForTest(text, 'markdown')
  expect(model.formulas.map(({ latex }) => latex)).toEqual(['m = \\frac{a}{b}', 'x_1 * x_2 * y', 'E = mc^2', 'n^2'])
  expect(model.formulas.map(({ span }) => model.text.slice(span.start, span.end))).toEqual(
    model.formulas.map(({ latex }) => latex),
  )
  expect(outline(model)[1]).toBe('formula | E = mc^2')
})

it('leaves amounts, names of variables and code as they are', async () => {
  for (const text of [
    'It costs $5 to $10, or $5/kg and US$7.',
    'From $20,000 in May to $30,000 in June = a third more',
    'From $20k = a third to US$ in all',
    'Set $HOME and $PATH of the shell',
    'Write \\$x^2\\$ or `$x^2$`',
    '```\n$x^2$\n```',
    '$ x^2 $ and $x^2',
  ])
    expect(await latexOf(text), text).toEqual([])
  expect(await latexOf('a $f(x)$, $x$, $$a \\$ b^2$$')).toEqual(['f(x)', 'x', 'a \\$ b^2'])
})

it('does not take ever longer for signs that nothing closes', async () => {
  for (const text of ['$a '.repeat(60_000), `${'$x^2 '.repeat(1900)}`, '$'.repeat(100_000)])
    expect(await latexOf(text)).toEqual([])
})
