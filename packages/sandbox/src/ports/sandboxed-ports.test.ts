import { createHash, randomBytes } from 'node:crypto'
import {
  ChanceryError,
  type InduceRequest,
  type Json,
  type LongWork,
  plainReading,
  type Progress,
  type SourceRow,
} from '@chancery/core'
import { cutPdf } from '@chancery/document-ai'
import { docxBody, docxOf, docxParts, pdfOf } from '@chancery/port-contracts/sample-documents'
import { vettedForTest } from '@chancery/port-contracts/vetted-for-test'
import { buildZip } from '@chancery/port-contracts/zip-builder'
import type { OcrEngine } from '@chancery/reading'
import { afterAll, describe, expect, it } from 'vitest'
import { textOf } from '../../../word/src/testing/docx-builder.ts'
import { createDocumentSandbox } from '../document-sandbox.ts'
import type { SentFilled } from '../jobs/payloads.ts'
import type { Service } from '../pool/running-job.ts'
import { embeddedExtractor } from '../jobs/embedded-extractor.ts'
import { inlineJobs } from './inline-jobs.ts'
import type { JobRunner } from './job-runner.ts'
import { sandboxedClientSources } from './sandboxed-client-sources.ts'
import { sandboxedCutter } from './sandboxed-cutter.ts'
import { sandboxedExtractor } from './sandboxed-extractor.ts'
import { sandboxedTemplates } from './sandboxed-templates.ts'
import { otherContracts, runnerContracts } from './sandboxed-contracts.test-support.ts'

const sandbox = createDocumentSandbox()
afterAll(() => sandbox.close())

const settings = { pages: 500, cells: 200_000, documentBytes: 32 * 1024 * 1024, maxMs: 30_000 }
const { signal } = new AbortController()
const extractor = sandboxedExtractor(sandbox, settings)

it('hands on the bytes of pictures, one for all places that show the same', async () => {
  const picture = '<img src="data:image/png;base64,iVBORw0KGgo=">'
  const page = vettedForTest(`<p>x</p>${picture}${picture}`, 'html')
  const { images } = await extractor.extract(page, { ...plainReading, figures: true }, { signal })
  expect(images.map(({ content = [] }) => Buffer.from(content).toString('hex'))).toEqual([
    '89504e470d0a1a0a',
    '89504e470d0a1a0a',
  ])
  expect(images[0]?.content).toBe(images[1]?.content)
})

runnerContracts('in children', sandbox)
otherContracts('in children', sandbox)
// The others in this process: `sandboxed-ports.deep.test.ts`.
runnerContracts('in this process', inlineJobs())

it('brings looks, notes, figures, quotes and tasks over from a child as they are', async () => {
  const html =
    '<p>a <b>b</b><sup><a href="#fn">1</a></sup><img src=a.png alt=Plan><blockquote>said</blockquote><ul><li><input type=checkbox checked>done</ul><section class=footnotes><ol><li id=fn>net</ol></section>'
  const read = (runner: JobRunner) =>
    sandboxedExtractor(runner, settings).extract(vettedForTest(html, 'html'), plainReading, { signal })
  const model = await read(sandbox)
  expect(model).toEqual(await read(inlineJobs()))
  expect(model.runs).toMatchObject([{ bold: true }])
  expect(model.notes).toHaveLength(1)
  expect(model.blocks.map(({ image, quote, checked }) => image ?? quote ?? checked)).toEqual([
    undefined,
    0,
    1,
    true,
    undefined,
  ])
})

