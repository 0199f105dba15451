import { describe, expect, it } from 'vitest'
import { fromBase64 } from '../../model/base64.ts'
import { parseInput } from '../../operation.ts'
import { answerOf, faultOf, leftAlready, violationsOf } from '../../testing/calls.test-support.ts'
import { bytesOf, inline, now, textOf } from '../../testing/document-texts.test-support.ts'
import { fakePorts } from '../../testing/fake-ports.test-support.ts'
import { remark } from '../../testing/fake-reading.test-support.ts'
import { validateDocumentTemplate } from './index.ts'

const template = inline('docx:Dear {name}', { filename: 'letter.docx' })
const fault = { code: 'unclosed_tag', severity: 'error' as const, message: 'A tag is not closed.' }
const tag = { kind: 'value' as const, path: 'name', tag: '{name}', formatters: [], occurrences: 1, children: [] }
const report = { findings: [], tags: [tag], schema: { type: 'object' }, sampleData: { name: 'Ada' } }

describe('checking a template', () => {
  it('answers what is found in it, and stores nothing', async () => {
    const { ports, documentTemplates, events } = fakePorts()
    documentTemplates.found.report = report
    const outcome = await answerOf(validateDocumentTemplate, { template }, ports)
    expect(outcome.data).toMatchObject({ ...report, valid: true, delimiters: { open: '{', close: '}' } })
    expect(outcome.data.statistics.parts).toBe(1)
    expect('annotated' in outcome.data).toBe(false)
    expect(events).toEqual([])
  })

  it('is not valid with an error, and valid with less', async () => {
    const { ports, documentTemplates } = fakePorts()
    const valid = async (...findings: (typeof remark)[]): Promise<boolean> => {
      documentTemplates.found.report = { ...report, findings }
      return (await answerOf(validateDocumentTemplate, { template }, ports)).data.valid
    }
    expect(await valid({ ...fault, severity: 'warning' }, remark)).toBe(true)
    expect(await valid(remark, fault)).toBe(false)
  })

  it('tells what was odd with the document first', async () => {
    const { ports, documentTemplates } = fakePorts()
    documentTemplates.found.report = { ...report, findings: [fault] }
    const { data } = await answerOf(validateDocumentTemplate, { template: inline('docx:[remark]') }, ports)
    expect(data.findings).toEqual([remark, fault])
  })

  it('opens one that no other operation would, and only a Word or OpenDocument text', async () => {
    const { ports, guard } = fakePorts()
    const { data } = await answerOf(validateDocumentTemplate, { template: inline('docx:[fault]') }, ports)
    expect(data.valid).toBe(true)
    expect(guard.asked).toMatchObject([{ accept: ['docx', 'odt'], faults: 'report' }])
    expect(await faultOf(answerOf(validateDocumentTemplate, { template: inline('pdf:A') }, ports))).toMatchObject({
      code: 'unsupported_document',
      violations: [{ pointer: '/template' }],
      details: { supported: ['docx', 'odt'] },
    })
  })

  it('asks with the data, the schema and the choices of the call', async () => {
    const { ports, documentTemplates } = fakePorts()
    const choices = { locale: 'de-DE', timeZone: 'Europe/Berlin', currency: 'chf' }
    const delimiters = { open: '<<', close: '>>' }
    const asked = { data: { nmae: 'Ada' }, schema: { type: 'object' } }
    await answerOf(validateDocumentTemplate, { template, ...asked, delimiters, ...choices, annotate: true }, ports)
    expect(documentTemplates.asked.inspect).toEqual([
      { ...asked, ...choices, currency: 'CHF', delimiters, annotate: true, now },
    ])
  })

  it('asks by the settings of the service where the call says nothing', async () => {
    const { ports, documentTemplates } = fakePorts({}, { locale: 'fr-FR', timeZone: 'Asia/Tokyo', currency: 'jpy' })
    await answerOf(validateDocumentTemplate, { template }, ports)
    await answerOf(validateDocumentTemplate, { template, delimiters: 'auto' }, ports)
    const usual = { locale: 'fr-FR', timeZone: 'Asia/Tokyo', currency: 'JPY', annotate: false, now }
    expect(documentTemplates.asked.inspect).toEqual([usual, usual])
  })

  it('does nothing once the caller has left', async () => {
    const { ports, documentTemplates } = fakePorts()
    expect((await faultOf(answerOf(validateDocumentTemplate, { template }, ports, leftAlready()))).code).toBe(
      'cancelled',
    )
    expect(documentTemplates.asked.inspect).toEqual([])
  })
})

describe('the annotated copy', () => {
  const copyOf = async (given: object) => {
    const { ports, documentTemplates, events } = fakePorts()
    documentTemplates.found.annotated = bytesOf('docx:Dear {name} [!]')
    const { data } = await answerOf(validateDocumentTemplate, { template: given, annotate: true }, ports)
    expect(events).toEqual([])
    return data.annotated
  }

  it('comes with the answer', async () => {
    const copy = await copyOf(template)
    expect(copy).toMatchObject({
      filename: 'letter annotated.docx',
      contentType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
      size: 20,
    })
    expect(textOf(fromBase64(copy?.content ?? '') ?? bytesOf(''))).toBe('docx:Dear {name} [!]')
  })

  it.each([
    ['a.DOTX', 'a annotated.docx'],
    ['a.docm', 'a annotated.docx'],
    ['a.b.dotm', 'a.b annotated.docx'],
    ['a.pdf', 'a.pdf annotated.docx'],
    [undefined, 'template annotated.docx'],
  ])('of %s is named %s', async (filename, name) => {
    const named = inline('docx:A', filename === undefined ? {} : { filename })
    expect((await copyOf(named))?.filename).toBe(name)
  })

  it('is absent where there is none, and is not asked for by itself', async () => {
    const { ports, documentTemplates } = fakePorts()
    const { data } = await answerOf(validateDocumentTemplate, { template, annotate: true }, ports)
    expect('annotated' in data).toBe(false)
    documentTemplates.found.annotated = bytesOf('docx:A')
    expect('annotated' in (await answerOf(validateDocumentTemplate, { template }, ports)).data).toBe(false)
  })
})

describe('what it takes', () => {
  it('is work on a document, and changes nothing', () => {
    expect(validateDocumentTemplate).toMatchObject({
      name: 'validate-document-template',
      area: 'templates',
      effect: false,
      cost: 'documents',
      takesDocuments: true,
      producesDocuments: true,
    })
    expect(parseInput(validateDocumentTemplate.input, { template })).toEqual({ template, annotate: false })
  })

  it.each([
    ['locale', 'de', 'no locale', '/locale', 'invalid_locale'],
    ['timeZone', 'Europe/Berlin', 'Europe/Atlantis', '/timeZone', 'invalid_time_zone'],
    ['currency', 'eur', 'euro', '/currency', 'invalid_currency'],
    ['delimiters', { open: '[[', close: ']]' }, { open: '%', close: '%' }, '/delimiters/close', 'same_delimiters'],
    ['data', { a: null }, [], '/data', 'invalid_type'],
  ])('bounds %s', (field, most, more, pointer, code) => {
    expect(violationsOf(validateDocumentTemplate, { template, [field]: most })).toEqual([])
    expect(violationsOf(validateDocumentTemplate, { template, [field]: more })).toEqual([[pointer, code]])
  })
})
