import type { EmailContent } from '@chancery/core'
import { checkTemplate, type CheckedTemplate } from '../parse/checked-template.ts'

const kept = new WeakMap<EmailContent, { readonly content: EmailContent; readonly checked: CheckedTemplate }>()

/** A template read and checked once for all of its recipients, for as long as the caller holds it. */
export function keptTemplate(template: EmailContent): CheckedTemplate {
  const known = kept.get(template)
  if (known !== undefined && sameContent(known.content, template)) return known.checked
  const checked = checkTemplate(template)
  kept.set(template, { content: { ...template }, checked })
  return checked
}

const sameContent = (a: EmailContent, b: EmailContent): boolean =>
  a.subject === b.subject &&
  a.html === b.html &&
  a.text === b.text &&
  (a.partials === b.partials || JSON.stringify(a.partials) === JSON.stringify(b.partials)) &&
  (a.schema === b.schema || JSON.stringify(a.schema) === JSON.stringify(b.schema))
