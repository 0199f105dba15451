import type { EmailContent } from '@chancery/core'
import { withHtml } from '../mjml/with-html.ts'
import { checkTemplate, type CheckedTemplate } from '../parse/checked-template.ts'

/**
 * Templates read and checked once for all of their recipients: the last one is kept, as long as its caller has not changed
 * it. A map of all would keep those of single e-mails until the next great collection of memory.
 */
export function templateKeeper(): (template: EmailContent) => Promise<CheckedTemplate> {
  let last:
    | { readonly template: EmailContent; readonly content: EmailContent; readonly checked: CheckedTemplate }
    | undefined
  return async (template) => {
    if (last?.template === template && sameContent(last.content, template)) return last.checked
    const content = { ...template }
    const checked = await checkedWithHtml(template)
    last = { template, content, checked }
    return checked
  }
}

/** With what its MJML says: errors stop a fill, too. */
async function checkedWithHtml(template: EmailContent): Promise<CheckedTemplate> {
  const { content, findings } = await withHtml(template)
  const checked = checkTemplate(content)
  if (findings.length === 0) return checked
  const errors = findings.filter(({ severity }) => severity === 'error')
  const others = findings.filter(({ severity }) => severity !== 'error')
  return { ...checked, faults: [...errors, ...checked.faults], notes: [...others, ...checked.notes] }
}

const sameContent = (a: EmailContent, b: EmailContent): boolean =>
  a.subject === b.subject &&
  a.html === b.html &&
  a.text === b.text &&
  a.mjml === b.mjml &&
  a.inlineCss === b.inlineCss &&
  (a.partials === b.partials || JSON.stringify(a.partials) === JSON.stringify(b.partials)) &&
  (a.schema === b.schema || JSON.stringify(a.schema) === JSON.stringify(b.schema))
