import { describe, expect, it } from 'vitest'
import { alignNodes } from './align-nodes.ts'
import { gatherEvidence } from './evidence.ts'
import { sampleOf } from './lines-fixture.ts'
import { createPace } from './pace.ts'
import { leavesOf } from './sample.ts'
import { indexMarks } from './tokens.ts'

const signal = new AbortController().signal
const words = ['pay', 'rent', 'keys', 'heat', 'roof', 'door', 'lawn', 'wall', 'tree', 'gate', 'pond']
const paragraph = (at: number, who: string): string => `${who} looks after ${words[at % 11]} and ${words[at % 7]} of it`

/** Paragraphs that hardly differ but for a name, of which each sample lacks another, and how they come to lie. */
async function laid(most: number) {
  const samples = ['Ada', 'Bo'].map((who, sample) =>
    sampleOf(
      Array.from({ length: 60 }, (_, at) => (at === 20 + sample ? [] : paragraph(at, who)))
        .flat()
        .join('\n'),
    ),
  )
  const evidence = await gatherEvidence(samples, indexMarks([]), createPace(signal))
  const pace = createPace(signal, most)
  const columns = await alignNodes(
    samples.map(({ children }) => children),
    evidence,
    pace,
  )
  const lines = columns.map((column) =>
    column.map((node) => node && leavesOf(node)[0]?.slots[0]?.replace(/^\w+/, '')).join(' | '),
  )
  return { lines, spent: most - pace.left(), hasLeft: pace.hasLeft() }
}

describe('lists of nodes', () => {
  it('are laid over each other by the words that others have too, where not all can be held against all', async () => {
    const all = await laid(1_000_000)
    const few = await laid(1000)
    expect(few.spent).toBeLessThanOrEqual(1000)
    expect(all.spent).toBeGreaterThan(1000)
    expect(few).toMatchObject({ lines: all.lines, hasLeft: false })
    expect(all.lines).toHaveLength(59)
  })

  it('stay as they are where nothing is left to spend and nothing is common', async () => {
    const samples = ['one\ntwo', 'three\nfour'].map(sampleOf)
    const pace = createPace(signal, 0)
    const evidence = await gatherEvidence(samples, indexMarks([]), createPace(signal))
    const columns = await alignNodes(
      samples.map(({ children }) => children),
      evidence,
      pace,
    )
    expect(columns).toHaveLength(4)
    expect(pace.hasLeft()).toBe(true)
  })
})
