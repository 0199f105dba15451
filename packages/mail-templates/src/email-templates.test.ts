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

it('makes the text part of the filled html where the template says nothing of it', async () => {
  const { fill } = createEmailTemplates()
  const { signal } = new AbortController()
  const html = '<h1>{{title}}</h1><p><a href="https://pay.example/{{id}}">Pay</a></p>'
  const data = { title: 'A & B', id: '1' }
  const filled = async (template: object) =>
    (await fill({ subject: 's', html, ...template }, { ...filling, data }, { signal })).email
  expect((await filled({})).text).toBe('A & B\n\nPay (https://pay.example/1)')
  expect(await filled({ text: '' })).not.toHaveProperty('text')
  expect((await filled({ text: 'Own {{id}}' })).text).toBe('Own 1')
  expect(await filled({ html: '<p> </p>' })).not.toHaveProperty('text')
  const mjml =
    '<mjml><mj-body><mj-section><mj-column><mj-text>Hi {{title}}</mj-text></mj-column></mj-section></mj-body></mjml>'
  expect((await filled({ html: undefined, mjml })).text).toBe('Hi A & B')
})

it('puts the preheader, escaped, at the beginning of the html, where nobody sees it', async () => {
  const { fill } = createEmailTemplates()
  const { signal } = new AbortController()
  const filled = async (html: string, preheader: string, rest: object = {}) =>
    (await fill({ subject: 's', html, preheader, ...rest }, { ...filling, data: { x: '<i>\n1' } }, { signal })).email
  const line = '<div style="display:none;max-height:0;max-width:0;overflow:hidden;mso-hide:all">&lt;i&gt; 1!</div>'
  for (const [before, after] of [
    ['<!doctype html><html><head><title>t</title></head><body class="a>b">', '<p>c</p></body></html>'],
    ['<html><head></head>\n', '<p>c</p></html>'],
    ['', '<p>c</p>'],
    ['<!-- <body> --><BODY>', 'c'],
    ['<style>p{}</style>', 'c'],
  ] as const)
    expect((await filled(`${before}${after}`, ' {{x}}! ')).html).toBe(`${before}${line}${after}`)
  expect((await filled('<p>c</p>', ' ')).html).toBe('<p>c</p>')
  expect((await filled('<p>c</p>', '{{x}}!')).text).toBe('c')
  expect(await filled('<p>c</p>', '{{x}}', { html: undefined, text: 't' })).toEqual({ subject: 's', text: 't' })
})

it('fills the sender, whose values are data as any', async () => {
  const { fill, inspect } = createEmailTemplates()
  const { signal } = new AbortController()
  const template = { subject: 's', text: 't', from: ' {{name}} <{{box}}@example.com>' }
  const data = { name: 'A, "B"', box: 'a' }
  expect((await fill(template, { ...filling, data }, { signal })).email.from).toBe('A, "B" <a@example.com>')
  const report = await inspect(template, { locale: 'en', timeZone: 'UTC', currency: 'EUR', now: 0 }, { signal })
  expect(report.variables.map(({ path, fields }) => [path, fields])).toEqual([
    ['name', ['from']],
    ['box', ['from']],
  ])
})
