import { type EmailContent, sameEmail } from '@chancery/core'
import { withHtml } from '../mjml/with-html.ts'
import { type CompiledTemplate, compileTemplate } from '../compile/compile-template.ts'
import { checkTemplate } from '../parse/checked-template.ts'

/**
 * Templates read, checked and compiled once for all of their recipients: the last one is kept, as long as its caller has not changed
 * it. A map of all would keep those of single e-mails until the next great collection of memory.
 */
export function templateKeeper(): (template: EmailContent) => Promise<CompiledTemplate> {
  let last:
    | { readonly template: EmailContent; readonly content: EmailContent; readonly compiled: CompiledTemplate }
    | undefined
  return async (template) => {
    if (last?.template === template && sameEmail(last.content, template)) return last.compiled
    const content = { ...template }
    const compiled = await compiledWithHtml(template)
    last = { template, content, compiled }
    return compiled
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
