import { setTimeout as pause } from 'node:timers/promises'
import { ChanceryError } from '@chancery/core'
import { afterAll, describe, expect, it } from 'vitest'
import { asOcrPicture, drawnText } from './drawn-text-fixture.ts'
import { toGraymap } from '../../../reading/src/ocr/gray-picture.ts'
import { turned } from '../image/picture-turns.ts'
import type { OcrResult } from '../../../reading/src/ocr/ocr-engine.ts'
import { createTesseractEngine } from './tesseract-engine.ts'
import type { Costing, Orientation, TesseractProgram } from './tesseract-program.ts'

const header = 'level\tpage_num\tblock_num\tpar_num\tline_num\tword_num\tleft\ttop\twidth\theight\tconf\ttext'
const told = <Outcome>(outcome: Outcome, usedMs = 1): Costing<Outcome> => ({ outcome, usedMs })
let orientation: Orientation | undefined
/** Sees something in pictures that stand upright alone: pages full of rules are lost to it when they lie on their side. */
const program: TesseractProgram = {
  id: 'upright',
  languages: ['eng'],
  knowsOrientation: true,
  recognize: async ({ graymap }) => {
    const [width = 0, height = 0] =
      /^P5\s+(\d+) (\d+)/
        .exec(Buffer.from(graymap).toString('latin1', 0, 40))
        ?.slice(1)
        .map(Number) ?? []
    return told(width < height ? `${header}\n5\t1\t1\t1\t1\t1\t10\t10\t40\t12\t96\tInvoice\n` : `${header}\n`)
  },
  orientation: async () => told(orientation),
  close: async () => {},
}
const engine = createTesseractEngine(program, {
  usual: ['eng'],
  candidates: ['eng'],
  atOnce: 1,
  pageTimeoutMs: 60_000,
  idleMs: 0,
})
afterAll(() => engine.close())

/** White, with as many marks. */
const sheet = (marks: number): Uint8Array<ArrayBuffer> => {
  const pixels = new Uint8Array(60_000).fill(255)
  for (let at = 0; at < marks; at++) pixels.fill(0, at * 900, at * 900 + 5)
  return toGraymap({ width: 300, height: 200, pixels })
}
const recognize = (bytes: Uint8Array) =>
  engine.recognize(
    { bytes, contentType: 'image/x-portable-graymap', width: 300, height: 200 },
    { languages: ['en'], signal: new AbortController().signal },
  )

it.each([
  ['is read as it stands, where it tells how', { turn: 90, confidence: 3 } as const, ['Invoice']],
  ['is taken for a picture, where it does not', undefined, []],
])('a page in which nothing is seen %s', async (_, seen, words) => {
  orientation = seen
  const result = await recognize(sheet(60))
  expect(result.words.map(({ text }) => text)).toEqual(words)
  expect(result.rotation).toBe(seen?.turn ?? 0)
})

it('a page with a few marks is not asked how it lies: nobody could tell', async () => {
  orientation = { turn: 90, confidence: 3 }
  expect(await recognize(sheet(5))).toMatchObject({ words: [], rotation: 0 })
})

it('a page with many large pieces, as a poster has, is asked how it lies', async () => {
  orientation = { turn: 90, confidence: 3 }
  const [width, height] = [1600, 1200]
  const pixels = Uint8Array.from({ length: width * height }, (_, at) =>
    (at % width) % 200 < 100 && Math.floor(at / width) % 200 < 100 ? 0 : 255,
  )
  const bytes = toGraymap({ width, height, pixels })
  const picture = { bytes, contentType: 'image/x-portable-graymap', width, height } as const
  const result = await engine.recognize(picture, { languages: ['en'], signal: new AbortController().signal })
  expect(result.rotation).toBe(90)
})

it('a page of which all pixels are alike is handed to nobody', async () => {
  orientation = { turn: 90, confidence: 3 }
  expect(await recognize(sheet(0))).toEqual({ words: [], confidence: 0, rotation: 0 })
})

