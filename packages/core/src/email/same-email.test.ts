import { expect, it } from 'vitest'
import type { EmailContent } from '../ports/email-templates.ts'
import { sameEmail } from './same-email.ts'

const whole: Required<EmailContent> = {
  subject: 'a',
  html: 'b',
  text: 'c',
  mjml: 'd',
  preheader: 'e',
  from: 'f',
  inlineCss: true,
  partials: { footer: 'g' },
  schema: { type: 'object' },
  locales: { de: { subject: 'h', text: 'i' } },
}

it('is the same e-mail whatever objects hold it', () => {
  expect(sameEmail(whole, structuredClone(whole))).toBe(true)
  expect(sameEmail(whole, whole)).toBe(true)
})

it.each(Object.keys(whole) as (keyof EmailContent)[])('is another where %s is, or is not there', (field) => {
  const { [field]: _, ...others } = whole
  expect(sameEmail(whole, others as EmailContent)).toBe(false)
  expect(sameEmail(others as EmailContent, whole)).toBe(false)
  const value = whole[field]
  const other = typeof value === 'string' ? `${value}!` : typeof value === 'boolean' ? !value : { ...value, more: 'x' }
  expect(sameEmail(whole, { ...whole, [field]: other } as EmailContent)).toBe(false)
})
