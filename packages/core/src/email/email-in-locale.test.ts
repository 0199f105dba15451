import { describe, expect, it } from 'vitest'
import type { EmailContent } from '../ports/email-templates.ts'
import { emailInLocale, otherLanguages } from './email-in-locale.ts'

const template: EmailContent = {
  subject: 'Invoice',
  text: 'Pay.',
  preheader: 'Soon.',
  from: 'Office <office@example.com>',
  partials: { footer: 'Bye', logo: '*' },
  schema: { type: 'object' },
  inlineCss: true,
  locales: {
    de: { subject: 'Rechnung', html: '<p>Zahlen.</p>', partials: { footer: 'Tschüss' } },
    'de-CH': { subject: 'Rechnig', text: 'Zahle.', from: 'Büro <buero@example.ch>' },
    'zh-Hant': { subject: '發票', text: '付款' },
  },
}
const subjectIn = (locale: string | undefined) => emailInLocale(template, locale).subject

describe('the language of an e-mail template', () => {
  it.each([
    ['de', 'Rechnung'],
    ['DE-at', 'Rechnung'],
    ['de-CH', 'Rechnig'],
    ['de-ch-1996', 'Rechnig'],
    ['de-CH-x-private', 'Rechnig'],
    ['zh-Hant-TW', '發票'],
    ['zh-Hans', 'Invoice'],
    ['zh', 'Invoice'],
    ['fr', 'Invoice'],
    ['d', 'Invoice'],
    ['de-', 'Rechnung'],
    ['fr_', 'Invoice'],
    ['', 'Invoice'],
    [undefined, 'Invoice'],
  ])('for %s is that of "%s"', (locale, subject) => {
    expect(subjectIn(locale)).toBe(subject)
  })

  it('brings its own parts along, and of the first what is of no language', () => {
    expect(emailInLocale(template, 'de')).toEqual({
      subject: 'Rechnung',
      html: '<p>Zahlen.</p>',
      from: 'Office <office@example.com>',
      partials: { footer: 'Tschüss', logo: '*' },
      schema: { type: 'object' },
      inlineCss: true,
    })
    expect(emailInLocale(template, 'de-CH')).toMatchObject({ from: 'Büro <buero@example.ch>', text: 'Zahle.' })
    const { locales: _, ...first } = template
    expect(emailInLocale(template, 'fr')).toEqual(first)
  })

  it('is one object for all who are asked in it, and the template itself where it has one language', () => {
    expect(emailInLocale(template, 'de-AT')).toBe(emailInLocale(template, 'de'))
    const plain = { subject: 'x', text: 'y' }
    expect(emailInLocale(plain, 'de')).toBe(plain)
    expect(otherLanguages(plain)).toBeUndefined()
    expect(Object.keys(otherLanguages(template) ?? {})).toEqual(['de', 'de-CH', 'zh-Hant'])
  })
})
