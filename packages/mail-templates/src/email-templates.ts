import { type EmailTemplates, throwIfCancelled, turnsEvery } from '@chancery/core'
import { fillChecked, type Sanitize } from './fill/fill-email.ts'
import { keptTemplate } from './fill/kept-template.ts'
import type { CheckedTemplate } from './parse/checked-template.ts'
import { htmlPathsOf } from './parse/html-paths.ts'
import { readEmail } from './read/read-email.ts'
import { inspectInSteps } from './validate/inspect-email.ts'

/** How long the service's process is held, in ms. */
const heldMs = 10

interface Options {
  readonly signal: AbortSignal
}

function assertWanted({ signal }: Options): void {
  throwIfCancelled(signal)
}

/** Loaded where a template wants it: most want none. */
const sanitizer = async (): Promise<Sanitize> => (await import('./fill/sanitized-html.ts')).sanitizedHtml

const sanitizerFor = async ({ notes }: CheckedTemplate): Promise<Sanitize | undefined> =>
  notes.some(({ code }) => code === 'html_value') ? await sanitizer() : undefined

/** E-mail templates in `{{ }}`: Mustache, Handlebars' own blocks, and the formatters of `@chancery/tags`. */
export function createEmailTemplates(): EmailTemplates {
  // A thousand recipients are a thousand fills, with nothing to wait for in between where nothing is sent.
  const breathe = turnsEvery(heldMs, () => performance.now())
  return {
    id: 'mail-templates',
    async fill(template, request, options) {
      await breathe()
      assertWanted(options)
      const checked = keptTemplate(template)
      return fillChecked(checked, request, await sanitizerFor(checked))
    },
    async inspect(template, request, options) {
      const schema = request.schema ?? template.schema
      const sanitize = htmlPathsOf(schema).size > 0 ? await sanitizer() : undefined
      const steps = inspectInSteps(template, request, sanitize)
      for (;;) {
        await breathe()
        assertWanted(options)
        const { done, value } = steps.next()
        if (done === true) return value
      }
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
