import type { EmailContent, Finding } from '@chancery/core'

/** A template whose html is there, and what was found on the way to it. */
export interface HtmlTemplate {
  readonly content: EmailContent
  readonly findings: readonly Finding[]
}

/** The template itself, or with the html that its MJML stands for. MJML's compiler is loaded where there is some. */
export async function withHtml(template: EmailContent): Promise<HtmlTemplate> {
  const { mjml } = template
  if (mjml === undefined) return { content: template, findings: [] }
  const { compiledMjml } = await import('./compiled-mjml.ts')
  const { html, findings } = await compiledMjml(mjml)
  return { content: { ...template, html }, findings }
}
