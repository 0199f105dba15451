import { ChanceryError, type JsonObject } from '@chancery/core'
import Handlebars from 'handlebars'
import { describe, expect, it } from 'vitest'
import { createEmailTemplates } from '../email-templates.ts'

const { fill } = createEmailTemplates()
const { signal } = new AbortController()
const data: JsonObject = {
  name: 'Ada',
  'last name': 'Lovelace',
  'first-name': 'Augusta',
  zero: 0,
  none: [],
  client: { plan: 'pro' },
}
const request = { locale: 'en', timeZone: 'UTC', currency: 'EUR', now: 0, missing: 'blank', data } as const

describe('names and values as Handlebars takes them', () => {
  it.each([
    '{{"name"}}',
    '{{\'last name\'}} {{ "first-name" }}',
    '{{[last name]}}',
    '{{#with 0}}shown{{else}}left out{{/with}}',
    '{{#with zero}}{{this}}{{else}}left out{{/with}}',
    '{{#with none}}shown{{else}}left out{{/with}}',
    '{{#with ""}}shown{{else}}left out{{/with}}',
    '{{#with client}}{{"plan"}}{{/with}}',
  ])('writes the same bytes: %s', async (text) => {
    const { email } = await fill({ subject: 's', text }, request, { signal })
    expect(email.text).toBe(Handlebars.compile(text, { noEscape: true })(data))
  })

  it.each([
    ['{{last name}}', '{{[last name]}}'],
    ['{{order total sum}}', '{{[order total sum]}}'],
    ['{{#if last name}}x{{/if}}', '{{[last name]}}'],
    ['{{> (lookup . "which")}}', '{{> name}}'],
  ])('refuses %s, and says what to write', async (text, hint) => {
    const error = await fill({ subject: 's', text }, request, { signal }).catch((caught: unknown) => caught)
    expect(ChanceryError.is(error) && error.violations[0]?.hint).toContain(hint)
    expect(ChanceryError.is(error) && error.violations[0]?.hint).not.toContain('lt"')
  })
})
