import { type EmailTemplates, throwIfCancelled } from '@chancery/core'
import { fillEmail } from './fill/fill-email.ts'
import { readEmail } from './read/read-email.ts'
import { inspectEmail } from './validate/inspect-email.ts'

interface Options {
  readonly signal: AbortSignal
}

function assertWanted({ signal }: Options): void {
  throwIfCancelled(signal)
}

/** E-mail templates in `{{ }}`: Mustache, Handlebars' own blocks, and the formatters of `@chancery/tags`. */
export function createEmailTemplates(): EmailTemplates {
  return {
    id: 'mail-templates',
    async fill(template, request, options) {
      assertWanted(options)
      return fillEmail(template, request)
    },
    async inspect(template, request, options) {
      assertWanted(options)
      return inspectEmail(template, request)
    },
    async read(document, options) {
      assertWanted(options)
      return readEmail(document)
    },
    async induce(samples, request, options) {
      assertWanted(options)
      const { induceEmail } = await import('./induce/induce-email.ts')
      return induceEmail(samples, request, options)
    },
  }
}
