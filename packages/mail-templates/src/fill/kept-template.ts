import { type EmailContent, sameEmail } from '@chancery/core'
import { withHtml } from '../mjml/with-html.ts'
import { type CompiledTemplate, compileTemplate } from '../compile/compile-template.ts'
import { checkTemplate } from '../parse/checked-template.ts'
import type { HtmlTools } from './fill-email.ts'
import { htmlTools } from './html-tools.ts'

/** A template that is ready to be filled, with what it wants done to its html. */
interface KeptTemplate {
  readonly compiled: CompiledTemplate
  readonly tools: HtmlTools
}

/**
 * Templates read, checked and compiled once for all of their recipients: the last one is kept, as long as its caller has not changed
 * it. A map of all would keep those of single e-mails until the next great collection of memory.
 */
export function templateKeeper(): (template: EmailContent) => Promise<KeptTemplate> {
  let last: (KeptTemplate & { readonly template: EmailContent; readonly content: EmailContent }) | undefined
  return async (template) => {
    if (last?.template === template && sameEmail(last.content, template)) return last
    const content = { ...template }
    const compiled = await compiledWithHtml(template)
    return (last = { template, content, compiled, tools: await htmlTools(content, content.schema) })
  }
}

/** With what its MJML says: errors stop a fill, too. */
async function compiledWithHtml(template: EmailContent): Promise<CompiledTemplate> {
  const { content, findings } = await withHtml(template)
  const checked = checkTemplate(content)
  if (findings.length === 0) return compileTemplate(checked)
  const errors = findings.filter(({ severity }) => severity === 'error')
  const others = findings.filter(({ severity }) => severity !== 'error')
  return compileTemplate({
    ...checked,
    faults: [...errors, ...checked.faults],
    notes: [...others, ...checked.notes],
  })
}
