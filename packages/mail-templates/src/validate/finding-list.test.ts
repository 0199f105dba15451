import type { EmailContent, InspectEmailRequest } from '@chancery/core'
import { describe, expect, it } from 'vitest'
import { advice } from './advice.ts'
import { FindingList } from './finding-list.ts'
import { inspectEmail } from './inspect-email.ts'

const inspect = (template: EmailContent, request: Partial<InspectEmailRequest> = {}) =>
  inspectEmail(template, { locale: 'en-GB', timeZone: 'UTC', currency: 'EUR', now: 0, ...request })
const template = {
  subject: 'Your invoice',
  text: 'Read it at https://firm.de/',
  html: '<p>Read it <a href="http://firm.de/a">at our site</a>,\n<span style="border-radius: 3px; padding: 1px">soon</span></p>',
}
const severityOf = (code: string, request: Partial<InspectEmailRequest> = {}): string | undefined =>
  inspect(template, request).findings.find((finding) => finding.code === code)?.severity

describe('how grave findings are', () => {
  it('follows the profile', () => {
    expect([severityOf('insecure_link'), severityOf('unsupported_style'), severityOf('partial_support')]).toEqual([
      'warning',
      'info',
      undefined,
    ])
    const lenient = { profile: 'lenient' } as const
    expect([severityOf('insecure_link', lenient), severityOf('unsupported_style', lenient)]).toEqual([
      'warning',
      undefined,
    ])
    const strict = { profile: 'strict' } as const
    expect([
      severityOf('insecure_link', strict),
      severityOf('unsupported_style', strict),
      severityOf('partial_support', strict),
    ]).toEqual(['error', 'info', 'info'])
  })

  it('is for the caller to say, by code', () => {
    const severities = { insecure_link: 'off', unsupported_style: 'error' } as const
    for (const profile of ['strict', 'default', 'lenient'] as const)
      expect([
        severityOf('insecure_link', { severities, profile }),
        severityOf('unsupported_style', { severities, profile }),
      ]).toEqual([undefined, 'error'])
  })

  it('cannot be said of codes that there are not, or that stop the filling', () => {
    const severities = { insecure_lnik: 'off', unclosed_tag: 'off' } as const
    expect(() => inspect(template, { severities })).toThrow(
      expect.objectContaining({
        code: 'invalid_request',
        violations: [
          expect.objectContaining({ pointer: '/severities/insecure_lnik', hint: 'Did you mean "insecure_link"?' }),
          expect.objectContaining({ pointer: '/severities/unclosed_tag', code: 'unknown_code' }),
        ],
      }),
    )
  })
})

