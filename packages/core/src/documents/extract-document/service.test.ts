import { describe, expect, it } from 'vitest'
import { ChanceryError } from '../../errors.ts'
import { parseInput } from '../../operation.ts'
import { answerOf, faultOf, leftAlready, violationsOf } from '../../testing/calls.test-support.ts'
import { inline } from '../../testing/document-texts.test-support.ts'
import { fakePorts } from '../../testing/fake-ports.test-support.ts'
import { remark } from '../../testing/fake-reading.test-support.ts'
import { AnswerRoom } from '../answer-room.ts'
import { viewsOf } from '../document-views.ts'
import { modelOfText } from '../model-of-text.ts'
import { extractDocument } from './index.ts'

const document = inline('docx:One\nTwo', { filename: 'a.docx' })

describe('reading', () => {
  it('answers all views but the two largest, where none is asked for', async () => {
    const { ports } = fakePorts()
    const { data, warnings } = await answerOf(extractDocument, { document }, ports)
    expect(Object.keys(data).sort()).toEqual(
      [
        'attachments',
        'blocks',
        'contentType',
        'entities',
        'extractor',
        'formFields',
        'formulas',
        'images',
        'indexUnit',
        'keyValues',
        'language',
        'languages',
        'layers',
        'links',
        'markdown',
        'mergedCells',
        'metadata',
        'notes',
        'outline',
        'pages',
        'revisions',
        'runs',
        'tables',
        'text',
      ].sort(),
    )
    expect(data).toMatchObject({ text: 'docx:One\nTwo', extractor: 'reader', indexUnit: 'utf16' })
    expect(warnings).toEqual([])
  })

  it('asks for no more than the usual views need', async () => {
    const { ports, extractor } = fakePorts()
    await answerOf(extractDocument, { document }, ports)
    expect(extractor.asked).toEqual([
      {
        ocr: 'auto',
        languages: [],
        revisions: 'accept',
        words: false,
        structure: true,
        attachments: true,
        figures: false,
        searched: false,
      },
    ])
  })

  it.each([
    [['text'], { words: false, structure: false, attachments: false }],
    [
      ['text', 'metadata', 'formFields', 'outline', 'revisions'],
      { words: false, structure: false, attachments: false },
    ],
    [['attachments'], { words: false, structure: false, attachments: true }],
    [['words'], { words: true, structure: true, attachments: false }],
    [['html'], { words: false, structure: true, attachments: false }],
  ])('of %j asks for no more than these need', async (include, wanted) => {
    const { ports, extractor } = fakePorts()
    const { data } = await answerOf(extractDocument, { document, include }, ports)
    expect(extractor.asked).toMatchObject([wanted])
    expect('markdown' in data).toBe(false)
  })

  it('asks for pages, languages, pictures and changes as the call does', async () => {
    const { ports, extractor } = fakePorts()
    const how = { ocr: 'always', languages: ['de'], revisions: 'all' }
    await answerOf(extractDocument, { document, pages: '2-3,1', ...how }, ports)
    await answerOf(extractDocument, { document, pages: [3, 1, 3], ...how }, ports)
    expect(extractor.asked).toMatchObject([
      { pages: [1, 2, 3], ...how },
      { pages: [1, 3], ...how },
    ])
  })

  it('is done by the named reader, which says what it takes', async () => {
    const { ports, extractor, otherExtractor, guard } = fakePorts()
    const { data } = await answerOf(extractDocument, { document, provider: 'other-reader' }, ports)
    expect([extractor.asked.length, otherExtractor.asked.length]).toEqual([0, 1])
    expect(data.extractor).toBe('other-reader')
    expect(guard.asked).toMatchObject([{ accept: ['text', 'docx', 'pdf'], filename: 'a.docx' }])
    expect(await faultOf(answerOf(extractDocument, { document, provider: 'none' }, ports))).toMatchObject({
      code: 'provider_not_configured',
      violations: [{ pointer: '/provider' }],
    })
  })

  it('tells what was odd with the document, and what with its text', async () => {
    const { ports, extractor } = fakePorts()
    const warning = { code: 'page_empty', severity: 'warning' as const, message: 'A page has no text.' }
    extractor.found.model = { warnings: [warning] }
    const { warnings } = await answerOf(extractDocument, { document: inline('docx:[remark]') }, ports)
    expect(warnings).toEqual([remark, warning])
  })

  it('opens an encrypted document by its password, which its reader needs, too', async () => {
    const { ports, extractor } = fakePorts()
    const locked = { document: inline('pdf:[locked]') }
    await answerOf(extractDocument, { ...locked, password: 'secret' }, ports)
    expect(extractor.asked).toMatchObject([{ password: 'secret' }])
    expect(await faultOf(answerOf(extractDocument, { ...locked, password: 'wrong' }, ports))).toMatchObject({
      code: 'document_encrypted',
      violations: [{ pointer: '/password' }],
    })
    expect(await faultOf(answerOf(extractDocument, locked, ports))).toMatchObject({
      code: 'document_encrypted',
      violations: [{ pointer: '/document' }],
    })
  })

  it('hands over pictures once each, as documents, and never among the images', async () => {
    const { ports, extractor } = fakePorts()
    const content = Buffer.from('\u0089PNG and more', 'latin1')
    const images = [
      { contentType: 'image/x-wmf', content },
      { contentType: 'image/png' },
      { contentType: 'image/*', content: Uint8Array.of(1) },
      { contentType: 'image/png', content },
    ]
    extractor.found.model = { images }
    const { data } = await answerOf(extractDocument, { document, include: ['images', 'figures'] }, ports)
    expect(extractor.asked).toMatchObject([{ figures: true, structure: true }])
    expect(data.images?.map((image) => Object.keys(image))).toEqual(images.map(() => ['contentType']))
    expect(data.figures).toMatchObject([
      {
        images: [0, 3],
        document: { filename: 'figure-1.png', contentType: 'image/png', size: 13, content: content.toString('base64') },
      },
      { images: [2], document: { filename: 'figure-3.bin', contentType: 'application/octet-stream', content: 'AQ==' } },
    ])
    expect((await answerOf(extractDocument, { document }, ports)).data).not.toHaveProperty('figures')
  })

  it('cuts the text into chunks of the wanted size', async () => {
    const { ports } = fakePorts()
    const { data } = await answerOf(extractDocument, { document, include: ['chunks'] }, ports)
    expect(data).toMatchObject({ text: 'docx:One\nTwo', chunks: [{ headings: [], text: 'docx:One\nTwo', pages: [] }] })
    expect((await answerOf(extractDocument, { document, chunks: {} }, ports)).data.chunks).toHaveLength(1)
    expect((await answerOf(extractDocument, { document }, ports)).data).not.toHaveProperty('chunks')
    expect(violationsOf(extractDocument, { document, chunks: { maxCharacters: 99 } })).toEqual([
      ['/chunks/maxCharacters', 'too_small'],
    ])
    expect(violationsOf(extractDocument, { document, chunks: { maxCharacters: 200, overlap: 101 } })).toEqual([
      ['/chunks/overlap', 'too_big'],
    ])
  })

  it('answers of the body, or of the layers that are asked for, and says which there are besides', async () => {
    const { ports, extractor } = fakePorts()
    const [header, body] = [
      { start: 0, end: 4 },
      { start: 5, end: 8 },
    ]
    extractor.found.model = {
      text: 'ACME\nSum',
      blocks: [
        { type: 'header', layer: 'furniture', span: header },
        { type: 'paragraph', layer: 'body', span: body },
      ],
      runs: [{ span: body, bold: true }],
    }
    const answer = async (more: object) => (await answerOf(extractDocument, { document, ...more }, ports)).data
    expect(await answer({})).toMatchObject({
      text: 'Sum',
      markdown: '**Sum**\n',
      blocks: [{ span: { start: 0, end: 3 } }],
      runs: [{ span: { start: 0, end: 3 } }],
      layers: { shown: ['body'], leftOut: ['furniture'] },
      mergedCells: 'repeat',
    })
    expect(await answer({ layers: ['furniture', 'body'], mergedCells: 'once' })).toMatchObject({
      text: 'ACME\nSum',
      markdown: '<header>ACME</header>\n\n**Sum**\n',
      layers: { shown: ['body', 'furniture'], leftOut: [] },
      mergedCells: 'once',
    })
  })

  it('joins a table over pages where that is asked for', async () => {
    const { ports, extractor } = fakePorts()
    const tables = [1, 2].map((page, at) => {
      const span = { start: 2 * at, end: 2 * at + 1, page, box: { x: 0.1, y: 0.1, width: 0.8, height: 0.8 } }
      const cells = [{ row: 0, column: 0, rowSpan: 1, columnSpan: 1, text: 'ab'.charAt(at), span }]
      return { span, rows: 1, columns: 1, headerRows: 0, cells }
    })
    const blocks = tables.map(({ span }, table) => ({ type: 'table' as const, layer: 'body' as const, span, table }))
    extractor.found.model = { text: 'a\nb', blocks, tables }
    const answer = async (more: object) => (await answerOf(extractDocument, { document, ...more }, ports)).data
    expect((await answer({})).tables).toMatchObject([{ rows: 1 }, { rows: 1 }])
    expect(await answer({ tablesOverPages: 'joined' })).toMatchObject({
      tables: [{ rows: 2 }],
      layers: { shown: ['body'], leftOut: [] },
    })
  })

  it('does nothing once the caller has left', async () => {
    const { ports, extractor, guard } = fakePorts()
    expect((await faultOf(answerOf(extractDocument, { document }, ports, leftAlready()))).code).toBe('cancelled')
    expect([extractor.asked, guard.asked]).toEqual([[], []])
  })
})

