import { type EmailTemplates, type InspectEmailRequest, throwIfCancelled, turnsEvery } from '@chancery/core'
import { fillCompiled } from './fill/fill-email.ts'
import { htmlTools } from './fill/html-tools.ts'
import { withText } from './fill/with-text.ts'
import { templateKeeper } from './fill/kept-template.ts'
import { withHtml } from './mjml/with-html.ts'
import { readEmail } from './read/read-email.ts'
import { inspectInSteps } from './validate/inspect-email.ts'

/** How long the service's process is held, in ms. */
const heldMs = 10

interface Settings {
  /** The data of all fills was made from JSON, as what is sent to another process is: it can have no getters, so none are looked for. */
  readonly fromJson?: boolean
}

interface Options {
  readonly signal: AbortSignal
}

function assertWanted({ signal }: Options): void {
  throwIfCancelled(signal)
}

/** The other languages with the html of their MJML, and what was found on the way to it. */
async function withHtmlOfLocales({ locales = {} }: InspectEmailRequest) {
  const made = Object.entries(locales).map(async ([locale, template]) => ({ locale, ...(await withHtml(template)) }))
  const all = await Promise.all(made)
  return {
    locales: Object.fromEntries(all.map(({ locale, content }) => [locale, content])),
    found: all.flatMap(({ locale, findings }) => findings.map((finding) => ({ ...finding, locale }))),
  }
}

/** E-mail templates in `{{ }}`: Mustache, Handlebars' own blocks, and the formatters of `@chancery/tags`. */
export function createEmailTemplates({ fromJson = false }: Settings = {}): EmailTemplates {
  // A thousand recipients are a thousand fills, with nothing to wait for in between where nothing is sent.
  const kept = templateKeeper()
  const breathe = turnsEvery(heldMs, () => performance.now())
  return {
    id: 'mail-templates',
    async fill(template, request, options) {
      await breathe()
      assertWanted(options)
      const { compiled, tools } = await kept(template)
      return withText(template, fillCompiled(compiled, request, tools, fromJson))
    },
    async inspect(template, request, options) {
      const tools = await htmlTools(template, request.schema ?? template.schema)
      const { content, findings } = await withHtml(template)
      const { locales, found } = await withHtmlOfLocales(request)
      const steps = inspectInSteps(content, { ...request, locales }, tools, [...findings, ...found])
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
      const contents = await Promise.all(samples.map(withHtml))
      return induceEmail(
        contents.map(({ content }) => content),
        request,
        options,
      )
    },
  }
}