describe('client records read in jobs', () => {
  it('come some thousand at a time, each once, and all of them', async () => {
    const jobs: string[] = []
    const counted: JobRunner['run'] = (job, payload, options) => {
      jobs.push(job)
      return sandbox.run(job, payload, options)
    }
    const lines = Array.from({ length: 45_000 }, (_, index) => `Name ${index},name${index}@example.com`)
    const document = vettedForTest(['Name,Email', ...lines].join('\n'), 'csv')
    const { rows } = await sandboxedClientSources({ run: counted }, settings).csv.read({ document }, { signal })
    const read: SourceRow[] = []
    for await (const row of rows) read.push(row)
    expect(read.map(({ row }) => row)).toEqual(lines.map((_, index) => index + 1))
    expect(read.at(-1)?.values).toEqual([
      { column: 'Name', value: 'Name 44999' },
      { column: 'Email', value: 'name44999@example.com' },
    ])
    expect(jobs).toEqual(['readClients', 'readClients', 'readClients'])
  })

  it('are not read again for the row by which a call knows that there are more', async () => {
    const jobs: string[] = []
    const counted: JobRunner['run'] = (job, payload, options) => {
      jobs.push(job)
      return sandbox.run(job, payload, options)
    }
    const cards = Array.from({ length: 20_100 }, (_, index) => `BEGIN:VCARD\nFN:Name ${index}\nEND:VCARD\n`)
    const document = vettedForTest(cards.join(''), 'vcard')
    const { rows } = await sandboxedClientSources({ run: counted }, settings).vcard.read({ document }, { signal })
    let wanted = 20_000
    for await (const _ of rows) if (wanted-- === 0) break
    expect(jobs).toEqual(['readClients'])
  })
})

describe('Word templates filled in jobs', () => {
  const noise = randomBytes(20_000).toString('hex')
  const bytes = buildZip([
    ...docxParts(docxBody(['Dear {name}'])),
    { name: 'word/noise.xml', content: `<x>${noise}</x>` },
  ])
  const template = { ...vettedForTest(bytes, 'docx'), sha256: createHash('sha256').update(bytes).digest('hex') }
  const choices = { locale: 'en', timeZone: 'UTC', currency: 'EUR', now: 0, missing: 'error' } as const

  it('are sent to a child once, and of what stays the same nothing comes back', async () => {
    const one = createDocumentSandbox({}, 1)
    const asked: string[] = []
    const answers: SentFilled[] = []
    const run: JobRunner['run'] = async (job, payload, options) => {
      const services = Object.entries(options.services ?? {}).map(([name, service]): [string, Service] => [
        name,
        (wanted, more) => {
          asked.push(name)
          return service(wanted, more)
        },
      ])
      expect(payload).not.toHaveProperty('template.bytes')
      const answer: unknown = await one.run(job, payload, { ...options, services: Object.fromEntries(services) })
      for (const filled of [answer].flat()) answers.push(filled as SentFilled)
      return answer as never
    }
    const { fill, fillMany } = sandboxedTemplates({ run }, settings)
    const filled = [
      await fill(template, { ...choices, data: { name: 'Ada' } }, { signal }),
      ...(await fillMany(
        template,
        [
          { ...choices, data: { name: 'Bob' } },
          { ...choices, data: {} },
        ],
        { signal },
      )),
    ]
    await one.close()
    expect(asked).toEqual(['template'])
    expect(filled.map((each) => (ChanceryError.is(each) ? each.code : textOf(each.content.bytes)))).toEqual([
      'Dear Ada',
      'Dear Bob',
      'data_incomplete',
    ])
    expect(answers[0]?.pieces.some((piece) => 'from' in piece)).toBe(true)
    const [first] = filled
    const whole = await sandboxedTemplates(inlineJobs(), settings).fill(
      vettedForTest(bytes, 'docx'),
      { ...choices, data: { name: 'Ada' } },
      { signal },
    )
    expect(ChanceryError.is(first) ? undefined : Buffer.from(first!.content.bytes)).toEqual(
      Buffer.from(whole.content.bytes),
    )
  })
})

it('PDFs are cut in a child process as they would be here', async () => {
  const pdf = pdfOf(['Invoice no. 7'])
  const request = { maxPages: 10, piece: { pages: 1, bytes: 100_000 } }
  const cut = sandboxedCutter(sandbox, 30_000)
  expect(await cut(pdf, request, { signal })).toEqual(await cutPdf(pdf, request, { signal }))
  expect((await cut(pdf, request, { signal })).pieces).toHaveLength(1)
  await expect(cut(new TextEncoder().encode('%PDF-1.7 nothing'), request, { signal })).rejects.toMatchObject({
    code: 'document_corrupt',
  })
})

