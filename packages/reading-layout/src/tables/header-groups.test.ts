import { expect, it } from 'vitest'
import { areTitles, groupsUnder, type Label } from './header-groups.ts'

/** Labels at places, 5 points a letter, in the middle of their cells or at the right of them. */
const labelsAt = (middles: readonly number[], texts: readonly string[], shift = 0): Label[] =>
  texts.map((text, at) => {
    const middle = (middles[at] ?? 0) + shift
    return { left: middle - text.length * 2.5, right: middle + text.length * 2.5, size: 10, text }
  })

const columns = [100, 160, 220, 280, 340]
const groupsOf = (titles: readonly Label[], labels: readonly Label[]) =>
  groupsUnder(titles, labels)?.map((group) => group.map(({ text }) => text))

it('lays titles over the labels that they are in the middle of', () => {
  const labels = labelsAt(columns, ['2001', '2002', '2003', '2004', '2005'])
  const titles = labelsAt([130, 280], ['Sales', 'Costs'])
  expect(groupsOf(titles, labels)).toEqual([
    ['2001', '2002'],
    ['2003', '2004', '2005'],
  ])
  expect(areTitles(titles, labels)).toBe(true)
})

it('lays a narrow title over all, though labels are set to the right of their cells', () => {
  const labels = labelsAt(columns, ['PK', 'K', '1', '2', '3'], 20)
  const titles = labelsAt([220], ['Grade'])
  expect(groupsOf(titles, labels)).toEqual([['PK', 'K', '1', '2', '3']])
  expect(areTitles(titles, labels)).toBe(true)
})

it('leaves the first lines of labels with them', () => {
  const labels = labelsAt(columns, ['Name', 'rate', 'Error', 'income', 'Age'])
  expect(areTitles(labelsAt([160, 280], ['Average', 'Other']), labels)).toBe(false)
  expect(areTitles(labelsAt([160], ['Yearly']), labelsAt(columns.slice(0, 3), ['Total', 'rise', 'Mean']))).toBe(false)
})
