import { expect, it } from 'vitest'
import { linesIn, textIn } from './placed-text.ts'

const place = { left: 100, right: 200, top: 100, bottom: 160 }

it('spreads lines over a place', () => {
  const words = linesIn('Main Street 1\nBonn', place)
  expect(words.map(({ text, break: broken }) => [text, broken])).toEqual([
    ['Main', 'line'],
    ['Street', 'space'],
    ['1', 'space'],
    ['Bonn', 'line'],
  ])
  expect(words.map(({ top, bottom }) => (top + bottom) / 2)).toEqual([115, 115, 115, 145])
})

it('begins typed text at the top, and breaks its lines where there is room for several', () => {
  const words = textIn('A remark that is too long for one line', place)
  expect(words.filter(({ break: broken }) => broken === 'line').map(({ text }) => text)).toEqual(['A', 'too', 'line'])
  expect(words[0]?.top).toBeCloseTo(100)
  expect(textIn('A remark that is too long for one line', { ...place, bottom: 114 }).map(({ top }) => top)).toEqual(
    Array.from({ length: 9 }, () => expect.closeTo(100, 0)),
  )
})
