import { describe, expect, it } from 'vitest'
import { linesAt, pdfOf, type PlacedText } from './pdf-fixture.ts'
import { outline, readForTest } from './reading-for-test.ts'

const lines = Array.from({ length: 14 }, (_, at) => `Line ${at} of what the plaintiff has to say about the`)

const numbered = (numbers: readonly string[], x: number, step = 1): PlacedText[] =>
  numbers.map((text, at) => ({ x, y: 700 - at * step * 14, text }))

const counted = (count: number, step = 1): string[] => Array.from({ length: count }, (_, at) => `${(at + 1) * step}`)

const textOf = async (...texts: readonly (readonly PlacedText[])[]) =>
  outline(await readForTest(pdfOf({ pages: [texts.flat()] }), 'pdf'))

describe('numbers of lines in the margin', () => {
  it('are no part of the text beside them', async () => {
    const found = await textOf(numbered(counted(14), 40), linesAt(80, 700, lines))
    expect(found).toEqual([`paragraph | ${lines.join(' ')}`, `text-box | ${counted(14).join(' ')}`])
  })

  it('may be those of every fifth line', async () => {
    const all = [...lines, ...lines]
    const found = await textOf(
      numbered(counted(5, 5), 40, 5).map((each) => ({ ...each, y: each.y - 56 })),
      linesAt(80, 700, all),
    )
    expect(found).toEqual([`paragraph | ${all.join(' ')}`, 'text-box | 5 10 15 20 25'])
  })

  it.each<[what: string, texts: readonly (readonly PlacedText[])[]]>([
    ['rows of a table below a title', [linesAt(40, 760, ['Rooms of the house']), numbered(counted(14), 40)]],
    ['few of them', [numbered(counted(8), 40)]],
    ['others than those of lines', [numbered(counted(14, 2), 40)]],
    [
      'at uneven distances',
      [numbered(counted(14), 40).map((each, at) => ({ ...each, y: each.y - (at > 6 ? 28 : 0) }))],
    ],
  ])('are told from %s', async (_, texts) => {
    const found = await textOf(...texts, linesAt(80, 700, lines))
    expect(found.filter((each) => each.startsWith('text-box'))).toEqual([])
  })
})