describe('a document read in a child process', () => {
  it.each([
    ['docx', docxOf(['A letter', 'of two paragraphs that are long enough to tell their language.'])],
    ['pdf', pdfOf(['Invoice no. 7', 'Total: EUR 12.00'])],
    ['csv', 'name,total\nAda,1\nBob,2'],
    ['markdown', '# Offer\n\n| a | b |\n|---|---|\n| 1 | 2 |'],
    ['json', '{"total": 12}'],
    ['text', 'Total: 12'],
  ] as const)('gives the same model as one read here: %s', async (type, bytes) => {
    const document = vettedForTest(bytes, type)
    const there = await extractor.extract(document, plainReading, { signal })
    expect(there).toEqual(await embeddedExtractor(settings).extract(document, plainReading, { signal }))
  })

  it('gives only what is searched where it is read for its facts', async () => {
    const csv = vettedForTest('name,total,since\nAda,1,2020\nBob,2,2021', 'csv')
    const whole = await extractor.extract(csv, plainReading, { signal })
    const searched = await extractor.extract(csv, { ...plainReading, searched: true }, { signal })
    expect(searched).toMatchObject({ text: whole.text, language: whole.language, pages: whole.pages, blocks: [] })
    expect(searched.tables.map(({ cells }) => cells.map(({ text }) => text))).toEqual([['name', 'total', 'since']])
  })

  it('is read with the OCR engine of the parent', async () => {
    const document = vettedForTest('text', 'text')
    const request = { ...plainReading, ocr: 'always' } as const
    await expect(extractor.extract(document, request, { signal })).rejects.toMatchObject({ code: 'unsupported_option' })
    const ocr: OcrEngine = {
      id: 'none',
      recognize: async () => ({ words: [], confidence: 0, rotation: 0 }),
    }
    const model = await sandboxedExtractor(sandbox, { ...settings, ocr }).extract(document, request, { signal })
    expect(model.text).toBe('text')
  })

  it('keeps the pages that were recognized, and reads none of them again once the call was cut off', async () => {
    const document = vettedForTest(grayTiff([10, 20, 30]), 'tiff')
    const request = { ...plainReading, ocr: 'always' } as const
    const parts = new Map<string, Json>()
    const told: Progress[] = []
    const work: LongWork = {
      id: 'call',
      afterwards: () => {},
      progress: (progress) => void told.push(progress),
      kept: async (part) => parts.get(part),
      keep: async (part, outcome) => void parts.set(part, outcome),
    }
    let asked = 0
    const box = { x: 0.1, y: 0.1, width: 0.2, height: 0.1 }
    const reader = (mostPages: number) =>
      sandboxedExtractor(sandbox, {
        ...settings,
        ocr: {
          id: 'counting',
          async recognize() {
            if (asked === mostPages) throw new ChanceryError('provider_unavailable', 'It was cut off.')
            const word = { text: `page${++asked}`, box, confidence: 1, line: 0, paragraph: 0, block: 0 }
            return { words: [word], confidence: 1, rotation: 0 }
          },
        },
      })
    await expect(reader(2).extract(document, request, { signal, work })).rejects.toThrow('cut off')
    expect(parts.size).toBe(2)
    const model = await reader(10).extract(document, request, { signal, work })
    expect([asked, parts.size]).toEqual([3, 3])
    expect(model.text).toBe('page1\npage2\npage3')
    expect(told.at(-1)).toEqual({ done: 3, total: 3 })
  })
})

/** A picture of several pages, each of one shade of gray. */
function grayTiff(shades: readonly number[]): Buffer {
  const side = 64
  const parts: Buffer[] = []
  let at = 8
  for (const [index, shade] of shades.entries()) {
    const pixels = Buffer.alloc(side * side, shade)
    pixels.fill(255, 0, 20 * side)
    const tags = [
      [256, side],
      [257, side],
      [258, 8],
      [259, 1],
      [262, 1],
      [273, at],
      [277, 1],
      [278, side],
      [279, pixels.length],
    ]
    const directory = Buffer.alloc(2 + tags.length * 12 + 4)
    directory.writeUInt16LE(tags.length)
    for (const [entry, [tag = 0, value = 0]] of tags.entries()) {
      const start = 2 + entry * 12
      directory.writeUInt16LE(tag, start)
      directory.writeUInt16LE(4, start + 2)
      directory.writeUInt32LE(1, start + 4)
      directory.writeUInt32LE(value, start + 8)
    }
    const next = at + pixels.length + directory.length
    if (index < shades.length - 1) directory.writeUInt32LE(next + side * side, directory.length - 4)
    parts.push(pixels, directory)
    at = next
  }
  const header = Buffer.from('II*\0\0\0\0\0', 'latin1')
  header.writeUInt32LE(8 + side * side, 4)
  return Buffer.concat([header, ...parts])
}

