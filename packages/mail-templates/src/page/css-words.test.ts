import { expectLinearTime } from '@chancery/port-contracts/linear-time'
import { expect, it } from 'vitest'
import { cssWords } from './css-words.ts'

it.each<[value: string, words: readonly string[]]>([
  ['', []],
  [' no-repeat  #fff ', ['no-repeat', '#fff']],
  ['rgb(1, 2, 3) fixed', ['rgb(1, 2, 3)', 'fixed']],
  ['rgb(calc(1 + 2), 0, 0) fixed', ['rgb(calc(1 + 2), 0, 0)', 'fixed']],
  ['a) b', ['a)', 'b']],
])('%j', (value, words) => expect(cssWords(value)).toEqual(words))

it.each(['0 ', '(', '( ', ')', '(a', '(a ) ', '(() '])('takes linear time for many %j', async (sign) => {
  await expectLinearTime(20_000, (size) => sign.repeat(size), cssWords)
})
