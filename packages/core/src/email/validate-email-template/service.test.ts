import { describe, expect, it } from 'vitest'
import { parseInput } from '../../operation.ts'
import { answerOf, faultOf, leftAlready, violationsOf } from '../../testing/calls.test-support.ts'
import { inline, now } from '../../testing/document-texts.test-support.ts'
import { fakePorts } from '../../testing/fake-ports.test-support.ts'
import { noEmailReport } from '../../testing/fake-templates.test-support.ts'
import { validateEmailTemplate } from './index.ts'

const template = { subject: 'Hello {{name}}', text: 'Dear {{name}}' }
const finding = (severity: 'error' | 'warning' | 'info') => ({
  code: 'odd',
  severity,
  message: 'It is odd.',
  group: 'syntax' as const,
})
const report = { ...noEmailReport, findings: [finding('info')], sampleData: { name: 'Ada' } }

describe('checking an e-mail template', () => {
  it('answers what is found in it, and the e-mail as it would be', async () => {
    const { ports, emailTemplates, events } = fakePorts()
    const preview = { subject: 'Hello Ada', text: 'Dear Ada' }
    emailTemplates.found.report = { ...report, preview }
    const { data } = await answerOf(validateEmailTemplate, { template }, ports)
    expect(data).toEqual({ ...report, preview, valid: true })
    expect(events).toEqual([])
  })

  it('is not valid with an error, and valid with less', async () => {
    const { ports, emailTemplates } = fakePorts()
    const valid = async (...severities: ('error' | 'warning' | 'info')[]): Promise<boolean> => {
      emailTemplates.found.report = { ...report, findings: severities.map(finding) }
      return (await answerOf(validateEmailTemplate, { template }, ports)).data.valid
    }
    expect(await valid('warning', 'info')).toBe(true)
    expect(await valid('info', 'error')).toBe(false)
    // One that is not listed, since there are too many.
    emailTemplates.found.report = {
      ...report,
      summary: [{ code: 'odd', group: 'syntax', severity: 'error', count: 1 }],
    }
    expect((await answerOf(validateEmailTemplate, { template }, ports)).data.valid).toBe(false)
  })

  it('asks with what the call gives, and by the settings where it says nothing', async () => {
    const { ports, emailTemplates } = fakePorts({}, { locale: 'fr-FR', timeZone: 'Asia/Tokyo', currency: 'jpy' })
    const asked = {
      data: { name: 'Ada' },
      schema: { type: 'object' },
      locale: 'de-DE',
      timeZone: 'Europe/Berlin',
      profile: 'strict' as const,
      severities: { insecure_link: 'off' as const },
      clients: ['gmail'],
      longestList: 7,
      locales: { de: { subject: 'Hallo {{name}}', text: 'Liebe {{name}}' } },
    }
    await answerOf(validateEmailTemplate, { template, ...asked, currency: 'chf' }, ports)
    await answerOf(validateEmailTemplate, { template }, ports)
    expect(emailTemplates.asked.inspect).toEqual([
      { template, request: { ...asked, currency: 'CHF', now } },
      { template, request: { locale: 'fr-FR', timeZone: 'Asia/Tokyo', currency: 'JPY', profile: 'default', now } },
    ])
  })

  it('checks the languages of the template, and those of the call beside them', async () => {
    const { ports, emailTemplates } = fakePorts()
    const de = { subject: 'Hallo {{name}}', text: 'Liebe {{name}}' }
    const inTwo = { ...template, from: 'a@example.com', locales: { de } }
    await answerOf(validateEmailTemplate, { template: inTwo }, ports)
    await answerOf(validateEmailTemplate, { template: inTwo, locales: { fr: template, de: template } }, ports)
    const first = { ...template, from: 'a@example.com' }
    expect(emailTemplates.asked.inspect).toMatchObject([
      { template: first, request: { locales: { de: { ...de, from: 'a@example.com' } } } },
      { template: first, request: { locales: { fr: template, de: template } } },
    ])
    expect(emailTemplates.asked.inspect[0]?.template).toEqual(first)
  })

  it('is refused with a language twice, which would lose one of them', async () => {
    const de = { subject: 'Hallo {{name}}', text: 'Liebe {{name}}' }
    const { ports, emailTemplates } = fakePorts()
    const twice = { template: { ...template, locales: { 'de-at': de, fr: de, 'de-AT': de } } }
    await expect(answerOf(validateEmailTemplate, twice, ports)).rejects.toMatchObject({
      violations: [{ pointer: '/template/locales', code: 'repeated_language' }],
    })
    expect(emailTemplates.asked.inspect).toEqual([])
  })

  it('is asked with the dictionaries of the call', async () => {
    const { ports, emailTemplates } = fakePorts()
    const translations = { de: { Due: 'Fällig' } }
    await answerOf(validateEmailTemplate, { template, translations }, ports)
    expect(emailTemplates.asked.inspect).toMatchObject([{ request: { translations } }])
  })

  it('reads one that is a document', async () => {
    const { ports, emailTemplates, guard } = fakePorts()
    await answerOf(validateEmailTemplate, { template: inline('eml:Hello {{name}}\nDear {{name}}') }, ports)
    expect(emailTemplates.asked.inspect).toMatchObject([{ template }])
    expect(guard.asked).toMatchObject([{ accept: ['eml', 'json'] }])
  })

  it('points at a document that is none', async () => {
    const { ports } = fakePorts()
    for (const [document, code] of [
      [inline('docx:A'), 'unsupported_document'],
      [inline('eml:[odd]'), 'document_corrupt'],
      [{ path: 'none.eml' }, 'document_not_found'],
    ])
      expect(await faultOf(answerOf(validateEmailTemplate, { template: document }, ports))).toMatchObject({
        code,
        violations: [{ pointer: '/template' }],
      })
  })

  it('does nothing once the caller has left', async () => {
    const { ports, emailTemplates } = fakePorts()
    expect((await faultOf(answerOf(validateEmailTemplate, { template }, ports, leftAlready()))).code).toBe('cancelled')
    expect(emailTemplates.asked.inspect).toEqual([])
  })
})

