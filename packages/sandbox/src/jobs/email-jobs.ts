import { type EmailContent, type EmailTemplates, type FillRequest, sameEmail } from '@chancery/core'
import type { JobTools } from '../child/serve-jobs.ts'
import { inducedWith } from './facts.ts'
import type { JobPayloads, SentFillRequest } from './payloads.ts'

let made: Promise<EmailTemplates> | undefined
/** Every job of a process gets its payload the same way. */
const templates = ({ fromMessage = false }: Pick<JobTools, 'fromMessage'>): Promise<EmailTemplates> =>
  (made ??= import('@chancery/mail-templates').then(({ createEmailTemplates }) =>
    createEmailTemplates({ fromJson: fromMessage }),
  ))

/** The template of the last fill: that of many recipients is read once, as long as it is the same object. */
let last: EmailContent | undefined
function sameAsLast(template: EmailContent): EmailContent {
  return last !== undefined && sameEmail(last, template) ? last : (last = template)
}

const received = ({ opens, ...request }: SentFillRequest, call: JobTools['call']): FillRequest =>
  opens ? { ...request, open: (source) => call('open', source) } : request

/** E-mail templates. */
export const emailJobs = {
  fillEmail: async ({ template, request }: JobPayloads['fillEmail'], tools: JobTools) =>
    (await templates(tools)).fill(sameAsLast(template), received(request, tools.call), { signal: tools.signal }),

  inspectEmail: async ({ template, request }: JobPayloads['inspectEmail'], tools: JobTools) =>
    (await templates(tools)).inspect(template, request, { signal: tools.signal }),

  readEmail: async ({ document }: JobPayloads['readEmail'], tools: JobTools) =>
    (await templates(tools)).read(document, { signal: tools.signal }),

  induceEmail: async ({ samples, request }: JobPayloads['induceEmail'], tools: JobTools) => {
    const own = await templates(tools)
    return await inducedWith(request, (known) => own.induce(samples, known, { signal: tools.signal }))
  },
}
