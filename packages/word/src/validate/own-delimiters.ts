import type { Finding, TagDelimiters } from '@chancery/core'

/** A tag in single braces, and in no others: hints are written so. */
const single = /(?<!\{)\{(?!\{)([^{}]{1,500})\}(?!\})/g

/** A finding with the tags of its hint in the delimiters of the template. */
export function inDelimiters(finding: Finding, { open, close }: TagDelimiters): Finding {
  if (open === '{' || finding.hint === undefined) return finding
  // What has the template's delimiters already may have braces of its own.
  if (open !== '{{' && finding.hint.includes(open)) return finding
  return { ...finding, hint: finding.hint.replaceAll(single, (_, inner: string) => open + inner + close) }
}
