import {
  type EmailContent,
  type EmailTemplates,
  type FillRequest,
  type InducedTemplate,
  largestOf,
} from '@chancery/core'
import type { Induced, JobPayloads } from '../jobs/payloads.ts'
import { emailBudget, jobBudget, valuesIn } from './job-budget.ts'
import type { JobRunner, JobSettings } from './job-runner.ts'
import { inducedInJobs } from './known-facts.ts'
import { openingServices, sentFill } from './opened-documents.ts'

type EmailJob = 'fillEmail' | 'inspectEmail' | 'readEmail' | 'induceEmail'

/** Comparing samples costs so much more than reading them. */
const comparing = 5
/** Making html of MJML, and writing style sheets into their elements, cost so much more than filling. */
const composing = 5
const factorOf = ({ inlineCss, mjml }: EmailContent): number =>
  inlineCss === true || mjml !== undefined ? composing : 1

const bytesOf = ({ subject, html = '', mjml = '', text = '' }: EmailContent): number =>
  subject.length + html.length + mjml.length + text.length

const encoder = new TextEncoder()
/** What a template consists of, to be known again. */
const contentsOf = (email: EmailContent): Uint8Array[] =>
  [email.subject, email.html ?? email.mjml ?? '', email.text ?? ''].map((part) => encoder.encode(part))

/** E-mail templates, at work in jobs. */
export function sandboxedEmailTemplates(runner: JobRunner, { maxMs }: Pick<JobSettings, 'maxMs'>): EmailTemplates {
  const run = <Job extends EmailJob, Answer>(
    job: Job,
    payload: JobPayloads[Job],
    options: Parameters<JobRunner['run']>[2],
  ): Promise<Answer> => runner.run<Answer>(job, payload, options)
  return {
    id: 'mail-templates',
    fill(template, request: FillRequest, { signal }) {
      const budget = emailBudget(bytesOf(template), maxMs, {
        values: valuesIn(request.data),
        factor: factorOf(template),
      })
      const payload = { template, request: sentFill(request) }
      return run('fillEmail', payload, { budget, signal, services: openingServices(request, maxMs) })
    },
    inspect(template, request, { signal }) {
      const all = [template, ...Object.values(request.locales ?? {})]
      const bytes = all.reduce((sum, each) => sum + bytesOf(each), 0)
      const budget = emailBudget(bytes, maxMs, {
        values: valuesIn([request.data, request.schema]),
        factor: largestOf(all.map(factorOf)),
      })
      return run('inspectEmail', { template, request }, { budget, signal, contents: all.flatMap(contentsOf) })
    },
    read: (document, { signal }) =>
      run('readEmail', { document }, { budget: jobBudget([document], maxMs), signal, contents: [document.bytes] }),
    induce(samples, request, { signal }) {
      const bytes = samples.reduce((sum, sample) => sum + bytesOf(sample), 0)
      const budget = emailBudget(bytes, maxMs, { factor: comparing })
      const contents = samples.flatMap(contentsOf)
      return inducedInJobs<InducedTemplate<EmailContent>>(request, (sent) =>
        run<'induceEmail', Induced<InducedTemplate<EmailContent>>>(
          'induceEmail',
          { samples, request: sent },
          { budget, signal, contents },
        ),
      )
    },
  }
}
