import { describe, expect, it } from 'vitest'
import { fromBase64 } from '../../model/base64.ts'
import { parseInput } from '../../operation.ts'
import { answerOf, faultOf, leftAlready, violationsOf } from '../../testing/calls.test-support.ts'
import { bytesOf, inline, textOf } from '../../testing/document-texts.test-support.ts'
import { fakePorts, limits } from '../../testing/fake-ports.test-support.ts'
import { remark } from '../../testing/fake-reading.test-support.ts'
import { generateDocumentTemplate } from './index.ts'

const samples = [inline('docx:Dear Ada'), inline('docx:Dear Alan')]

describe('making a template', () => {
  it('answers it, with what is known of it', async () => {
    const { ports, documentTemplates, events } = fakePorts()
    const induced = {
      schema: { type: 'object' },
      fields: [{ name: 'name', type: 'person' as const, occurrences: 1, confidence: 1, values: ['Ada', 'Alan'] }],
      samples: [{ data: { name: 'Ada' }, exact: true }],
      findings: [remark],
    }
    documentTemplates.found.induced = induced
    const { data, warnings } = await answerOf(generateDocumentTemplate, { samples }, ports)
    const { template, ...report } = data
    expect(report).toEqual(induced)
    expect(template).toMatchObject({
      filename: 'template.docx',
      size: 16,
      contentType: expect.stringContaining('word'),
    })
    expect(textOf(fromBase64(template.content ?? '') ?? bytesOf(''))).toBe('docx:Dear {name}')
    expect(warnings).toEqual([])
    expect(events).toEqual([])
  })

  it('hands all samples over, in their order, and tells what was odd with each', async () => {
    const { ports, documentTemplates } = fakePorts()
    const { warnings } = await answerOf(
      generateDocumentTemplate,
      { samples: [...samples, inline('docx:[remark]')] },
      ports,
    )
    expect(documentTemplates.asked.induce[0]?.samples.map(({ bytes }) => textOf(bytes))).toEqual([
      'docx:Dear Ada',
      'docx:Dear Alan',
      'docx:[remark]',
    ])
    expect(warnings).toEqual([remark])
  })

  it('stores it where that is wanted, under the name that is given', async () => {
    const { ports, store } = fakePorts()
    const output = { path: 'templates/letter.docx' }
    const { data } = await answerOf(generateDocumentTemplate, { samples, filename: 'x.docx', output }, ports)
    expect(store.texts()).toEqual({ 'templates/letter.docx': 'docx:Dear {name}' })
    expect(data.template).toMatchObject({ filename: 'x.docx', stored: { path: 'templates/letter.docx' } })
    expect('content' in data.template).toBe(false)
  })

  it('stores nothing in a dry run, and over nothing that is there', async () => {
    const { ports, store, events } = fakePorts()
    const output = { path: 'a.docx' }
    const { data } = await answerOf(generateDocumentTemplate, { samples, output, dryRun: true }, ports)
    expect(data.template.stored?.path).toBe('a.docx')
    expect(events).toEqual([])
    await store.keep('a.docx', 'docx:Before')
    expect(await faultOf(answerOf(generateDocumentTemplate, { samples, output }, ports))).toMatchObject({
      code: 'document_exists',
      violations: [{ pointer: '/output/path' }],
    })
    expect(store.texts()).toEqual({ 'a.docx': 'docx:Before' })
  })

  it('points at each sample that cannot be used', async () => {
    const { ports, documentTemplates } = fakePorts()
    const bad = [inline('docx:[broken]'), inline('docx:A'), inline('pdf:B')]
    expect(await faultOf(answerOf(generateDocumentTemplate, { samples: bad }, ports))).toMatchObject({
      code: 'document_corrupt',
      violations: [{ pointer: '/samples/0' }, { pointer: '/samples/2', code: 'unsupported_document' }],
    })
    expect(documentTemplates.asked.induce).toEqual([])
  })

  it('takes as many samples as are allowed', async () => {
    const { ports, guard } = fakePorts({}, limits({ samples: 2 }))
    await answerOf(generateDocumentTemplate, { samples }, ports)
    guard.asked.length = 0
    const fault = await faultOf(answerOf(generateDocumentTemplate, { samples: [...samples, ...samples] }, ports))
    expect(fault).toMatchObject({
      code: 'payload_too_large',
      violations: [{ pointer: '/samples', code: 'too_many', message: 'At most 2.' }],
      details: { limit: 2, actual: 4 },
    })
    expect(guard.asked).toEqual([])
  })

  it('does nothing once the caller has left', async () => {
    const { ports, documentTemplates } = fakePorts()
    expect((await faultOf(answerOf(generateDocumentTemplate, { samples }, ports, leftAlready()))).code).toBe(
      'cancelled',
    )
    expect(documentTemplates.asked.induce).toEqual([])
  })
})