describe('what it takes', () => {
  it('is work on a template, and changes nothing', () => {
    expect(validateEmailTemplate).toMatchObject({
      name: 'validate-email-template',
      area: 'email',
      effect: false,
      cost: 'documents',
      takesDocuments: true,
      producesDocuments: false,
    })
    expect(parseInput(validateEmailTemplate.input, { template })).toEqual({ template, profile: 'default' })
  })

  it('is a template with a content', () => {
    expect(violationsOf(validateEmailTemplate, { template: { subject: 'Hello' } })).toEqual([
      ['/template', 'no_content'],
    ])
    expect(violationsOf(validateEmailTemplate, { template: { subject: 'Hello', html: '' } })).toEqual([])
  })

  it('says of a language that it is a whole e-mail', () => {
    const template = { subject: 'Hello', text: 'a', locales: { fr: { subject: 'Bonjour' } } }
    expect(() => parseInput(validateEmailTemplate.input, { template })).toThrow(
      expect.objectContaining({
        violations: [
          expect.objectContaining({ pointer: '/template/locales/fr', hint: expect.stringContaining('whole e-mail') }),
        ],
      }),
    )
  })

  it.each([
    ['subject', 's'.repeat(4000), 's'.repeat(4001)],
    ['html', 'h'.repeat(2_000_000), 'h'.repeat(2_000_001)],
    ['text', 't'.repeat(2_000_000), 't'.repeat(2_000_001)],
  ])('bounds its %s', (part, most, more) => {
    expect(violationsOf(validateEmailTemplate, { template: { ...template, [part]: most } })).toEqual([])
    expect(violationsOf(validateEmailTemplate, { template: { ...template, [part]: more } })).toEqual([
      [`/template/${part}`, 'too_big'],
    ])
  })
})
