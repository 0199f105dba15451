import { expectLinearTime } from '@chancery/port-contracts/linear-time'
import { expect, it } from 'vitest'
import { chanceOf } from './chance.ts'

const word = (text: string) => ({ kind: 'word', text }) as const
const people = ['Ada Lund', 'Ben Holt', 'Cy Wood']

it('is less for more samples, rarer words, and where the kind of words changes', () => {
  const sides = people.map((name) => [name, 'garden tools'] as const)
  const [two, three] = [chanceOf([word('for')], sides.slice(1)), chanceOf([word('for')], sides)]
  expect(three).toBeLessThan(two)
  expect(chanceOf([word('towards')], sides)).toBeLessThan(three)
  expect(chanceOf([word('for')], [...sides.slice(1), ['ada lund', 'garden tools']])).toBeGreaterThan(three)
  expect(chanceOf([{ kind: 'punctuation', text: ',' }], sides)).toBe(1)
})

it.each(['a', 'a ', 'A-', '1', ' '])('takes values of %j over and over in time that grows linearly', async (unit) => {
  await expectLinearTime(
    20_000,
    (size) => `${unit.repeat(size)} , `,
    (text) =>
      chanceOf(
        [word('of')],
        [
          [text, text],
          ['b', 'c'],
        ],
      ),
  )
})
