import { expect, it } from 'vitest'
import { emailTemplatesContract } from '@chancery/port-contracts/email-templates'
import { createEmailTemplates } from './email-templates.ts'

emailTemplatesContract('mail-templates', createEmailTemplates)

const filling = { data: {}, missing: 'error', locale: 'en', timeZone: 'UTC', currency: 'EUR', now: 0 } as const

it('gives others their turn between the fills of many recipients', async () => {
  const { fill } = createEmailTemplates()
  const { signal } = new AbortController()
  let turns = 0
  const timer = setInterval(() => (turns += 1), 1)
  const until = Date.now() + 60
  while (Date.now() < until) await fill({ subject: 's', text: 'x' }, filling, { signal })
  clearInterval(timer)
  expect(turns).toBeGreaterThan(0)
})

it('sees a template that its caller has changed since', async () => {
  const { fill } = createEmailTemplates()
  const { signal } = new AbortController()
  const template = { subject: 'one', text: 'x' }
  expect((await fill(template, filling, { signal })).email.subject).toBe('one')
  template.subject = 'two'
  expect((await fill(template, filling, { signal })).email.subject).toBe('two')
})

it('gives others their turn while it inspects a long template', async () => {
  const { inspect } = createEmailTemplates()
  const { signal } = new AbortController()
  let turns = 0
  const timer = setInterval(() => (turns += 1), 1)
  const html = '<p>Dear {{name}}, <a href="https://x.test/{{id}}">your order</a></p>\n'.repeat(2000)
  await inspect({ subject: 's', html }, { locale: 'en', timeZone: 'UTC', currency: 'EUR', now: 0 }, { signal })
  clearInterval(timer)
  expect(turns).toBeGreaterThan(0)
})

it('reads names, keys, variables and translations as documents do', async () => {
  const { fill, inspect } = createEmailTemplates()
  const { signal } = new AbortController()
  const template = {
    subject: '{{t "Due"}} {{Address 1}} {{Client’s name}}',
    html: '<p>{{Client&#39;s name}} {{Amount (EUR)}} {{[client.city]}} {{prices[code]}}{{= twice: 2 * prices[code]}} {{twice}}{{#if code}}{{#paid}} {{Address 1}}{{/paid}}{{/if}}</p>',
  }
  const data = {
    'Address 1': 'A',
    "Client's name": 'C',
    'Amount (EUR)': 5,
    'client.city': 'B',
    prices: { x: 3 },
    code: 'x',
    paid: 'yes',
  }
  const translations = { en: { Due: 'Payable' } }
  const { email } = await fill(template, { ...filling, data, translations }, { signal })
  expect(email).toMatchObject({ subject: 'Payable A C', html: '<p>C 5 B 3 6 A</p>' })
  const context = { locale: 'en', timeZone: 'UTC', currency: 'EUR', now: 0 }
  const { findings, sampleData } = await inspect(template, { ...context, data }, { signal })
  expect(findings.filter(({ severity }) => severity === 'error')).toEqual([])
  await expect(fill(template, { ...filling, data: sampleData }, { signal })).resolves.toBeDefined()
})