describe('a finding', () => {
  it('has its group, line, column, excerpt, fix, and the programs that it is about', () => {
    const found = inspect(template, { clients: ['outlook.windows'] }).findings.find(
      ({ feature }) => feature === 'css-border-radius',
    )
    expect(found).toMatchObject({
      code: 'unsupported_style',
      group: 'clients',
      severity: 'info',
      hint: expect.stringContaining('Outlook'),
      clients: [{ client: 'outlook.windows', name: 'Outlook (Windows)', support: 'none' }],
      url: 'https://www.caniemail.com/features/css-border-radius/',
      location: { field: 'html', line: 2, column: 14, text: 'border-radius: 3px' },
    })
    expect(found?.location?.excerpt?.text).toContain('<span style="border-radius: 3px; padding: 1px">')
    expect(found?.location?.caret).toMatch(/\n +\^{18}$/)
  })

  it('stands in the order of the template, and its code once in the summary', () => {
    const { findings, summary } = inspect({ ...template, subject: 'Hello!!', html: template.html.repeat(60) })
    const places = findings.map(
      ({ location }) => [['subject', 'text', 'html'].indexOf(location?.field ?? ''), location?.start ?? 0] as const,
    )
    expect(places).toEqual([...places].sort((a, b) => a[0] - b[0] || a[1] - b[1]))
    expect(findings.filter(({ code }) => code === 'insecure_link')).toHaveLength(50)
    expect(summary.find(({ code }) => code === 'insecure_link')).toEqual({
      code: 'insecure_link',
      group: 'links',
      severity: 'warning',
      count: 60,
    })
  })

  it('that is an error is listed, however many others there are', () => {
    const clients = ['gmail', 'outlook', 'apple-mail', 'yahoo']
    const severities = { unsupported_style: 'warning' } as const
    const many = Array.from({ length: 60 }, (_, at) => `<p style="padding: ${at}; colr: red">x</p>`).join('\n')
    const html = `${many}\n{{#each l}}\n${many.replaceAll('padding: ', 'margin: ')}<div>{{/each}}{{late`
    const { findings, summary } = inspect({ ...template, html }, { profile: 'strict', clients, severities })
    const errors = summary.filter(({ severity }) => severity === 'error')
    expect(findings.length).toBeLessThanOrEqual(1000)
    for (const { code, count } of errors)
      expect(findings.filter((each) => each.code === code && each.severity === 'error')).toHaveLength(
        Math.min(50, count),
      )
    for (const { code, severity, count } of summary) {
      const listed = findings.filter((each) => each.code === code && each.severity === severity)
      const more = listed.flatMap(({ message }) => /\(And (\d+) more/.exec(message)?.[1] ?? [])
      expect([code, listed.length + more.reduce((sum, each) => sum + Number(each), 0)]).toEqual([code, count])
    }
  })

  it('is of the severity that it has where others of its code have another', () => {
    const list = new FindingList({})
    const warning = { code: 'odd', severity: 'warning', message: 'It is odd.' } as const
    for (let count = 0; count < 1200; count++) list.add({ ...warning, code: `odd_${count}` })
    for (let count = 0; count < 60; count++) list.add(warning)
    list.add({ ...warning, severity: 'error' })
    const { findings, summary } = list.report()
    expect(findings).toHaveLength(1000)
    expect(findings.filter(({ severity }) => severity === 'error')).toMatchObject([{ message: 'It is odd.' }])
    expect(summary.filter(({ code }) => code === 'odd')).toMatchObject([
      { severity: 'warning', count: 60 },
      { severity: 'error', count: 1 },
    ])
  })

  it('has a message and a fix, whatever its code', () => {
    const codes = Object.values(advice).flatMap((table) => Object.entries(table))
    expect(new Set(codes.map(([code]) => code)).size).toBe(codes.length)
    for (const [, [, message, hint]] of codes)
      expect([message, hint].every((text) => /^[\p{L}<].*[.>;]$/u.test(text))).toBe(true)
  })
})

describe('other locales', () => {
  const german = {
    subject: 'Ihre Rechnung {{nummer}}',
    text: 'Lesen: https://firm.de/',
    html: '<html lang="en"><body><p>{{#if</p></body></html>',
  }
  it('are compared with the template, and their faults told', () => {
    const locales = { de: german, fr: { subject: 'Your invoice {{number}}', text: '{{number}}' } }
    const { findings } = inspect({ ...template, subject: 'Your invoice {{number}}' }, { locales })
    const told = findings.flatMap(({ locale, code }) => (locale === undefined ? [] : [`${locale} ${code}`]))
    const ofGerman = ['locale_value_added', 'locale_value_missing', 'unclosed_tag', 'wrong_language']
    expect(told).toEqual(expect.arrayContaining(ofGerman.map((code) => `de ${code}`)))
    expect(told.filter((each) => each.startsWith('fr')).sort()).toEqual(['fr locale_part_missing', 'fr not_translated'])
  })
})

describe('what is wrong in another locale alone', () => {
  const page = (words: string, link = 'https://firm.de/pay'): string =>
    `<!doctype html><html lang="de"><head><title>A</title></head><body><p style="border-radius: 3px">${words} <a href="${link}">zahlen</a></p><img src="https://firm.de/a.png" alt="Logo"></body></html>`
  const first = { subject: 'Your invoice', html: page('Please'), text: 'Please pay: https://firm.de/pay' }
  const german = (html: string) => ({ subject: 'Ihre Rechnung', html, text: 'Bitte zahlen: https://firm.de/pay' })
  const told = (locales: Readonly<Record<string, EmailContent>>, template: EmailContent = first) =>
    inspect(template, { locales }).findings.flatMap(({ locale, code, location }) =>
      locale === undefined ? [] : [[locale, code, location?.line]],
    )

  it('is told there, with its place', () => {
    expect(told({ de: german(page('Bitte')) })).toEqual([])
    expect(told({ de: german(`\n${page('Bitte', '#').replace(' alt="Logo"', '')}`) })).toEqual([
      ['de', 'placeholder_link', 2],
      ['de', 'no_alternative_text', 2],
    ])
  })

  it('is more of what is wrong in both, and every error', () => {
    const odd = page('Please', '#')
    expect(told({ de: german(odd.replace('Please', 'Bitte')) }, { ...first, html: odd })).toEqual([])
    const twice = odd.replace('</p>', ' <a href="#">ansehen</a></p>')
    expect(told({ de: german(twice) }, { ...first, html: odd })).toEqual([['de', 'placeholder_link', 1]])
    const broken = page('{{#if a}}')
    expect(told({ de: german(broken) }, { ...first, html: broken })).toContainEqual(['de', 'unclosed_section', 1])
  })

  it('is looked for as far as all together are no longer than a part may be', () => {
    const long = german(`${page('Bitte', '#')}${' '.repeat(1_100_000)}{{#if a}}`)
    const codes = told({ de: long, 'de-AT': long }).map(([locale, code]) => `${locale} ${code}`)
    expect(codes).toEqual(expect.arrayContaining(['de placeholder_link', 'de unclosed_section']))
    expect(codes).toEqual(expect.arrayContaining(['de-AT locale_hardly_checked', 'de-AT unclosed_section']))
    expect(codes).not.toContain('de-AT placeholder_link')
    const ofPartial = { ...german(page('Bitte', '#')), partials: { long: ' '.repeat(2_000_000) } }
    expect(told({ de: ofPartial })).toContainEqual(['de', 'locale_hardly_checked', undefined])
  })
})

describe('values and sizes', () => {
  it('are listed, with where they are written', () => {
    const { variables } = inspect({
      subject: '{{n}}',
      text: '{{#each items}}{{price}}{{/each}} {{n}}',
      html: '<p>{{#if note}}{{note}}{{/if}}</p>',
    })
    expect(variables).toEqual([
      expect.objectContaining({ path: 'n', fields: ['subject', 'text'], occurrences: 2, required: true }),
      expect.objectContaining({ path: 'items', type: 'array', required: true }),
      expect.objectContaining({ path: 'items.price', fields: ['text'] }),
      expect.objectContaining({ path: 'note', fields: ['html'], occurrences: 2, required: false }),
    ])
  })

  it('are those of the longest lists, by the schema', () => {
    const listed = { subject: 'x', html: '<p>{{#each items}}{{name}} is here{{/each}}</p>' }
    const schema = {
      type: 'object',
      properties: {
        items: { type: 'array', maxItems: 4, items: { type: 'object', properties: { name: { type: 'string' } } } },
      },
    }
    const data = { items: [{ name: 'Ada' }] }
    expect(inspect(listed, { data, schema }).sizes).toEqual({ subject: 1, html: 18, text: 0, longestHtml: 7 + 4 * 11 })
    expect(inspect(listed, { data, longestList: 2 }).sizes.longestHtml).toBe(7 + 2 * 11)
  })
})
