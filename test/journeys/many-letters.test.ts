import { randomBytes } from 'node:crypto'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { createHarness } from '@chancery/harness'
import PizZip from 'pizzip'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { letterDocument } from '../fixtures/letter.ts'
import { createMemoryService, type MemoryService } from '../fixtures/memory-service.ts'

const template = {
  content: Buffer.from(
    letterDocument({
      name: '{name}',
      number: '{number}',
      total: '{total | currency:"EUR"}',
      date: '{date | date:"long"}',
    }),
  ).toString('base64'),
  filename: 'letter.docx',
}
const common = { number: 'HP-1', total: 12, date: '2026-06-01' }
const ada = { data: { name: 'Ada' } }
const bob = { data: { name: 'Bob' } }
/** Of no name: its own problem. */
const nobody = { data: {} }

const textOf = (docx: Uint8Array | undefined): string =>
  new PizZip(docx ?? new Uint8Array())
    .file('word/document.xml')
    ?.asText()
    .replaceAll(/<[^>]*>/g, ' ') ?? ''
const bytesOf = (content: string | undefined): Buffer => Buffer.from(content ?? '', 'base64')

describe('letters of one call', () => {
  const harness = createHarness({ now: Date.UTC(2026, 10, 21) })
  afterAll(() => harness.close())
  const fill = async (more: object) =>
    (await harness.call('pre-filling', { template, data: common, ...more } as never)).data

  it('become one zip, with their names in it; a bad record is told in its place', async () => {
    const { documents, bundle } = await fill({
      records: [ada, nobody, bob, bob],
      bundle: 'zip',
      filename: 'To {name}.docx',
      bundleName: 'Letters {number}',
    })
    expect(bundle).toMatchObject({ filename: 'Letters HP-1.zip', contentType: 'application/zip' })
    const zip = new PizZip(bytesOf(bundle?.content))
    expect(Object.keys(zip.files)).toEqual(['To Ada.docx', 'To Bob.docx', 'To Bob (2).docx'])
    expect(textOf(zip.file('To Bob.docx')?.asUint8Array())).toContain('Bob')
    expect(documents.map(({ filename, error }) => filename ?? error?.code)).toEqual([
      'To Ada.docx',
      'data_incomplete',
      'To Bob.docx',
      'To Bob (2).docx',
    ])
    expect(documents[0]).toMatchObject({
      filled: ['date', 'name', 'number', 'total'].sort(),
      missing: [],
      unused: [],
      delimiters: { open: '{', close: '}' },
    })
    expect(documents[1]?.error?.errors[0]?.pointer).toBe('/records/1/data/name')
    expect(documents[0]).not.toHaveProperty('document')
  })

  it.each([
    ['fail', 'document_exists'],
    ['overwrite', 'document_exists'],
    ['rename', 'people/%/Ada (2).docx'],
  ])('take no place of each other where they are stored: %s', async (onConflict, second) => {
    const namesake = { data: { name: 'Ada', number: 'HP-2' } }
    const output = { path: `people/${onConflict}/{name}.docx`, onConflict }
    const { documents } = await fill({ records: [ada, namesake, bob, bob], output })
    expect(documents.map(({ document, error }) => document?.stored?.path ?? error?.code)).toEqual([
      `people/${onConflict}/Ada.docx`,
      second.replace('%', onConflict),
      `people/${onConflict}/Bob.docx`,
      `people/${onConflict}/Bob.docx`,
    ])
    expect(documents[1]?.error?.errors[0]?.pointer).toBe(documents[1]?.error && '/output/path')
  })

  it('become one document, each in its own section', async () => {
    const { documents, bundle } = await fill({ records: [ada, nobody, bob], bundle: 'merged' })
    expect(bundle).toMatchObject({ filename: 'letter.docx' })
    const xml = new PizZip(bytesOf(bundle?.content)).file('word/document.xml')?.asText() ?? ''
    expect(xml.match(/<w:sectPr\b/g)?.length).toBe(2)
    expect(xml.indexOf('Ada')).toBeLessThan(xml.indexOf('Bob'))
    expect(documents[1]?.error?.code).toBe('data_incomplete')
  })

  it('are stored, each or all, where tags say', async () => {
    const each = await fill({ records: [ada, nobody, bob], output: { path: 'out/{number}/{name}.docx' } })
    expect(each.documents.map(({ document }) => document?.stored?.path)).toEqual([
      'out/HP-1/Ada.docx',
      undefined,
      'out/HP-1/Bob.docx',
    ])
    const { bundle } = await fill({ records: [ada, bob], bundle: 'zip', output: { path: 'out/{number}.zip' } })
    expect(bundle).toMatchObject({
      filename: 'HP-1.zip',
      stored: { path: 'out/HP-1.zip', contentType: 'application/zip' },
    })
    const dry = await fill({ records: [ada], bundle: 'merged', output: { path: 'dry/{number}.docx' }, dryRun: true })
    expect(dry.bundle?.stored?.path).toBe('dry/HP-1.docx')
    expect([...harness.documents.documents.keys()].some((path) => path.startsWith('dry/'))).toBe(false)
  })

  it('fail one by one: names, paths and data that cannot be', async () => {
    const { documents } = await fill({
      missing: 'blank',
      records: [
        { data: { name: '' } },
        { data: { name: '..' } },
        { data: { name: 'a/../../b' } },
        { data: { name: 'n'.repeat(300) } },
        { data: { name: 'x'.repeat(20_000_000) } },
        ada,
        { data: { name: { no: 'text' } } },
        { data: { name: 'Ada' }, filename: '{name' },
        { data: { name: 'Ada' }, client: 'nobody' },
      ],
      output: { path: 'bad/{name}.docx', onConflict: 'fail' },
      filename: '{name}',
    })
    expect(documents.map(({ error, document }) => error?.code ?? document?.stored?.path.length)).toEqual([
      'bad/document.docx'.length - 8,
      'bad/...docx'.length,
      'bad/a-..-..-b.docx'.length,
      259,
      'payload_too_large',
      'bad/Ada.docx'.length,
      'data_incomplete',
      'template_invalid',
      'client_not_found',
    ])
  })

  it('need a value for every name of a path', async () => {
    const { documents } = await fill({
      missing: 'blank',
      records: [nobody, ada],
      output: { path: 'out/{name}/letter.docx' },
    })
    expect(documents[0]?.error).toMatchObject({
      code: 'invalid_request',
      errors: [{ pointer: '/output/path', code: 'empty_name' }],
    })
    expect(documents[1]?.document?.stored?.path).toBe('out/Ada/letter.docx')
  })

  it('come to nothing together where the template, the limit or the converter is at fault', async () => {
    const broken = {
      content: Buffer.from(letterDocument({ name: '{#name}', number: '1', total: '2', date: '3' })).toString('base64'),
    }
    await expect(fill({ template: broken, records: [ada] })).rejects.toMatchObject({ code: 'template_invalid' })
    await expect(fill({ records: Array.from({ length: 1001 }, () => ada) })).rejects.toMatchObject({
      code: 'payload_too_large',
      details: { limit: 1000, actual: 1001 },
    })
    await expect(fill({ bundle: 'zip' })).rejects.toMatchObject({ code: 'invalid_request' })
    const none = createHarness({ configuration: { CHANCERY_CONVERTERS: 'off' } })
    await expect(
      none.call('pre-filling', { template, data: { ...common, name: 'x' }, format: 'pdf' }),
    ).rejects.toMatchObject({
      code: 'unsupported_option',
      violations: [{ pointer: '/format', hint: expect.stringContaining('LibreOffice') }],
    })
    await none.close()
    expect((await fill({ records: [nobody], bundle: 'zip' })).bundle).toBeUndefined()
  })
})

