import type { AdviceCode } from '../advice.ts'
import type { Node } from '../../parse/parse-template.ts'
import { type Rule, fieldOf, ownWords } from '../rule.ts'

/** Whether all words stand in a condition, and none where it does not hold. */
function isOneCondition(nodes: readonly Node[]): boolean {
  const [only, ...others] = nodes.filter((node) => node.kind !== 'literal' || node.text.trim() !== '')
  if (only?.kind !== 'section' || only.mode !== 'if' || others.length > 0) return false
  return only.otherwise.length === 0 || isOneCondition(only.otherwise)
}

/** What spam filters and small screens make of the subject. */
export const subject: Rule = (input) => {
  const parsed = fieldOf(input, 'subject')
  if (parsed === undefined) return
  const { field, tags } = parsed
  const add = (code: AdviceCode, message?: string): void =>
    input.tell(code, field, [0, field.source.length], message === undefined ? {} : { message })
  if (field.source.trim() === '') add('empty_subject')
  const filled = input.filled?.subject ?? (tags.length === 0 ? field.source : undefined)
  if ((filled !== undefined && filled.trim() === '' && field.source.trim() !== '') || isOneCondition(parsed.nodes))
    add('subject_may_be_empty')
  if ((filled ?? '').length > 78)
    add('long_subject', `The subject has ${filled?.length} characters; most programs cut it after 78 or fewer.`)
  const own = ownWords(parsed)
  const letters = own.replace(/\P{L}/gu, '')
  if (letters.length >= 10 && letters === letters.toUpperCase() && letters !== letters.toLowerCase())
    add('shouting_subject')
  if (/[!?]{2,}|!.*!/u.test(own)) add('exclamation_marks')
  if (/^\s*(?:re|fwd?|aw|wg|antw|antwort|rif|tr|sv|vs|odp|ynt|res|enc|rv)(?:\s*\[\d+\])?\s*:/i.test(own))
    add('false_reply')
  for (const { kind, start, end } of tags) if (kind === 'raw') input.tell('raw_in_subject', field, [start, end])
  if (/<\/?[a-z][^<>]{0,200}>|&(?:[a-z]{2,8}|#x?[\da-f]{1,6});/i.test(own)) add('html_in_subject')
  if (/(?<!\S)(?:\p{L} ){3}\p{L}(?!\S)/u.test(own))
    add('shouting_subject', 'A word of the subject has spaces between its letters; spam filters mind.')
  if ((own.match(/\p{Extended_Pictographic}/gu)?.length ?? 0) > 2) add('emoji_in_subject')
  if (/\bhttps?:\/\/|(?<![\w@.])www\.[\w-]+\./i.test(own)) add('address_in_subject')
  if (/[,;:|–—-]\s*$/u.test(field.source))
    add('odd_punctuation', 'The subject ends with a sign that something should follow.')
  if (/^\s|\s$|\S\s{2,}\S|[\t\v\f]/.test(field.source) && field.source.trim() !== '') add('spaces_in_subject')
}