describe('what cannot be read', () => {
  it.each([
    ['unsupported_document', inline('zip:A'), '/document'],
    ['document_corrupt', inline('docx:[broken]'), '/document'],
    ['document_not_found', { path: 'none.docx' }, '/document'],
    ['url_not_allowed', { url: 'https://example.org/a' }, '/document'],
    ['invalid_request', { content: 'AA\u00e9A' }, '/document/content'],
  ])('is told where it stands: %s', async (code, source, pointer) => {
    const { ports } = fakePorts()
    const fault = await faultOf(answerOf(extractDocument, { document: source }, ports))
    expect(fault).toMatchObject({ code, violations: [{ pointer }] })
  })

  it('is told before anything is opened, where the pages are none', async () => {
    const { ports, guard } = fakePorts()
    const fault = await faultOf(answerOf(extractDocument, { document, pages: '3-1' }, ports))
    expect(fault).toMatchObject({ code: 'invalid_request', violations: [{ pointer: '/pages', code: 'invalid_pages' }] })
    expect(guard.asked).toEqual([])
  })

  it.each([
    ['document_corrupt', [], [{ pointer: '/document' }]],
    ['payload_too_large', [], [{ pointer: '/document' }]],
    ['payload_too_large', [{ pointer: '/pages', code: 'x', message: '' }], [{ pointer: '/pages' }]],
    ['unsupported_option', [{ pointer: '/ocr', code: 'x', message: '' }], [{ pointer: '/ocr' }]],
    ['unsupported_option', [], []],
  ] as const)('is told by the reader: %s', async (code, violations, told) => {
    const { ports, extractor } = fakePorts()
    extractor.found.fault = new ChanceryError(code, 'It cannot.', { violations })
    const fault = await faultOf(answerOf(extractDocument, { document }, ports))
    expect(fault.code).toBe(code)
    expect(fault.violations).toMatchObject(told)
    expect(fault.violations).toHaveLength(told.length)
  })

  it('for a wrong password that only the reader could try is told there', async () => {
    const { ports, extractor } = fakePorts()
    const details = { reason: 'password_wrong' }
    extractor.found.fault = new ChanceryError('document_encrypted', 'It is encrypted.', { details })
    expect(await faultOf(answerOf(extractDocument, { document }, ports))).toMatchObject({
      violations: [{ pointer: '/password' }],
    })
  })
})