describe('letters over HTTP', () => {
  let service: MemoryService
  beforeAll(async () => {
    service = await createMemoryService({ CHANCERY_MAX_RECORDS: '10000' })
  })
  afterAll(() => service.close())
  const post = (accept: string, more: object, headers = {}) =>
    service.request('pre-filling', {
      headers: { ...service.headers, accept, ...headers },
      body: JSON.stringify({ template, data: common, ...more }),
    })
  const docx = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'

  it('are streamed as a zip with a report, where Accept names it', async () => {
    for (const bundle of [{}, { bundle: 'zip' }]) {
      const response = await post(
        'application/zip',
        { records: [ada, nobody, bob], filename: '{name}', ...bundle },
        { 'idempotency-key': 'same' },
      )
      expect(response.status).toBe(200)
      expect(response.headers.get('content-type')).toBe('application/zip')
      expect(response.headers.get('content-disposition')).toContain('letter.zip')
      const zip = new PizZip(await response.arrayBuffer())
      expect(Object.keys(zip.files)).toEqual(['Ada.docx', 'Bob.docx', 'report.json'])
      const report = JSON.parse(zip.file('report.json')?.asText() ?? '')
      expect(
        report.documents.map(
          (each: { filename?: string; error?: { code: string } }) => each.filename ?? each.error?.code,
        ),
      ).toEqual(['Ada.docx', 'data_incomplete', 'Bob.docx'])
    }
  })

  it('answer a problem where nothing was sent yet', async () => {
    const response = await post('application/zip', { template: { path: 'none.docx' }, records: [ada] })
    expect(response.status).toBe(404)
    expect(response.headers.get('content-type')).toBe('application/problem+json')
    expect((await post('application/zip', { records: [ada], bundle: 'none' })).status).toBe(406)
    expect((await post('application/zip', { records: [ada], output: { path: 'a.zip' } })).status).toBe(406)
  })

  it('are bytes of their own type, and say how many are missing', async () => {
    const one = await post(docx, { records: [ada] })
    expect(textOf(new Uint8Array(await one.arrayBuffer()))).toContain('Ada')
    const merged = await post(docx, { records: [ada, nobody, bob], bundle: 'merged' })
    expect(merged.headers.get('x-failed-items')).toBe('1')
    const text = textOf(new Uint8Array(await merged.arrayBuffer()))
    expect(text).toContain('Bob')
  })

  it('give their place back when their caller leaves in the middle', async () => {
    const records = Array.from({ length: 2000 }, (_, index) => ({ data: { name: `Name ${index}` } }))
    for (let round = 0; round < 8; round++) {
      const response = await post('application/zip', { records })
      const reader = response.body!.getReader()
      await reader.read()
      await reader.cancel()
    }
    // More than a key may have at once: all were given back.
    expect((await post(docx, { records: [ada] })).status).toBe(200)
  })

  it('take no more memory when there are many', async () => {
    setFlagsFromString('--expose-gc')
    const collect = runInNewContext('gc') as () => void
    const held = (): number => {
      // What lies outside of the heap is given back beside the program, and surely at the next time.
      collect()
      collect()
      const { heapUsed, external } = process.memoryUsage()
      return heapUsed + external
    }
    // A text that hardly deflates, so that letters have the size that letters of some pages have.
    const long = new PizZip(Buffer.from(template.content, 'base64'))
    const text = `<w:p><w:r><w:t>${randomBytes(24_000).toString('base64')}</w:t></w:r></w:p>`
    long.file('word/document.xml', long.file('word/document.xml')!.asText().replace('<w:body>', `<w:body>${text}`))
    const heavy = { ...template, content: long.generate({ type: 'base64' }) }
    const records = Array.from({ length: 1400 }, (_, index) => ({ data: { name: `Name ${index}` } }))
    const response = await post('application/zip', { template: heavy, records })
    const reader = response.body!.getReader()
    const step = 5_000_000
    let [size, next] = [0, step]
    const marks: number[] = []
    let end = Buffer.alloc(0)
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      size += read.value.length
      end = Buffer.from(read.value)
      if (size < next) continue
      next += step
      marks.push(held())
    }
    expect(end.readUInt16LE(end.length - 12)).toBe(1401)
    expect(size).toBeGreaterThan(30_000_000)
    // The first part loads what the calls need. After it, of ten bytes that are read not one is kept.
    const [, first = 0] = marks
    expect(marks.at(-1)! - first).toBeLessThan((size - 2 * step) / 10)
  })
})
