import { expect, it } from 'vitest'
import { computedResult } from './computed-field.ts'

it.each([
  ['SYMBOL 252 \\f "Wingdings" \\s 12', '✓'],
  ['symbol 0xB7 \\f Symbol', '•'],
  ['SYMBOL 8364 \\f Arial \\u', '€'],
  ['EQ \\f(1;x\\,y)', '(1)/(x,y)'],
  ['EQ \\r(3,a) + \\r(b)', '√[3](a) + √(b)'],
  ['EQ \\* jc2 \\* "Font:MS Mincho" \\* hps10 \\o\\ad(\\s\\up 9(かんじ),漢字)', '漢字(かんじ)'],
  ['EQ x\\s\\do5(i)', 'xi'],
  ['EQ \\a \\al \\co2 (a,b,c,d)', 'a b c d'],
  ['EQ ', undefined],
  ['MACROBUTTON  AcceptAll [Click here]', '[Click here]'],
  ['MACROBUTTON None', undefined],
  ['PAGE', undefined],
])('reads %s', (instruction, shown) => {
  expect(computedResult(instruction)).toBe(shown)
})

it('takes what is broken or deep as it is', () => {
  expect(computedResult(`EQ ${'\\f('.repeat(1000)}`)).toBeDefined()
  expect(computedResult(`EQ \\o(${' '.repeat(4000)}`)).toBeUndefined()
})
