import type { Finding } from '@chancery/core'
import { findingAt, sourceField } from '../../parse/source-field.ts'
import { fieldOf, type Rule } from '../rule.ts'

/** Gmail cuts html after this many bytes and hides the rest, with any unsubscribe link in it. */
const clipped = 102_400

/** Parts that are missing or too large. */
export const parts: Rule = (input) => {
  const { template, html, filled } = input
  const findings: Finding[] = []
  const hasHtml = (template.html ?? '').trim() !== ''
  const hasText = (template.text ?? '').trim() !== ''
  if (!hasHtml && !hasText) {
    findings.push({
      code: 'empty_body',
      severity: 'error',
      message: 'The e-mail has neither text nor html.',
      hint: 'Give one of them, better both.',
    })
  } else if (!hasText) {
    const field = html?.parsed.field ?? sourceField('html', template.html ?? '')
    findings.push(
      findingAt(
        field,
        [0, 0],
        'warning',
        'no_text_part',
        'The e-mail has no text part; spam filters mind, and some readers see nothing.',
        'Add the same as plain text.',
      ),
    )
  }
  const field = fieldOf(input, 'html')?.field
  const size = Buffer.byteLength(filled?.html ?? template.html ?? '')
  if (field !== undefined && size > clipped) {
    findings.push(
      findingAt(
        field,
        [0, 0],
        'warning',
        'clipped_by_gmail',
        `The html has ${size} bytes; Gmail cuts it after ${clipped}.`,
        'Shorten it, or move styles out of the tags.',
      ),
    )
  } else if (field !== undefined && size > 80_000) {
    findings.push(
      findingAt(field, [0, 0], 'info', 'large_html', `The html has ${size} bytes; Gmail cuts it after ${clipped}.`),
    )
  }
  return findings
}
