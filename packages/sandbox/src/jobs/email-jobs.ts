import { type EmailContent, type EmailTemplates, type FillRequest, sameEmail } from '@chancery/core'
import type { JobTools } from '../child/serve-jobs.ts'
import { inducedWith } from './facts.ts'
import type { JobPayloads, SentFillRequest } from './payloads.ts'

let made: Promise<EmailTemplates> | undefined
const templates = (): Promise<EmailTemplates> =>
  (made ??= import('@chancery/mail-templates').then(({ createEmailTemplates }) => createEmailTemplates()))

/** The template of the last fill: that of many recipients is read once, as long as it is the same object. */
let last: EmailContent | undefined
function sameAsLast(template: EmailContent): EmailContent {
  return last !== undefined && sameEmail(last, template) ? last : (last = template)
}

const received = ({ opens, ...request }: SentFillRequest, call: JobTools['call']): FillRequest =>
  opens ? { ...request, open: (source) => call('open', source) } : request

/** E-mail templates. */
export const emailJobs = {
  fillEmail: async ({ template, request }: JobPayloads['fillEmail'], { signal, call }: JobTools) =>
    (await templates()).fill(sameAsLast(template), received(request, call), { signal }),

  inspectEmail: async ({ template, request }: JobPayloads['inspectEmail'], { signal }: JobTools) =>
    (await templates()).inspect(template, request, { signal }),

  readEmail: async ({ document }: JobPayloads['readEmail'], { signal }: JobTools) =>
    (await templates()).read(document, { signal }),

  induceEmail: async ({ samples, request }: JobPayloads['induceEmail'], { signal }: JobTools) => {
    const own = await templates()
    return await inducedWith(request, (known) => own.induce(samples, known, { signal }))
  },
}
