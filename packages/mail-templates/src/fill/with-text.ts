import type { EmailContent } from '@chancery/core'
import type { FilledEmail } from './fill-email.ts'

/** A filled e-mail whose template says nothing of a text part has one made of its html; where its text is empty, it has none. */
export async function withText(template: EmailContent, filled: FilledEmail): Promise<FilledEmail> {
  const { html, text: _, ...parts } = filled.email
  if (html === undefined) return filled
  if (template.text === undefined) {
    const { textOfHtml } = await import('./text-of-html.ts')
    const made = textOfHtml(html)
    return made === '' ? filled : { ...filled, email: { ...filled.email, text: made } }
  }
  return template.text === '' ? { ...filled, email: { ...parts, html } } : filled
}
