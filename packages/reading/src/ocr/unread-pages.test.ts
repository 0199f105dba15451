import { expect, it } from 'vitest'
import type { OcrEngine, OcrResult } from './ocr-engine.ts'
import { notInVain } from './unread-pages.ts'

const word = {
  text: 'word',
  box: { x: 0, y: 0, width: 1, height: 1 },
  confidence: 0.9,
  line: 0,
  paragraph: 0,
  block: 0,
}
const read: OcrResult = { words: [word], confidence: 0.9, rotation: 0, usedMs: 1000 }
const empty: OcrResult = { words: [], confidence: 0, rotation: 0, usedMs: 1000 }

/** What an engine answers to pages, and how many of them it was given. */
async function answersTo(results: readonly OcrResult[]): Promise<{ answers: OcrResult[]; given: number }> {
  let given = 0
  const engine: OcrEngine = {
    id: 'stand-in',
    recognize: async () => results[given++]!,
  }
  const patient = notInVain(engine)
  expect(patient.id).toBe('stand-in')
  const picture = { bytes: new Uint8Array(), contentType: 'image/png', width: 1, height: 1 } as const
  const answers: OcrResult[] = []
  for (const _ of results) {
    const [hasGivenUp, before] = [patient.hasGivenUp?.(), given]
    answers.push(await patient.recognize(picture, { languages: [], signal: new AbortController().signal }))
    expect(given === before).toBe(hasGivenUp)
  }
  return { answers, given }
}

it('hands on every page while some are read', async () => {
  const results = [empty, empty, empty, read, empty, empty, empty, read]
  expect(await answersTo(results)).toEqual({ answers: results, given: 8 })
})

it.each([
  ['nothing', empty, 5],
  ['what was given up', { ...empty, unread: true } as const, 3],
  ['words that nobody is sure of', { ...read, confidence: 0.2 }, 5],
  ['a script without data', { ...empty, unread: true, script: 'Grek' } as const, 5],
])('gives up the rest after pages of %s', async (_, result, most) => {
  const { answers, given } = await answersTo([read, ...Array.from({ length: 6 }, () => result), read])
  expect(given).toBe(most)
  expect(answers.at(-1)).toEqual({ words: [], confidence: 0, rotation: 0, unread: true })
})

it('goes on after pages that cost little, as on a machine that is busy with other work', async () => {
  const results = [...Array.from({ length: 9 }, () => ({ ...empty, usedMs: 100 })), read]
  expect(await answersTo(results)).toEqual({ answers: results, given: 10 })
})

it('gives up the rest after five pages in a row that were given up, however little they cost', async () => {
  const unread = { ...empty, unread: true, usedMs: 10 } as const
  const four = Array.from({ length: 4 }, () => unread)
  expect((await answersTo([...four, read, ...four, read])).given).toBe(10)
  expect((await answersTo([...four, unread, read])).given).toBe(5)
})