describe('naming what varies', () => {
  it('asks the default identifier, by the locale of the call', async () => {
    const { ports, documentTemplates, identifier } = fakePorts()
    const fields = [{ name: 'client.name', examples: ['Ada'] }, { name: 'total' }]
    await answerOf(generateDocumentTemplate, { samples, fields, options: { locale: 'de' } }, ports)
    const { request } = documentTemplates.asked.induce[0] ?? {}
    expect(request).toMatchObject({ fields, locale: 'de' })
    const field = { name: 'a', type: 'text' as const, method: 'label', alternatives: [] }
    const value = { value: 'b', raw: 'b', confidence: 1, span: { start: 0, end: 1 } }
    identifier.found.outcome = { ...identifier.found.outcome, fields: [{ ...field, ...value }] }
    expect(await request?.identify('Ada')).toEqual([{ ...field, ...value }])
    expect(identifier.asked).toEqual([
      { model: expect.objectContaining({ text: 'Ada' }), profile: 'auto', locale: 'de', minConfidence: 0.8 },
    ])
  })

  it('compares documents of as many pages as the service reads', async () => {
    const { ports, documentTemplates } = fakePorts({}, limits({ pages: 7 }))
    await answerOf(generateDocumentTemplate, { samples }, ports)
    expect(documentTemplates.asked.induce[0]?.request.pages).toBe(7)
  })

  it('goes by the locale of the service where the call names none', async () => {
    const { ports, documentTemplates, identifier } = fakePorts({}, { locale: 'fr-FR' })
    await answerOf(generateDocumentTemplate, { samples, options: {} }, ports)
    const { request } = documentTemplates.asked.induce[0] ?? {}
    await request?.identify('Ada')
    expect([request?.fields, request?.locale, identifier.asked[0]?.locale]).toEqual([[], 'fr-FR', 'fr-FR'])
  })

  it('asks nobody where it is not wanted', async () => {
    const { ports, documentTemplates, identifier } = fakePorts()
    await answerOf(generateDocumentTemplate, { samples, options: { identify: false } }, ports)
    expect(await documentTemplates.asked.induce[0]?.request.identify('Ada')).toEqual([])
    expect(identifier.asked).toEqual([])
  })
})

describe('what it takes', () => {
  const field = (name: string, more: object = {}) => [{ name, ...more }]

  it('is work on documents, with an effect', () => {
    expect(generateDocumentTemplate).toMatchObject({
      name: 'generate-document-template',
      area: 'templates',
      effect: true,
      cost: 'documents',
      takesDocuments: true,
      producesDocuments: true,
    })
    expect(parseInput(generateDocumentTemplate.input, { samples, options: {} })).toEqual({
      samples,
      fields: [],
      filename: 'template.docx',
      options: { identify: true },
      dryRun: false,
    })
  })

  it.each([
    ['samples', samples.slice(1), [], '/samples', 'too_small'],
    ['filename', 'f', '', '/filename', 'too_small'],
    ['filename', 'f'.repeat(255), 'f'.repeat(256), '/filename', 'too_big'],
    [
      'fields',
      Array(500)
        .fill(0)
        .flatMap(() => field('a')),
      Array(501)
        .fill(0)
        .flatMap(() => field('a')),
      '/fields',
      'too_big',
    ],
    ['fields', field('n'.repeat(128)), field('n'.repeat(129)), '/fields/0/name', 'too_big'],
    ['fields', field('_a.b1'), field('1a'), '/fields/0/name', 'invalid_format'],
    ['fields', field('a', { examples: ['e'] }), field('a', { examples: [''] }), '/fields/0/examples/0', 'too_small'],
    [
      'fields',
      field('a', { examples: ['e'.repeat(1000)] }),
      field('a', { examples: ['e'.repeat(1001)] }),
      '/fields/0/examples/0',
      'too_big',
    ],
    [
      'fields',
      field('a', { examples: Array(200).fill('e') }),
      field('a', { examples: Array(201).fill('e') }),
      '/fields/0/examples',
      'too_big',
    ],
  ])('bounds %s', (name, most, more, pointer, code) => {
    expect(violationsOf(generateDocumentTemplate, { samples, [name]: most })).toEqual([])
    expect(violationsOf(generateDocumentTemplate, { samples, [name]: more })).toEqual([[pointer, code]])
  })
})
