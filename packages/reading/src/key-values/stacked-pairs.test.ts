import type { Block } from '@chancery/core'
import { expect, it } from 'vitest'
import { keyValuesIn } from './key-values.ts'

/** Lines of one type, of 0.02 of the page's height. */
const pairs = (lines: readonly (readonly [text: string, x: number, y: number])[]) => {
  let at = 0
  const blocks = lines.map(([line, x, y]): Block => {
    const span = { start: at, end: at + line.length, page: 1, box: { x, y, width: 0.2, height: 0.02 } }
    at = span.end + 1
    return { type: 'paragraph', layer: 'body', span }
  })
  return keyValuesIn(lines.map(([line]) => line).join('\n'), blocks, []).map(({ key, value }) => [key, value])
}

const labels = ['Last name', 'Phone', 'Town', 'Insurance']
const values = ['Okonjo', '020 7946', 'Leeds', 'NX 88']

it('reads labels above their values, in columns beside each other', () => {
  const lines = labels.flatMap((label, at): [string, number, number][] => {
    const [x, y] = [0.1 + 0.4 * Math.floor(at / 2), 0.1 + 0.07 * (at % 2)]
    return [
      [label, x, y],
      [values[at] ?? '', x, y + 0.021],
    ]
  })
  expect(pairs(lines)).toEqual(labels.map((label, at) => [label, values[at]]))
})

it('reads captions below what was filled in, in brackets or not', () => {
  const lines = labels.flatMap((label, at): [string, number, number][] => [
    [values[at] ?? '', 0.1, 0.1 + 0.07 * at],
    [at === 0 ? `(${label})` : label, 0.1, 0.121 + 0.07 * at],
  ])
  expect(pairs(lines)).toEqual(labels.map((label, at) => [label, values[at]]))
})

it('reads values that are moved in below their labels, without space between the pairs', () => {
  const lines = labels.flatMap((label, at): [string, number, number][] => [
    [label, 0.1, 0.1 + 0.04 * at],
    [values[at] ?? '', 0.14, 0.12 + 0.04 * at],
  ])
  expect(pairs(lines)).toEqual(labels.map((label, at) => [label, values[at]]))
})

it('takes no lines that stand as near to each other all along, and none where nothing tells labels from values', () => {
  expect(pairs([...labels, ...values].map((line, at) => [line, 0.1, 0.1 + 0.02 * at]))).toEqual([])
  const names = ['Anna Meier', 'Head of sales', 'Ben Ott', 'Clerk', 'Cleo Lang', 'Driver']
  expect(pairs(names.map((line, at) => [line, 0.1, 0.1 + 0.021 * at + 0.03 * Math.floor(at / 2)]))).toEqual([])
})
