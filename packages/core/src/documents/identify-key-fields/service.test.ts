import { describe, expect, it } from 'vitest'
import { ChanceryError } from '../../errors.ts'
import { parseInput } from '../../operation.ts'
import type { Identification } from '../../ports/field-identifier.ts'
import { plainReading } from '../../ports/text-extractor.ts'
import { answerOf, faultOf, leftAlready, violationsOf } from '../../testing/calls.test-support.ts'
import { inline } from '../../testing/document-texts.test-support.ts'
import { fakePorts } from '../../testing/fake-ports.test-support.ts'
import { remark } from '../../testing/fake-reading.test-support.ts'
import { identifyKeyFields } from './index.ts'

const text = 'Total: 5\nDue: today'
const span = { start: 7, end: 8 }
const found: Identification = {
  fields: [
    { name: 'total', type: 'money', value: '5', raw: '5', confidence: 1, span, method: 'label', alternatives: [] },
  ],
  keyValues: [{ key: 'Total', value: '5', keySpan: { start: 0, end: 5 }, valueSpan: span, confidence: 1 }],
  entities: [{ type: 'number', value: '5', raw: '5', confidence: 1, span }],
  missing: ['due'],
  profile: 'invoice',
  warnings: [],
}
const { warnings: _, ...answered } = found

describe('finding facts', () => {
  it('in a text answers what was found, without the text', async () => {
    const { ports, identifier, extractor } = fakePorts()
    identifier.found.outcome = found
    const { data, warnings } = await answerOf(identifyKeyFields, { text }, ports)
    expect(data).toEqual(answered)
    expect(warnings).toEqual([])
    expect(extractor.asked).toEqual([])
  })

  it('asks as the call does', async () => {
    const { ports, identifier } = fakePorts()
    const input = { fields: [{ name: 'total', many: true }], profile: 'invoice', locale: 'de', minConfidence: 0.9 }
    await answerOf(identifyKeyFields, { text, ...input }, ports)
    await answerOf(identifyKeyFields, { text }, ports)
    const [asked, usual] = identifier.asked
    expect(asked).toEqual({ model: expect.objectContaining({ text, contentType: 'text/plain' }), ...input })
    expect(usual).toEqual({ model: expect.objectContaining({ text }), profile: 'auto', minConfidence: 0.3 })
  })

  it('in a document reads it for its facts alone by the default reader, and answers its text', async () => {
    const { ports, identifier, extractor, guard } = fakePorts()
    identifier.found.outcome = found
    const { data } = await answerOf(identifyKeyFields, { document: inline(`docx:${text}`) }, ports)
    expect(data).toEqual({ ...answered, text: `docx:${text}` })
    expect(extractor.asked).toEqual([{ ...plainReading, searched: true }])
    expect(guard.asked).toMatchObject([{ accept: extractor.types }])
    expect(identifier.asked[0]?.model).toMatchObject({ text: `docx:${text}`, extractor: 'reader' })
  })

  it('tells the locale of the call and the language of the document apart', async () => {
    const { ports, identifier, extractor } = fakePorts()
    extractor.found.model = { language: 'fr' }
    const document = inline('docx:A')
    await answerOf(identifyKeyFields, { document }, ports)
    await answerOf(identifyKeyFields, { document, locale: 'de' }, ports)
    extractor.found.model = { language: null }
    await answerOf(identifyKeyFields, { document }, ports)
    expect(identifier.asked.map(({ locale }) => locale)).toEqual([undefined, 'de', undefined])
    expect(identifier.asked.map(({ language }) => language)).toEqual(['fr', 'fr', undefined])
    expect(identifier.asked.map((asked) => 'language' in asked)).toEqual([true, true, false])
  })

  it('tells what was odd with the document, and what with its text', async () => {
    const { ports, extractor } = fakePorts()
    const warning = { code: 'page_empty', severity: 'warning' as const, message: 'A page has no text.' }
    extractor.found.model = { warnings: [warning] }
    const { warnings } = await answerOf(identifyKeyFields, { document: inline('docx:[remark]') }, ports)
    expect(warnings).toEqual([remark, warning])
  })

  it('tells what the identifier left out', async () => {
    const { ports, identifier } = fakePorts()
    const warning = { code: 'values_left_out', severity: 'warning' as const, message: 'There are more.' }
    identifier.found.outcome = { ...found, warnings: [warning] }
    expect((await answerOf(identifyKeyFields, { text }, ports)).warnings).toEqual([warning])
  })

  it('is done by the named identifier', async () => {
    const { ports, identifier, otherIdentifier } = fakePorts()
    await answerOf(identifyKeyFields, { text, provider: 'other-rules' }, ports)
    expect([identifier.asked.length, otherIdentifier.asked.length]).toEqual([0, 1])
    expect(await faultOf(answerOf(identifyKeyFields, { text, provider: 'none' }, ports))).toMatchObject({
      code: 'provider_not_configured',
      violations: [{ pointer: '/provider' }],
    })
  })

  it('points at a document that cannot be read', async () => {
    const { ports, extractor } = fakePorts()
    for (const document of [inline('zip:A'), inline('docx:[broken]'), { path: 'none.docx' }])
      expect(await faultOf(answerOf(identifyKeyFields, { document }, ports))).toMatchObject({
        violations: [{ pointer: '/document' }],
      })
    extractor.found.fault = new ChanceryError('document_corrupt', 'It cannot be read.')
    expect(await faultOf(answerOf(identifyKeyFields, { document: inline('docx:A') }, ports))).toMatchObject({
      violations: [{ pointer: '/document' }],
    })
  })

  it('does nothing once the caller has left', async () => {
    const { ports, identifier } = fakePorts()
    expect((await faultOf(answerOf(identifyKeyFields, { text }, ports, leftAlready()))).code).toBe('cancelled')
    expect(identifier.asked).toEqual([])
  })

  it('stops what it asks for when the caller leaves', async () => {
    const { ports, identifier } = fakePorts()
    const signals: AbortSignal[] = []
    const identify: typeof identifier.identify = (request, options) => {
      signals.push(options.signal)
      return identifier.identify(request, options)
    }
    const leaving = new AbortController()
    const identifiers = { names: [], get: () => ({ ...identifier, identify }) }
    await answerOf(identifyKeyFields, { text }, { ...ports, identifiers }, { signal: leaving.signal })
    expect(signals).toEqual([leaving.signal])
  })
})

