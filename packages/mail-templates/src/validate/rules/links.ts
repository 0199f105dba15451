import type { Finding } from '@chancery/core'
import { findingAt } from '../../parse/source-field.ts'
import { holdsTag, type Rule } from '../rule.ts'

const placeholder =
  /^(?:https?:)?\/\/(?:www\.)?(?:example\.(?:com|org|net)|yourdomain\.\w+|your-?(?:site|domain|company)\.\w+|localhost|127\.\d+\.\d+\.\d+|(?:[\w-]+\.)+(?:local|test|invalid))(?=[:/?#]|$)/i

type Verdict = readonly [severity: Finding['severity'], code: string, message: string, hint: string]

function verdictOf(url: string): Verdict | undefined {
  const bare = url.replace(/[\s\p{Cc}]/gu, '')
  if (bare === '') return ['error', 'empty_link', 'A link leads nowhere.', 'Give it an address.']
  if (bare === '#')
    return ['warning', 'placeholder_link', 'A link leads to "#", which is nowhere.', 'Give it an address.']
  if (/^(?:javascript|vbscript|data|file|blob):/i.test(bare))
    return ['error', 'forbidden_link', 'A link runs code or opens a file; mail programs block it.', 'Use https.']
  if (placeholder.test(bare))
    return ['warning', 'placeholder_domain', 'A link leads to a placeholder or local address.', 'Put the real address.']
  if (/^http:/i.test(bare)) return ['warning', 'insecure_link', 'A link is not encrypted.', 'Use https.']
  if (/^(?:https|mailto|tel|sms|cid):/i.test(bare) || bare.startsWith('//') || bare.startsWith('#')) return undefined
  if (/^[a-z][a-z\d+.-]*:/i.test(bare))
    return ['info', 'unusual_link', 'A link has a scheme that not every mail program opens.', 'Use https.']
  return [
    'error',
    'relative_link',
    'A link is relative; an e-mail has no place that it could relate to.',
    'Write the whole address.',
  ]
}

/** Links that lead nowhere, or not where readers would expect. */
export const links: Rule = ({ html }) => {
  if (html === undefined) return []
  const { parsed, starts } = html
  const findings: Finding[] = []
  for (const { name, attributes, start, end } of starts) {
    if (name !== 'a' && name !== 'area') continue
    const href = attributes.get('href')
    if (href === undefined) continue
    // Of a link that begins with a value, only the value will tell; a mask of letters would look relative.
    const written = parsed.field.source.slice(href.start, href.end)
    const begins = /^href\s*=\s*["']?\s*(?=\{\{)/i.test(written) && holdsTag(parsed, href.start, href.end)
    const verdict = begins ? undefined : verdictOf(href.value)
    if (verdict !== undefined) {
      const [severity, code, message, hint] = verdict
      findings.push(findingAt(parsed.field, [start, end], severity, code, message, hint))
    }
  }
  return findings
}
