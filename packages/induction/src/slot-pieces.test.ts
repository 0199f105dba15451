import { describe, expect, it } from 'vitest'
import { gatherEvidence } from './evidence.ts'
import { sampleOf } from './lines-fixture.ts'
import { createPace } from './pace.ts'
import { leavesOf } from './sample.ts'
import { createSlotReader, piecesOf, type SlotTexts } from './slot-pieces.ts'
import { pieceText } from './template.ts'
import { indexMarks } from './tokens.ts'

/** Reads one line of each sample, and counts the cells that laying them over each other took. */
async function readerOf(lines: readonly string[]) {
  const samples = lines.map(sampleOf)
  const pace = createPace(new AbortController().signal)
  const evidence = await gatherEvidence(samples, indexMarks([]), pace)
  const texts: SlotTexts = samples.map((sample) => evidence.slotTokens(leavesOf(sample)[0]!)[0])
  let cells = 0
  const counted = { ...pace, spend: (amount: number) => void (cells += amount) }
  return { texts, readSlot: createSlotReader(evidence, counted), cells: () => cells }
}
const scope = { instances: [0, 1].map((sample) => ({ sample, parent: -1 })) }

describe('slots', () => {
  it('are laid over each other once, and each place has values of its own', async () => {
    const { texts, readSlot, cells } = await readerOf(['Dear Ada Byron, welcome', 'Dear Bo Chan, welcome'])
    const [one, again] = [readSlot(texts, 'options'), readSlot(texts, 'options')].map(({ parts }) =>
      piecesOf(parts, scope),
    )
    const once = cells()
    readSlot(texts, 'options')
    expect([once > 0, cells()]).toEqual([true, once])
    for (const [instance, line] of ['Dear Ada Byron, welcome', 'Dear Bo Chan, welcome'].entries())
      expect(one!.map((piece) => pieceText(piece, instance)).join('')).toBe(line)
    const [, value] = one!
    if (value?.kind !== 'variable') throw new Error('There is no value.')
    value.variable.values[0] = 'another'
    expect(again!.map((piece) => pieceText(piece, 0)).join('')).toBe('Dear Ada Byron, welcome')
    expect(readSlot([...texts].toReversed(), 'options').parts).not.toEqual(readSlot(texts, 'options').parts)
  })

  it('are read in another way where that is asked for', async () => {
    const { texts, readSlot } = await readerOf(['Pay today.', 'Pay today. You may cancel at any time before.'])
    const kinds = (reading: 'options' | 'plain' | 'whole') => readSlot(texts, reading).parts.map(({ kind }) => kind)
    expect(kinds('options')).toEqual(['constant', 'option'])
    expect(kinds('plain')).toEqual(['constant', 'varying'])
    expect(kinds('whole')).toEqual(['varying'])
  })

  it('of more than 20 pages are one value where they differ, and read as ever in one sample alone', async () => {
    const long = 'of the other, '.repeat(4000)
    const two = await readerOf([`Dear Ada, ${long}`, `Dear Bo, ${long}`])
    expect(two.readSlot(two.texts, 'options').parts).toEqual([
      { kind: 'varying', values: [`Dear Ada, ${long}`, `Dear Bo, ${long}`] },
    ])
    expect(two.cells()).toBe(0)
    const same = await readerOf([long, long])
    expect(same.readSlot(same.texts, 'options').parts).toEqual([{ kind: 'constant', text: long }])
    const alone = await readerOf([`${long} 14 March 2026`])
    expect(alone.readSlot(alone.texts, 'options').parts[0]!.kind).toBe('constant')
  })
})
