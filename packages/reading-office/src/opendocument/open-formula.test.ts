import { expectLinearTime } from '@chancery/port-contracts/linear-time'
import { expect, it } from 'vitest'
import { shownFormula } from './open-formula.ts'

it.each([
  ['of:=SUM([.A1:.B2];1)', 'SUM(A1:B2,1)'],
  ['of:=[$Costs.A1]&";"', 'Costs!A1&";"'],
  ['msoxl:=A1+[.B2', 'A1+[.B2'],
])('shows %s as %s', (formula, shown) => {
  expect(shownFormula(formula)).toBe(shown)
})

it('takes as long for brackets and quotes that nothing closes as for as many others', async () => {
  await expectLinearTime(
    20_000,
    (size) => `of:=${'['.repeat(size)}${'"["'.repeat(size)}"`,
    (formula) => shownFormula(formula),
  )
})
