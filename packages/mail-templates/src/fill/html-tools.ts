import type { EmailContent, JsonSchema } from '@chancery/core'
import { htmlPathsOf } from '../parse/html-paths.ts'
import type { HtmlTools } from './fill-email.ts'

/**
 * What a template wants done to its html, loaded where it wants it: most want nothing.
 * @param schema of its data: says which texts are html
 */
export async function htmlTools(template: EmailContent, schema: JsonSchema | undefined): Promise<HtmlTools> {
  const wantsHtml = htmlPathsOf(schema).size > 0
  return {
    ...(wantsHtml ? { sanitize: (await import('./sanitized-html.ts')).sanitizedHtml } : {}),
    ...(template.inlineCss === true ? { inlineCss: (await import('./inlined-css.ts')).inlinedCss } : {}),
    ...(template.preheader === undefined ? {} : { withPreheader: (await import('./with-preheader.ts')).withPreheader }),
  }
}
