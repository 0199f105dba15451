import type { Finding } from '../model/finding.ts'

interface Said {
  readonly subject: string
  readonly html?: string | undefined
  readonly text?: string | undefined
  readonly attachments: readonly unknown[]
}

const isBlank = (text = ''): boolean => text.trim() === ''

/** An e-mail without a subject, or that says and brings nothing: it is sent, and mostly a mistake of whoever made it. */
export function emptyFindings({ subject, html, text, attachments }: Said): Finding[] {
  const findings: Finding[] = []
  if (isBlank(subject)) {
    const message = 'The e-mail has no subject.'
    const hint = 'Give one: many mail programs hide such mails, and some providers refuse them.'
    findings.push({ code: 'empty_subject', severity: 'warning', message, hint, location: { field: 'subject' } })
  }
  if (isBlank(html) && isBlank(text) && attachments.length === 0) {
    const message = 'The e-mail says nothing, and nothing is attached to it.'
    findings.push({ code: 'empty_email', severity: 'warning', message, hint: 'Give a text or an html part.' })
  }
  return findings
}
