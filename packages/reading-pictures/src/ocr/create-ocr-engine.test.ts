import { execFile, execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { gunzipSync } from 'node:zlib'
import { afterAll, expect, it } from 'vitest'
import { createOcrEngine } from './create-ocr-engine.ts'
import { asOcrPicture, drawnText } from './drawn-text-fixture.ts'
import { findTesseract } from './native-tesseract.ts'
import { ocrEngineContract, ownPages } from './ocr-engine-contract-for-test.ts'

const folder = mkdtempSync(join(tmpdir(), 'chancery-ocr-'))
afterAll(() => rmSync(folder, { recursive: true }))

ocrEngineContract('tesseract.js', () => createOcrEngine({ engine: 'tesseract' }))

if (findTesseract() === undefined) {
  process.stdout.write('No tesseract on this machine: the native program is not tested.\n')
  it('says that there is no native program', () => {
    expect(() => createOcrEngine({ engine: 'native' })).toThrowError(/no program "tesseract"/)
  })
} else {
  // `create-ocr-engine.deep.test.ts` has the rest of the contract.
  ownPages('the native tesseract', () => createOcrEngine({ engine: 'native' }))
}

it('reads the languages that come with it, whatever the program of this machine has data for', async () => {
  const engine = createOcrEngine()
  expect(engine.languages).toEqual(expect.arrayContaining(['en', 'de', 'fr', 'es', 'it', 'pt', 'nl']))
  const line = 'A situação não é má: já há três opções.'
  const { signal } = new AbortController()
  const { words } = await engine.recognize(asOcrPicture(await drawnText([line])), { languages: ['pt'], signal })
  expect(words.map(({ text }) => text).join(' ')).toBe(line)
  await engine.close()
})

it('refuses to start without the data that it is to have, and says what is missing', () => {
  const create = (settings: Parameters<typeof createOcrEngine>[0]) => () =>
    createOcrEngine({ engine: 'tesseract', ...settings })
  const absent = join(folder, 'absent')
  expect(create({ data: absent })).toThrowError(expect.objectContaining({ name: 'OcrSetupError', setting: 'data' }))
  expect(create({ data: folder })).toThrowError(/holds no \*\.traineddata/)
  const missing = /these languages with: tlh\. .*npm install @tesseract\.js-data\/tlh.*tlh\.traineddata/
  expect(create({ languages: ['en', 'tlh'] })).toThrowError(missing)
  expect(create({ languages: ['en', '../x'] })).toThrowError(/these languages with/)
})

it('refuses to start with data that is no file: reading a pipe would never end', () => {
  const own = mkdtempSync(join(folder, 'pipe-'))
  execFileSync('mkfifo', [join(own, 'eng.traineddata')])
  expect(() => createOcrEngine({ engine: 'tesseract', data: own })).toThrowError(
    expect.objectContaining({ setting: 'data', message: expect.stringContaining('`eng.traineddata`') }),
  )
})

it('takes the data of other languages from a folder, beside what is installed', async () => {
  const own = mkdtempSync(join(folder, 'own-'))
  // Any data does; that it is English's shows whose was taken.
  const english = gunzipSync(
    readFileSync(fileURLToPath(import.meta.resolve('@tesseract.js-data/eng/4.0.0_best_int/eng.traineddata.gz'))),
  )
  writeFileSync(join(own, 'tlh.traineddata'), english)
  const engine = createOcrEngine({ engine: 'tesseract', languages: ['tlh', 'de'], data: own })
  expect(engine.languages).toEqual(expect.arrayContaining(['tlh', 'de', 'en']))
  const { signal } = new AbortController()
  const line = 'Everything that is written here'
  const { words } = await engine.recognize(asOcrPicture(await drawnText([line])), { languages: ['tlh'], signal })
  expect(words.map(({ text }) => text).join(' ')).toBe(line)
  await engine.close()
})

it('tells damaged data, and does not hang on it', async () => {
  writeFileSync(join(folder, 'eng.traineddata'), 'no such thing')
  const engine = createOcrEngine({ engine: 'tesseract', data: folder })
  const picture = asOcrPicture({
    width: 20,
    height: 20,
    pixels: Uint8Array.from({ length: 400 }, (_, at) => (at % 3) * 100),
  })
  const { signal } = new AbortController()
  await expect(engine.recognize(picture, { languages: [], signal })).rejects.toMatchObject({ code: 'internal' })
  await engine.close()
})

it('ends a page that takes too long', async () => {
  const engine = createOcrEngine({ engine: 'tesseract', pageTimeoutMs: 60 })
  const picture = asOcrPicture(await drawnText(Array.from({ length: 8 }, (_, at) => `Line ${at} of many more words`)))
  const { signal } = new AbortController()
  await expect(engine.recognize(picture, { languages: [], signal })).rejects.toMatchObject({
    code: 'deadline_exceeded',
  })
  await engine.close()
})

/** Makes every way out of the process, in each of its threads, end it. */
const noWayOut = `
import net from 'node:net'
import dns from 'node:dns'
const leave = () => { process.stderr.write('tried to connect'); process.exit(7) }
net.Socket.prototype.connect = leave
dns.lookup = leave
globalThis.fetch = leave
`

const reading = `
const { createOcrEngine } = await import(${JSON.stringify(import.meta.resolve('./create-ocr-engine.ts'))})
const engine = createOcrEngine({ engine: 'tesseract' })
const { readFileSync } = await import('node:fs')
const [, , file, width, height] = process.argv
const size = { width: Number(width), height: Number(height) }
const picture = { bytes: readFileSync(file), contentType: 'image/x-portable-graymap', ...size }
const { words } = await engine.recognize(picture, { languages: ['en'], signal: new AbortController().signal })
console.log(words.map(({ text }) => text).join(' '))
`

it('reads without any connection, and lets the process end by itself', async () => {
  const [guard, program, picture] = ['guard.mjs', 'read.mjs', 'picture.pgm'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ]
  writeFileSync(guard, noWayOut)
  writeFileSync(program, reading)
  const { bytes, width, height } = asOcrPicture(await drawnText(['Everything stays on this machine']))
  writeFileSync(picture, bytes)
  const options = ['--import', guard, program, picture, `${width}`, `${height}`]
  const { stdout } = await promisify(execFile)(process.execPath, options)
  expect(stdout.trim()).toBe('Everything stays on this machine')
})
