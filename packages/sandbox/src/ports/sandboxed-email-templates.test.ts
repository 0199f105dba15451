import { expect, it } from 'vitest'
import type { JobRunner } from './job-runner.ts'
import { sandboxedEmailTemplates } from './sandboxed-email-templates.ts'

it('leaves the comparing of samples twice the work that large e-mails were measured to take', async () => {
  const budgets: number[] = []
  const run = (_job: string, _payload: unknown, { budget }: { readonly budget: number }): Promise<never> => {
    budgets.push(budget)
    return Promise.reject(new Error('not run'))
  }
  const templates = sandboxedEmailTemplates({ run: run as JobRunner['run'] }, { maxMs: 30_000 })
  // 20 newsletters of 83,000 units: 7.3 s on a busy machine.
  const samples = Array.from({ length: 20 }, () => ({ subject: 'News', html: 'x'.repeat(83_000) }))
  const request = { locale: 'en', fields: [], pages: 500, identify: async () => [] }
  await expect(templates.induce(samples, request, { signal: new AbortController().signal })).rejects.toThrow('not run')
  expect(budgets[0]).toBeGreaterThan(2 * 7300)
})