describe('a page with very many marks', () => {
  /** So many that it is tried on a few lines first. */
  const width = 1600
  const marks = toGraymap({
    width,
    height: width,
    pixels: Uint8Array.from({ length: width * width }, (_, at) => {
      const [x, y] = [at % width, Math.floor(at / width)]
      return x % 16 < 9 && y % 26 < 14 && (x >> 4) % 7 > 0 ? 0 : 255
    }),
  })
  const row = `${header}\n${[1, 2, 3].map((at) => `5\t1\t1\t1\t1\t${at}\t${at * 50}\t10\t40\t12\t96\t${['words', 'and', 'figures'][at - 1]}`).join('\n')}\n`

  /** Tells what it was given: the sizes of pictures. */
  async function given(answer: (size: string) => string): Promise<{ result: OcrResult; sizes: readonly string[] }> {
    const sizes: string[] = []
    const asked: TesseractProgram = {
      ...program,
      recognize: async ({ graymap }) => {
        const size = /^P5\s+(\d+ \d+)/.exec(Buffer.from(graymap).toString('latin1', 0, 40))?.[1] ?? ''
        sizes.push(size)
        return told(answer(size))
      },
    }
    const settings = { usual: ['eng'], candidates: ['eng'], atOnce: 1, pageTimeoutMs: 60_000, idleMs: 0 }
    const tried = createTesseractEngine(asked, settings)
    const picture = { bytes: marks, contentType: 'image/x-portable-graymap', width, height: width } as const
    const result = await tried.recognize(picture, { languages: ['en'], signal: new AbortController().signal })
    await tried.close()
    return { result, sizes }
  }

  it('is given up where no lines of it can be read', async () => {
    const { result, sizes } = await given(() => `${header}\n`)
    expect(result).toMatchObject({ words: [], confidence: 0, rotation: 0, unread: true })
    // Its likeliest lines alone: all of it would take seconds.
    expect(sizes).toEqual([expect.not.stringMatching('1600 1600')])
  })

  it('is read where they can be, in one of the ways up', async () => {
    const { result, sizes } = await given(() => row)
    expect(result.words).toHaveLength(3)
    // In lines, as it is usually parted, and parted otherwise: few words of so many marks were read.
    expect(sizes.slice(1)).toEqual(['1600 1600', '1600 1600'])
    const doubtful = row.replaceAll('96', '20')
    let count = 0
    const upsideDown = await given(() => (++count === 1 ? doubtful : row))
    expect(upsideDown.result).toMatchObject({ rotation: 180, confidence: 0.96 })
    expect(upsideDown.sizes).toHaveLength(4)
  })
})

it('a page that takes longer than text does is tried on a few lines, and read where these can be', async () => {
  const text = await drawnText(Array.from({ length: 9 }, (_, at) => `Line ${at} of a page that takes long`))
  const limits: (number | undefined)[] = []
  const word = `${header}\n5\t1\t1\t1\t1\t1\t10\t10\t40\t12\t96\tbusy`
  for (const [sample, words] of [
    [`${word}\n${word.split('\n')[1]}\n${word.split('\n')[1]}machine-word\n`, 1],
    [`${header}\n`, 0],
  ] as const) {
    const asked: TesseractProgram = {
      ...program,
      async recognize({ limitMs, segmentation }) {
        limits.push(limitMs)
        if (segmentation === 6 && limitMs === undefined) return told(sample)
        if (limitMs !== undefined) throw new ChanceryError('deadline_exceeded', 'It took too long.')
        return told(`${word}\n`)
      },
    }
    const settings = { usual: ['eng'], candidates: ['eng'], atOnce: 1, pageTimeoutMs: 60_000, idleMs: 0 }
    const tried = createTesseractEngine(asked, settings)
    const { signal } = new AbortController()
    const result = await tried.recognize(asOcrPicture(text), { languages: ['en'], signal })
    expect([result.words.length, result.unread]).toEqual([words, words === 0 ? true : undefined])
    await tried.close()
  }
  // Once as it is usually parted, on some lines, without limit, and parted otherwise; then the first two.
  const limit = expect.any(Number) as number
  expect(limits).toEqual([limit, undefined, undefined, limit, limit, undefined])
})

