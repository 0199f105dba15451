import { expect, it } from 'vitest'
import { joinedPrograms } from './joined-programs.ts'
import type { TesseractProgram } from './tesseract-program.ts'

/** Says who read, and in what. */
const programOf = (id: string, languages: readonly string[], knowsOrientation = true): TesseractProgram => ({
  id,
  languages,
  knowsOrientation,
  recognize: (page) => Promise.resolve({ outcome: `${id}: ${page.languages.join('+')}`, usedMs: 1 }),
  orientation: () => Promise.resolve({ outcome: { turn: 0, confidence: 1, script: id }, usedMs: 1 }),
  close: () => Promise.resolve(),
})

const page = { graymap: new Uint8Array(), segmentation: 3, signal: new AbortController().signal } as const

it('reads by the first what it has data for, and by the second the rest', async () => {
  const joined = joinedPrograms(programOf('native', ['eng', 'pol']), programOf('compiled', ['eng', 'deu', 'fra']))
  expect(joined.languages).toEqual(['eng', 'pol', 'deu', 'fra'])
  const readIn = (...languages: string[]): Promise<string> =>
    joined.recognize({ ...page, languages }).then(({ outcome }) => outcome)
  expect(await readIn('eng')).toBe('native: eng')
  expect(await readIn('deu')).toBe('compiled: deu')
  expect(await readIn('deu', 'eng')).toBe('compiled: deu+eng')
  expect(await readIn('deu', 'pol')).toBe('native: pol')
})

it('is told which way up a page stands by whichever has the data for it', async () => {
  const tellerOf = async (knows: boolean) => {
    const joined = joinedPrograms(programOf('native', ['eng'], knows), programOf('compiled', ['eng']))
    return (await joined.orientation(page)).outcome?.script
  }
  expect([await tellerOf(true), await tellerOf(false)]).toEqual(['native', 'compiled'])
})