describe('what it takes', () => {
  it('is work on a document, and changes nothing', () => {
    expect(extractDocument).toMatchObject({
      name: 'extract-document',
      area: 'documents',
      effect: false,
      cost: 'documents',
      takesDocuments: true,
      producesDocuments: true,
    })
  })

  it('has defaults', () => {
    expect(parseInput(extractDocument.input, { document })).toEqual({
      document,
      ocr: 'auto',
      languages: [],
      mergedCells: 'repeat',
      revisions: 'accept',
      tablesOverPages: 'apart',
    })
  })

  it.each([
    ['pages', '1'.repeat(1000), '1'.repeat(1001), '/pages', 'too_big'],
    ['pages', [1], [], '/pages', 'too_small'],
    ['pages', [1], [0], '/pages/0', 'too_small'],
    ['pages', Array(10_000).fill(1), Array(10_001).fill(1), '/pages', 'too_big'],
    ['languages', Array(16).fill('de'), Array(17).fill('de'), '/languages', 'too_big'],
    ['include', ['text'], [], '/include', 'too_small'],
    ['include', Array(21).fill('text'), Array(22).fill('text'), '/include', 'too_big'],
    ['layers', ['body'], [], '/layers', 'too_small'],
    ['layers', Array(5).fill('body'), Array(6).fill('body'), '/layers', 'too_big'],
    ['layers', ['hidden'], ['feet'], '/layers/0', 'invalid_value'],
    ['mergedCells', 'once', 'twice', '/mergedCells', 'invalid_value'],
    ['tablesOverPages', 'joined', 'whole', '/tablesOverPages', 'invalid_value'],
    ['password', 'p', '', '/password', 'too_small'],
    ['password', 'p'.repeat(1024), 'p'.repeat(1025), '/password', 'too_big'],
    ['provider', 'p'.repeat(64), 'p'.repeat(65), '/provider', 'too_big'],
    ['languages', ['de-CH'], ['no language'], '/languages/0', 'invalid_locale'],
    ['ocr', 'never', 'sometimes', '/ocr', 'invalid_value'],
    ['revisions', 'reject', 'some', '/revisions', 'invalid_value'],
  ])('bounds %s', (field, most, more, pointer, code) => {
    expect(violationsOf(extractDocument, { document, [field]: most })).toEqual([])
    expect(violationsOf(extractDocument, { document, [field]: more })).toEqual([[pointer, code]])
  })
})