it('a page on its side that takes long is turned, where a few lines of it can be read so', async () => {
  const text = await drawnText(Array.from({ length: 12 }, (_, at) => `Line ${at} of a page that takes long`))
  const page = turned(text, 90)
  const upwards = `${header}\n5\t1\t1\t1\t1\t1\t10\t10\t12\t60\t90\tsideways\n`
  const level = `${header}\n${['some', 'words', 'figures'].map((word, at) => `5\t1\t1\t1\t1\t${at + 1}\t${at * 90}\t10\t60\t12\t96\t${word}`).join('\n')}\n`
  for (const [sample, rotation] of [
    [level, 270],
    [`${header}\n`, 0],
  ] as const) {
    let isFirst = true
    const asked: TesseractProgram = {
      ...program,
      async recognize({ limitMs, segmentation }) {
        if (segmentation === 6 && limitMs === undefined) return told(sample)
        if (isFirst) {
          isFirst = false
          return told(upwards)
        }
        if (limitMs !== undefined) throw new ChanceryError('deadline_exceeded', 'It took too long.')
        return told(level)
      },
      orientation: async () => told({ turn: 270, confidence: 9 }),
    }
    const settings = { usual: ['eng'], candidates: ['eng'], atOnce: 1, pageTimeoutMs: 60_000, idleMs: 0 }
    const tried = createTesseractEngine(asked, settings)
    const result = await tried.recognize(asOcrPicture(page), {
      languages: ['en'],
      signal: new AbortController().signal,
    })
    expect([result.rotation, result.words.length]).toEqual([rotation, rotation === 0 ? 1 : 3])
    await tried.close()
  }
})

it('gives the same answer on a machine that is busy: what counts is the work, not the clock', async () => {
  const text = await drawnText(Array.from({ length: 9 }, (_, at) => `Line ${at} of a page that takes long`))
  const doubtful = `${header}\n${['some', 'words', 'figures'].map((word, at) => `5\t1\t1\t1\t1\t${at + 1}\t${at * 90}\t10\t60\t12\t20\t${word}`).join('\n')}\n`
  const readings = await Promise.all(
    [0, 250].map(async (waitMs) => {
      let samples = 0
      const asked: TesseractProgram = {
        ...program,
        async recognize({ limitMs, segmentation }) {
          await pause(waitMs)
          if (segmentation === 6 && limitMs === undefined) {
            return told(++samples < 3 ? doubtful : doubtful.replaceAll('\t20\t', '\t96\t'), 20)
          }
          if (limitMs !== undefined) throw new ChanceryError('deadline_exceeded', 'It took too long.')
          return told(doubtful.replaceAll('\t20\t', '\t96\t'), 20)
        },
        orientation: async () => told(undefined),
      }
      const settings = { usual: ['eng'], candidates: ['eng'], atOnce: 1, pageTimeoutMs: 60_000, idleMs: 0 }
      const tried = createTesseractEngine(asked, settings)
      const { signal } = new AbortController()
      // Three looks at some lines pass 750 ms by the clock.
      const result = await tried.recognize(asOcrPicture(text), { languages: ['en'], signal, doubtMs: 600 })
      await tried.close()
      return result
    }),
  )
  const [idle, busy] = readings.map((result) => ({ ...result, usedMs: 0 }))
  expect(idle).toMatchObject({ rotation: 90, confidence: 0.96 })
  expect(busy).toEqual(idle)
})

