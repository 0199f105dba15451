import type { Finding } from '@chancery/core'
import { findingAt } from '../../parse/source-field.ts'
import { holdsTag, type Rule } from '../rule.ts'

/** Images that mail programs show wrongly or not at all. */
export const images: Rule = ({ html }) => {
  if (html === undefined) return []
  const { parsed, starts } = html
  const findings: Finding[] = []
  for (const { name, attributes, start, end } of starts) {
    if (name !== 'img') continue
    const add = (severity: Finding['severity'], code: string, message: string, hint: string): void => {
      findings.push(findingAt(parsed.field, [start, end], severity, code, message, hint))
    }
    const source = attributes.get('src')
    const url = source?.value.trim() ?? ''
    if (url === '') add('error', 'image_without_source', 'An image has no address.', 'Give it a src.')
    else if (/^data:/i.test(url))
      add(
        'warning',
        'data_image',
        'Gmail and Outlook do not show images written as data:.',
        'Attach it inline and write cid:, or link it.',
      )
    else if (/^cid:/i.test(url))
      add(
        'info',
        'inline_image',
        `The image ${url.slice(0, 80)} must come as an inline attachment.`,
        'Send it with that content id.',
      )
    else if (source !== undefined && !holdsTag(parsed, source.start, source.end) && !/^https?:|^\/\//i.test(url)) {
      add(
        'error',
        'relative_image',
        'The address of an image is relative; an e-mail has no place that it could relate to.',
        'Write the whole address.',
      )
    }
    if (!attributes.has('width') && !/(?:^|;)\s*(?:max-)?width\s*:/i.test(attributes.get('style')?.value ?? '')) {
      add(
        'warning',
        'image_without_width',
        'An image has no width; Outlook shows it in full size.',
        'Write width="…" in pixels.',
      )
    }
  }
  return findings
}