describe('what it takes', () => {
  const field = (more: object) => [{ name: 'total', ...more }]

  it('is work on a document, and changes nothing', () => {
    expect(identifyKeyFields).toMatchObject({
      name: 'identify-key-fields',
      area: 'documents',
      effect: false,
      cost: 'documents',
      takesDocuments: true,
      producesDocuments: false,
    })
  })

  it('has defaults', () => {
    expect(parseInput(identifyKeyFields.input, { text: '' })).toEqual({ text: '', profile: 'auto', minConfidence: 0.3 })
  })

  it('is either a text or a document', () => {
    const both = { text, document: inline('a') }
    expect(violationsOf(identifyKeyFields, both)).toEqual([['', 'one_source']])
    expect(violationsOf(identifyKeyFields, {})).toEqual([['', 'one_source']])
    expect(violationsOf(identifyKeyFields, { document: inline('a') })).toEqual([])
  })

  it('are fields of different names, which is told with all else', () => {
    const fields = [{ name: 'a' }, { name: 'b' }, { name: 'a', type: 'odd' }, { name: 5 }, { name: 5 }, null]
    expect(violationsOf(identifyKeyFields, { text, fields })).toEqual(
      expect.arrayContaining([
        ['/fields/2/name', 'name_twice'],
        ['/fields/2/type', 'invalid_value'],
        ['/fields/3/name', 'invalid_type'],
        ['/fields/5', 'invalid_type'],
      ]),
    )
    expect(violationsOf(identifyKeyFields, { text, fields })).toHaveLength(5)
    expect(violationsOf(identifyKeyFields, { text, fields: 'a' })).toEqual([['/fields', 'invalid_type']])
  })

  it.each([
    ['text', 'x'.repeat(5_000_000), 'x'.repeat(5_000_001), '/text', 'too_big'],
    ['fields', field({}), [], '/fields', 'too_small'],
    [
      'fields',
      Array.from({ length: 200 }, (_, at) => ({ name: `n${at}` })),
      Array.from({ length: 201 }, (_, at) => ({ name: `n${at}` })),
      '/fields',
      'too_big',
    ],
    ['fields', field({ name: 'n' }), field({ name: '' }), '/fields/0/name', 'too_small'],
    ['fields', field({ name: 'n'.repeat(128) }), field({ name: 'n'.repeat(129) }), '/fields/0/name', 'too_big'],
    [
      'fields',
      field({ description: 'd'.repeat(1024) }),
      field({ description: 'd'.repeat(1025) }),
      '/fields/0/description',
      'too_big',
    ],
    ['fields', field({ labels: ['l'] }), field({ labels: [''] }), '/fields/0/labels/0', 'too_small'],
    [
      'fields',
      field({ labels: ['l'.repeat(128)] }),
      field({ labels: ['l'.repeat(129)] }),
      '/fields/0/labels/0',
      'too_big',
    ],
    [
      'fields',
      field({ labels: Array(32).fill('l') }),
      field({ labels: Array(33).fill('l') }),
      '/fields/0/labels',
      'too_big',
    ],
    ['fields', field({ pattern: 'p' }), field({ pattern: '' }), '/fields/0/pattern', 'too_small'],
    [
      'fields',
      field({ pattern: 'p'.repeat(512) }),
      field({ pattern: 'p'.repeat(513) }),
      '/fields/0/pattern',
      'too_big',
    ],
    ['provider', 'p'.repeat(64), 'p'.repeat(65), '/provider', 'too_big'],
    ['minConfidence', 0, -0.1, '/minConfidence', 'too_small'],
    ['minConfidence', 1, 1.1, '/minConfidence', 'too_big'],
    ['locale', 'de', 'no locale', '/locale', 'invalid_locale'],
    ['profile', 'form', 'formula', '/profile', 'invalid_value'],
  ])('bounds %s', (name, most, more, pointer, code) => {
    expect(violationsOf(identifyKeyFields, { text, [name]: most })).toEqual([])
    expect(violationsOf(identifyKeyFields, { text, [name]: more })).toEqual([[pointer, code]])
  })
})
