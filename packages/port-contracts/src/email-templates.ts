import {
  ChanceryError,
  type EmailContent,
  type EmailTemplates,
  type FillRequest,
  type JsonObject,
} from '@chancery/core'
import { beforeEach, describe, expect, it } from 'vitest'
import { vettedForTest } from './vetted-for-test.ts'

const base = { locale: 'en-GB', timeZone: 'UTC', currency: 'EUR', now: Date.UTC(2026, 10, 21) }
const requestFor = (data: JsonObject, missing: FillRequest['missing'] = 'error'): FillRequest => ({
  ...base,
  data,
  missing,
})
const options = () => ({ signal: new AbortController().signal })

const invoice: EmailContent = {
  subject: 'Invoice {{number}}',
  text: 'Dear {{client.name}},\n{{#items}}\n- {{name}}\n{{/items}}\nRegards',
  html: '<p>Dear {{client.name}},</p><ul>{{#items}}<li>{{name}}</li>{{/items}}</ul>',
}
const data = {
  number: 'R-17',
  client: { name: 'Ada <Lovelace> & Søn' },
  items: [{ name: 'Räumung' }, { name: '契約' }],
}

/** What every `EmailTemplates` does; templates are in `{{ }}`. */
export function emailTemplatesContract(name: string, make: () => EmailTemplates): void {
  describe(`${name} as EmailTemplates`, () => {
    let templates: EmailTemplates
    beforeEach(() => {
      templates = make()
    })
    const fill = (template: EmailContent, request: FillRequest, given = options()) =>
      templates.fill(template, request, given)
    const errorOf = async (promise: Promise<unknown>): Promise<ChanceryError> => {
      const error = await promise.then(
        () => undefined,
        (caught: unknown) => caught,
      )
      if (!ChanceryError.is(error)) throw new Error(`no ChanceryError: ${String(error)}`)
      return error
    }

    it('fills subject, text and html, escaping in html only', async () => {
      const { email, filled, missing, unused } = await fill(invoice, requestFor(data))
      expect(email).toEqual({
        subject: 'Invoice R-17',
        text: 'Dear Ada <Lovelace> & Søn,\n- Räumung\n- 契約\nRegards',
        html: '<p>Dear Ada &lt;Lovelace&gt; &amp; Søn,</p><ul><li>Räumung</li><li>契約</li></ul>',
      })
      expect([...filled].sort()).toEqual(['client.name', 'items.name', 'number'])
      expect([missing, unused]).toEqual([[], []])
    })

    it('has only the parts that the template has', async () => {
      const { email } = await fill({ subject: 'x', text: 'y' }, requestFor({}))
      expect(email).toEqual({ subject: 'x', text: 'y' })
    })

    it('lists all that is missing at once, or leaves it blank, or keeps the tag', async () => {
      const error = await errorOf(fill(invoice, requestFor({ items: [{}] })))
      expect(error.code).toBe('data_incomplete')
      expect(error.violations.map(({ pointer }) => pointer).sort()).toEqual([
        '/data/client/name',
        '/data/items/0/name',
        '/data/number',
      ])
      const blank = await fill(invoice, requestFor({ items: [] }, 'blank'))
      expect(blank.email.html).toBe('<p>Dear ,</p><ul></ul>')
      expect([...blank.missing].sort()).toEqual(['client.name', 'number'])
      const kept = await fill(invoice, requestFor({ items: [] }, 'keep'))
      expect(kept.email.subject).toBe('Invoice {{number}}')
    })

    it('says what of the data nothing reads', async () => {
      const { unused } = await fill(invoice, requestFor({ ...data, extra: 1, client: { name: 'A', age: 3 } }))
      expect([...unused].sort()).toEqual(['client.age', 'extra'])
    })

    it('refuses a template with faults, all of them with field, line and column', async () => {
      const broken = { subject: '{{#a}}x', html: '<p>\n{{b}\n</p>{{/c}}', text: '{{d | nonsense}}' }
      const error = await errorOf(fill(broken, requestFor({})))
      expect(error.code).toBe('template_invalid')
      const places = error.violations.map(({ location }) => location as { field: string; line: number; column: number })
      expect(places.map(({ field, line, column }) => `${field} ${line}:${column}`).sort()).toEqual([
        'html 2:1',
        'html 3:5',
        'subject 1:1',
        'text 1:1',
      ])
    })

    it('reads nothing from prototypes and never runs data', async () => {
      for (const path of ['constructor', '__proto__', 'a.constructor.constructor', 'toString', 'a.__proto__.x']) {
        const error = await errorOf(fill({ subject: 's', text: `{{${path}}}` }, requestFor({ a: {} })))
        expect(['template_invalid', 'data_incomplete']).toContain(error.code)
      }
      const { email } = await fill({ subject: 's', text: '{{a}}' }, requestFor({ a: '{{b}} {{#c}}' }))
      expect(email.text).toBe('{{b}} {{#c}}')
    })

    it('refuses a line break for the subject', async () => {
      const error = await errorOf(fill(invoice, requestFor({ ...data, number: '1\r\nBcc: e@x' })))
      expect(error.code).toBe('data_incomplete')
    })

    it('stays within bounds, whatever the loops', async () => {
      const list = Array.from({ length: 300 }, (_, index) => index)
      const text = '{{#a}}{{#a}}{{#a}}xxxxxxxxxxxxxxxxxxxx{{/a}}{{/a}}{{/a}}'
      expect((await errorOf(fill({ subject: 's', text }, requestFor({ a: list })))).code).toBe('payload_too_large')
    })

    it('inspects: tags, a schema, and sample data that fill it without a fault', async () => {
      const report = await templates.inspect(invoice, base, options())
      expect(report.findings.filter(({ severity }) => severity === 'error')).toEqual([])
      expect(report.tags.map(({ path }) => path)).toContain('items')
      expect(report.schema).toMatchObject({
        type: 'object',
        required: expect.arrayContaining(['number', 'client', 'items']),
      })
      const filled = await fill(invoice, requestFor(report.sampleData))
      expect([filled.missing, filled.unused]).toEqual([[], []])
      expect('preview' in report).toBe(false)
    })

    it('shows a preview of the data given, and what does not fit', async () => {
      expect((await templates.inspect(invoice, { ...base, data }, options())).preview?.subject).toBe('Invoice R-17')
      const report = await templates.inspect(invoice, { ...base, data: { ...data, number: null } }, options())
      expect('preview' in report).toBe(false)
      expect(report.findings.find(({ code }) => code === 'missing_value')?.location?.path).toBe('number')
    })

    it('never throws for a template, however broken, and says where', async () => {
      const source = '{{#a}}{{/b}}{{{c}}{{d | x:}}{{!--{{> p}}{{=<% %>=}}<a {{e}} b="{{f'
      const { findings } = await templates.inspect({ subject: source, html: source, text: source }, base, options())
      for (const { severity, location } of findings)
        if (severity === 'error' && location?.field !== undefined) expect(location.line).toBe(1)
      expect(findings.length).toBeGreaterThan(3)
    })

    it('reads a message and JSON, and nothing else', async () => {
      const eml =
        'From: a@b.example\r\nSubject: =?utf-8?Q?Gr=C3=BC=C3=9Fe?= {{name}}\r\nMIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\n\r\nDear {{name}},\r\nbye\r\n'
      expect(await templates.read(vettedForTest(eml, 'eml'), options())).toEqual({
        subject: 'Grüße {{name}}',
        text: 'Dear {{name}},\nbye',
      })
      const json = JSON.stringify({ subject: 'S', html: '<p>x</p>' })
      expect(await templates.read(vettedForTest(json, 'json'), options())).toEqual({ subject: 'S', html: '<p>x</p>' })
      for (const [bytes, type, code] of [
        ['%PDF', 'pdf', 'unsupported_document'],
        ['{', 'json', 'document_corrupt'],
        ['[]', 'json', 'document_corrupt'],
        ['null', 'json', 'document_corrupt'],
        ['{"subject": 1, "text": "x"}', 'json', 'document_corrupt'],
        ['{"subject": "x", "text": 1}', 'json', 'document_corrupt'],
        ['{"subject": "x"}', 'json', 'document_corrupt'],
        ['', 'eml', 'document_corrupt'],
        ['\u0000\u0001 nothing', 'eml', 'document_corrupt'],
      ] as const) {
        expect([bytes, (await errorOf(templates.read(vettedForTest(bytes, type), options()))).code]).toEqual([
          bytes,
          code,
        ])
      }
    })

    it('stops for a call that was cancelled', async () => {
      const cancelled = { signal: AbortSignal.abort() }
      // One after the other: one that rejects before it is waited for would count as unhandled.
      for (const call of [
        () => fill(invoice, requestFor(data), cancelled),
        () => templates.inspect(invoice, base, cancelled),
        () => templates.read(vettedForTest('{}', 'json'), cancelled),
      ]) {
        expect((await errorOf(call())).code).toBe('cancelled')
      }
    })
  })
}
