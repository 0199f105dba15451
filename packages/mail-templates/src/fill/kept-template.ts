import type { EmailContent } from '@chancery/core'
import { checkTemplate, type CheckedTemplate } from '../parse/checked-template.ts'

/**
 * Templates read and checked once for all of their recipients: the last one is kept, as long as its caller has not changed
 * it. A map of all would keep those of single e-mails until the next great collection of memory.
 */
export function templateKeeper(): (template: EmailContent) => CheckedTemplate {
  let last:
    | { readonly template: EmailContent; readonly content: EmailContent; readonly checked: CheckedTemplate }
    | undefined
  return (template) => {
    if (last?.template === template && sameContent(last.content, template)) return last.checked
    const checked = checkTemplate(template)
    last = { template, content: { ...template }, checked }
    return checked
  }
}

const sameContent = (a: EmailContent, b: EmailContent): boolean =>
  a.subject === b.subject &&
  a.html === b.html &&
  a.text === b.text &&
  a.inlineCss === b.inlineCss &&
  (a.partials === b.partials || JSON.stringify(a.partials) === JSON.stringify(b.partials)) &&
  (a.schema === b.schema || JSON.stringify(a.schema) === JSON.stringify(b.schema))
