import { describe, expect, it } from 'vitest'
import { parseInput } from '../../operation.ts'
import { answerOf, faultOf, leftAlready, violationsOf } from '../../testing/calls.test-support.ts'
import { inline } from '../../testing/document-texts.test-support.ts'
import { fakePorts, limits } from '../../testing/fake-ports.test-support.ts'
import { generateEmailTemplate } from './index.ts'

const samples = [
  { subject: 'Hello', text: 'Dear Ada' },
  { subject: 'Hello', html: '<p>Dear Alan</p>' },
]
const template = { subject: 'Hello', text: 'Dear {{name}}' }

describe('making an e-mail template', () => {
  it('answers it, with what is known of it', async () => {
    const { ports, emailTemplates, events } = fakePorts()
    const induced = {
      template,
      schema: { type: 'object' },
      fields: [{ name: 'name', type: 'person' as const, occurrences: 1, confidence: 1, values: ['Ada'] }],
      samples: [{ data: { name: 'Ada' }, exact: true }],
      findings: [{ code: 'odd', severity: 'info' as const, message: 'It is odd.' }],
    }
    emailTemplates.found.induced = induced
    expect((await answerOf(generateEmailTemplate, { samples }, ports)).data).toEqual(induced)
    expect(events).toEqual([])
  })

  it('hands all samples over, in their order, documents too', async () => {
    const { ports, emailTemplates } = fakePorts()
    const document = inline('eml:Hello\nDear Grace')
    await answerOf(generateEmailTemplate, { samples: [...samples, document], options: { locale: 'de' } }, ports)
    const [asked] = emailTemplates.asked.induce
    expect(asked?.samples).toEqual([...samples, { subject: 'Hello', text: 'Dear Grace' }])
    expect(asked?.request).toMatchObject({ locale: 'de', fields: [] })
  })

  it('stores it as JSON where that is wanted', async () => {
    const { ports, store } = fakePorts()
    const { data } = await answerOf(generateEmailTemplate, { samples, output: { path: 'mails/hello.json' } }, ports)
    expect(JSON.parse(store.texts()['mails/hello.json'] ?? '')).toEqual(template)
    expect(store.texts()['mails/hello.json']).toContain('\n  "subject": "Hello",\n')
    expect(store.texts()['mails/hello.json']?.endsWith('}\n')).toBe(true)
    expect(data.stored).toMatchObject({ path: 'mails/hello.json', contentType: 'application/json' })
    expect(data.template).toEqual(template)
  })

  it('stores nothing in a dry run, and over nothing that is there', async () => {
    const { ports, store, events } = fakePorts()
    const output = { path: 'a.json' }
    const { data } = await answerOf(generateEmailTemplate, { samples, output, dryRun: true }, ports)
    expect([data.stored?.path, events]).toEqual(['a.json', []])
    await store.keep('a.json', 'json:Before')
    expect(await faultOf(answerOf(generateEmailTemplate, { samples, output }, ports))).toMatchObject({
      code: 'document_exists',
      violations: [{ pointer: '/output/path' }],
    })
    expect(store.texts()).toEqual({ 'a.json': 'json:Before' })
  })

  it.each([
    [{ subject: 'Hello' }, true],
    [{ subject: 'Hello', html: '<p>' }, false],
    [{ subject: 'Hello', text: 'Dear' }, false],
  ])('of %j is refused: %s', async (made, refused) => {
    const { ports, emailTemplates, events } = fakePorts()
    emailTemplates.found.induced = { ...emailTemplates.found.induced, template: made }
    const call = answerOf(generateEmailTemplate, { samples, output: { path: 'a.json' } }, ports)
    if (!refused) expect((await call).data.template).toEqual(made)
    else {
      expect(await faultOf(call)).toMatchObject({
        code: 'invalid_request',
        violations: [{ pointer: '/samples', code: 'samples_unrelated' }],
      })
      expect(events).toEqual([])
    }
  })

  it('points at each sample that cannot be used', async () => {
    const { ports, emailTemplates } = fakePorts()
    const bad = [inline('eml:[broken]'), ...samples, inline('pdf:A')]
    expect(await faultOf(answerOf(generateEmailTemplate, { samples: bad }, ports))).toMatchObject({
      violations: [{ pointer: '/samples/0' }, { pointer: '/samples/3' }],
    })
    expect(emailTemplates.asked.induce).toEqual([])
  })

  it('takes as many samples as are allowed', async () => {
    const { ports, emailTemplates } = fakePorts({}, limits({ samples: 2 }))
    await answerOf(generateEmailTemplate, { samples }, ports)
    expect(await faultOf(answerOf(generateEmailTemplate, { samples: [...samples, ...samples] }, ports))).toMatchObject({
      code: 'payload_too_large',
      violations: [{ pointer: '/samples', code: 'too_many' }],
      details: { limit: 2, actual: 4 },
    })
    expect(emailTemplates.asked.induce).toHaveLength(1)
  })

  it('does nothing once the caller has left', async () => {
    const { ports, emailTemplates } = fakePorts()
    expect((await faultOf(answerOf(generateEmailTemplate, { samples }, ports, leftAlready()))).code).toBe('cancelled')
    expect(emailTemplates.asked.induce).toEqual([])
  })
})

describe('what it takes', () => {
  it('is work on e-mails, with an effect', () => {
    expect(generateEmailTemplate).toMatchObject({
      name: 'generate-email-template',
      area: 'email',
      effect: true,
      cost: 'documents',
      takesDocuments: true,
      producesDocuments: false,
    })
    expect(parseInput(generateEmailTemplate.input, { samples })).toEqual({ samples, fields: [], dryRun: false })
    expect(violationsOf(generateEmailTemplate, { samples: [] })).toEqual([['/samples', 'too_small']])
    expect(violationsOf(generateEmailTemplate, { samples: samples.slice(1) })).toEqual([])
  })
})
