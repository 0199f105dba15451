import { expect, it } from 'vitest'
import { joinedPrograms } from './joined-programs.ts'
import type { TesseractProgram } from './tesseract-program.ts'

/** Says who read, and in what. */
const programOf = (id: string, languages: readonly string[]): TesseractProgram => ({
  id,
  languages,
  recognize: (page) => Promise.resolve(`${id}: ${page.languages.join('+')}`),
  orientation: () => Promise.resolve(undefined),
  close: () => Promise.resolve(),
})

it('reads by the first what it has data for, and by the second the rest', async () => {
  const joined = joinedPrograms(programOf('native', ['eng', 'pol']), programOf('compiled', ['eng', 'deu', 'fra']))
  expect(joined.languages).toEqual(['eng', 'pol', 'deu', 'fra'])
  const page = { graymap: new Uint8Array(), segmentation: 3, signal: new AbortController().signal } as const
  const readIn = (...languages: string[]): Promise<string> => joined.recognize({ ...page, languages })
  expect(await readIn('eng')).toBe('native: eng')
  expect(await readIn('deu')).toBe('compiled: deu')
  expect(await readIn('deu', 'eng')).toBe('compiled: deu+eng')
  expect(await readIn('deu', 'pol')).toBe('native: pol')
})