describe('a page that is read with little confidence', () => {
  /** As many words of one confidence as a page has, and more. */
  const rowsOf = (words: readonly string[], percent: number): string =>
    `${header}\n${words.map((word, at) => `5\t1\t1\t1\t${at}\t1\t10\t${at * 20}\t90\t12\t${percent}\t${word}`).join('\n')}\n`
  const garbage = rowsOf(['efbopaba', 'yr', 'GLOAPETKEIR'], 30)
  const swedish =
    'Bifogat finner ni det undertecknade avtalet och fakturan för det senaste kvartalet. Vi vore tacksamma om ni kunde betala det utestående beloppet senast på fredag. Hyresgästen ska hålla lokalerna i gott skick under hela hyrestiden, och lämna dem städade.'

  async function readWith(
    languages: readonly string[],
    script: string,
    answer: (languages: string, segmentation: number) => string,
    expected: readonly string[] = [],
    scriptConfidence = 4,
  ) {
    const text = await drawnText(Array.from({ length: 9 }, (_, at) => `Line ${at} of a page that is hard to read`))
    const asked: TesseractProgram = {
      ...program,
      languages,
      recognize: async ({ languages: codes, segmentation }) => told(answer(codes.join('+'), segmentation), 10),
      orientation: async () => told({ turn: 0, confidence: 9, script, scriptConfidence }),
    }
    const settings = { usual: ['eng'], candidates: languages, atOnce: 1, pageTimeoutMs: 60_000, idleMs: 0 }
    const tried = createTesseractEngine(asked, settings)
    const { signal } = new AbortController()
    const result = await tried.recognize(asOcrPicture(text), { languages: expected, signal })
    await tried.close()
    return { ...result, text: result.words.map((word) => word.text).join(' ') }
  }

  it.each([[[]], [['en']]])('is not guessed at where its script has no data (languages %j)', async (expected) => {
    const result = await readWith(['eng', 'deu'], 'Greek', () => garbage, expected)
    expect(result).toMatchObject({ text: '', confidence: 0, unread: true, script: 'Grek' })
  })

  it.each([
    [4, true],
    [1, undefined],
  ])('is not guessed at where letters look like known ones, if its script is sure (%d)', async (sure, unread) => {
    const likely = rowsOf(['Kal', 'TANPWVETAL', 'EUPW'], 55)
    expect((await readWith(['eng'], 'Greek', () => likely, [], sure)).unread).toBe(unread)
  })

  it('is read in the languages of its script, where there is data for one', async () => {
    const greek = rowsOf(['Τιμολόγιο', 'Σύνολο'], 90)
    const result = await readWith(['eng', 'ell', 'rus'], 'Greek', (codes) => (codes === 'ell' ? greek : garbage))
    expect(result).toMatchObject({ text: 'Τιμολόγιο Σύνολο', confidence: 0.9 })
    expect(result.unread).toBeUndefined()
    const han = await readWith(['eng', 'chi_sim'], 'Han', (codes) => (codes === 'chi_sim' ? greek : garbage))
    expect(han.confidence).toBe(0.9)
  })

  it('is left as it was read where its script is that of the languages', async () => {
    const result = await readWith(['eng', 'ell'], 'Latin', () => garbage)
    expect(result).toMatchObject({ text: 'efbopaba yr GLOAPETKEIR', confidence: 0.3 })
  })

  it('is parted otherwise where that is better, and not where it is not', async () => {
    const better = rowsOf(['Receipt', 'of', 'the', 'second', 'of', 'June', '49.50'], 88)
    const read = async (ofSix: string, other: string) =>
      (await readWith(['eng'], 'Latin', (_, segmentation) => (segmentation === 6 ? ofSix : other))).text
    expect(await read(better, garbage)).toBe('Receipt of the second of June 49.50')
    expect(await read(garbage, better)).toBe('Receipt of the second of June 49.50')
  })

  it('says in which language it seems to be, where it is not read in that one', async () => {
    const rows = rowsOf(swedish.split(' '), 80)
    expect(await readWith(['eng'], 'Latin', () => rows)).toMatchObject({ text: swedish, seems: 'sv' })
    const surer = rowsOf(swedish.split(' '), 95)
    const known = await readWith(['eng', 'swe'], 'Latin', (codes) => (codes === 'swe' ? surer : rows))
    expect([known.confidence, known.seems]).toEqual([0.95, undefined])
  })

  it('is said not to have been read where nothing is made out of many marks, or what is made out is a guess', async () => {
    expect(await readWith(['eng'], 'Latin', () => `${header}\n`)).toMatchObject({ text: '', unread: true })
    const guess = rowsOf(['efbopaba', 'yr', 'GLOAPETKEIR'], 20)
    expect(await readWith(['eng'], 'Latin', () => guess)).toMatchObject({ text: '', unread: true })
  })
})