it('writes no view further than the answer may have, and says how to get less', async () => {
  const { ports } = fakePorts()
  const long = inline(`docx:${'<'.repeat(2000)}`, { filename: 'a.docx' })
  const within = (answerBytes: number, include: readonly string[]) =>
    answerOf(extractDocument, { document: long, include }, ports, { answerBytes })
  expect((await within(2100, ['text'])).data.text).toHaveLength(2005)
  for (const include of [['text', 'html'], ['text', 'markdown'], ['chunks']]) {
    expect(await faultOf(within(2100, include))).toMatchObject({
      code: 'payload_too_large',
      details: { limit: 2100, unit: 'bytes' },
      violations: [
        {
          pointer: '',
          code: 'answer_too_large',
          hint: 'Ask for less by `include`, or ask for some `pages` at a time, or send less in one call.',
        },
      ],
    })
  }
})

it('tells before it writes a text that lists alone are more than the answer may have', async () => {
  const cells = Array.from({ length: 1000 }, (_, row) => {
    const span = { start: 0, end: 1 }
    return { row, column: 0, rowSpan: 1, columnSpan: 1, span, text: 'a' }
  })
  const model = {
    ...modelOfText('a'),
    get images(): never {
      throw new Error('Something was written.')
    },
    tables: [{ span: { start: 0, end: 1 }, rows: 1000, columns: 1, headerRows: 0, cells }],
  }
  const views = (answerUnits: number) =>
    viewsOf(
      model,
      new Set(['tables', 'images'] as const),
      { room: new AnswerRoom(answerUnits, () => new Error('too large')) },
      new AbortController().signal,
    )
  const json = JSON.stringify(model.tables).length
  await expect(views(json / 2)).rejects.toThrow('too large')
  await expect(views(json)).rejects.toThrow('Something was written.')
})