describe('letters filled in a child process', () => {
  const data = (a: string) =>
    ({ data: { a }, missing: 'error', locale: 'en', timeZone: 'UTC', currency: 'EUR', now: 0 }) as const
  const template = vettedForTest(docxOf(['Dear {a},']), 'docx')

  it('take one job for many', async () => {
    const jobs: string[] = []
    const counted: typeof sandbox.run = (job, payload, options) => {
      jobs.push(job)
      return sandbox.run(job, payload, options)
    }
    const requests = Array.from({ length: 200 }, (_, index) => data(`Name ${index}`))
    const filled = await sandboxedTemplates({ run: counted }, settings).fillMany(template, requests, { signal })
    expect(filled.map((each) => ('content' in each ? textOf(each.content.bytes) : ''))).toEqual(
      requests.map((each) => `Dear ${each.data.a},`),
    )
    expect(jobs).toEqual(['fillMany'])
  })

  it('are tried one by one where a job for many comes to nothing', async () => {
    const failing: typeof sandbox.run = (job, payload, options) => {
      const texts = JSON.stringify(payload)
      if (texts.includes('too much')) return Promise.reject(new ChanceryError('deadline_exceeded', 'late'))
      return sandbox.run(job, payload, options)
    }
    const requests = ['Ada', 'too much', 'Bob'].map(data)
    const filled = await sandboxedTemplates({ run: failing }, settings).fillMany(template, requests, { signal })
    expect(filled.map((each) => ('content' in each ? textOf(each.content.bytes) : each.code))).toEqual([
      'Dear Ada,',
      'deadline_exceeded',
      'Dear Bob,',
    ])
  })

  it('get bytes from this process, and vet them in the child that fills', async () => {
    const jobs: string[] = []
    const counted: typeof sandbox.run = (job, payload, options) => {
      jobs.push(job)
      return sandbox.run(job, payload, options)
    }
    const asked: unknown[] = []
    const open = async (source: unknown) => {
      asked.push(source)
      return { bytes: asked.length === 2 ? docxOf(['opened']).subarray(0, 200) : docxOf(['opened']) }
    }
    const letter = vettedForTest(docxOf(['{a | document}']), 'docx')
    const requests = [{ path: 'a' }, { path: 'b' }].map((a) => ({ ...data(''), data: { a }, open }))
    const filled = await sandboxedTemplates({ run: counted }, settings).fillMany(letter, requests, { signal })
    expect(filled.map((each) => ('content' in each ? textOf(each.content.bytes).trim() : each.code))).toEqual([
      'opened',
      'document_corrupt',
    ])
    expect(asked).toEqual([{ path: 'a' }, { path: 'b' }])
    expect(jobs).toEqual(['fillMany'])
  })
})

describe('a template made in a child process', () => {
  const samples = ['Ada Lovelace', 'Charles Babbage'].map((name) =>
    vettedForTest(docxOf([`Dear ${name},`, 'your letter has come.']), 'docx'),
  )
  const request = (identify: InduceRequest['identify']): InduceRequest => ({
    fields: [],
    locale: 'en-GB',
    pages: 500,
    identify,
  })
  const templates = sandboxedTemplates(sandbox, settings)

  it('asks the identifier of this process', async () => {
    const texts: string[] = []
    const identify = async (text: string) => {
      texts.push(text)
      return []
    }
    const { samples: made } = await templates.induce(samples, request(identify), { signal })
    expect(made.map(({ exact }) => exact)).toEqual([true, true])
    expect(texts.join('\n')).toContain('Ada Lovelace')
  })

  it('fails as the identifier fails', async () => {
    const fault = new RangeError('a fault of ours')
    await expect(
      templates.induce(
        samples,
        request(() => Promise.reject(fault)),
        { signal },
      ),
    ).rejects.toBe(fault)
  })
})
