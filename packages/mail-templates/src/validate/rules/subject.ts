import type { Finding } from '@chancery/core'
import { findingAt } from '../../parse/source-field.ts'
import { fieldOf, type Rule } from '../rule.ts'

/** What spam filters and small screens make of the subject. */
export const subject: Rule = (input) => {
  const parsed = fieldOf(input, 'subject')
  if (parsed === undefined) return []
  const { field, tags } = parsed
  const findings: Finding[] = []
  const add = (severity: Finding['severity'], code: string, message: string, hint: string): void => {
    findings.push(findingAt(field, [0, field.source.length], severity, code, message, hint))
  }
  if (field.source.trim() === '')
    add('error', 'empty_subject', 'The e-mail has no subject.', 'Say in a few words what it is about.')
  const filled = input.filled?.subject ?? (tags.length === 0 ? field.source : undefined)
  if (filled !== undefined && filled.trim() === '' && field.source.trim() !== '') {
    add('warning', 'subject_may_be_empty', 'The subject can come out empty.', 'Add words that are always there.')
  }
  if ((filled ?? '').length > 78)
    add(
      'warning',
      'long_subject',
      'The subject is longer than 78 characters; most programs cut it.',
      'Put what matters first, and shorten it.',
    )
  let own = ''
  let at = 0
  for (const { start, end } of tags) {
    own += `${field.source.slice(at, start)} `
    at = end
  }
  own += field.source.slice(at)
  const letters = own.replace(/\P{L}/gu, '')
  if (letters.length >= 10 && letters === letters.toUpperCase() && letters !== letters.toLowerCase()) {
    add('warning', 'shouting_subject', 'The subject is in capitals; spam filters mind.', 'Write it in normal case.')
  }
  if (/[!?]{2,}|!.*!/u.test(own))
    add(
      'warning',
      'exclamation_marks',
      'The subject has many exclamation or question marks; spam filters mind.',
      'One is enough.',
    )
  if (/^\s*(?:re|fwd?|aw|wg)\s*:/i.test(own))
    add('warning', 'false_reply', 'The subject claims to be a reply or to be forwarded.', 'Leave "Re:" to replies.')
  return findings
}
