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
