import type { Mark } from './tokens.ts'

/** What a sentence says of a case by a noun: why, what for, of what; en, de, fr, es, it, nl, pt, pl. */
const nouns =
  'reason cause purpose occasion subject grund gründe anlass ursache zweck gegenstand raison motif cause objet motivo causa razón objeto finalidad ragione oggetto scopo reden aanleiding oorzaak doel razão finalidade powodem przyczyną'
    .split(' ')
    .map((word) => `[${word[0]!.toUpperCase()}${word[0]!}]${word.slice(1)}`)
    .join('|')
const copula =
  'is|was|are|were|ist|war|sind|waren|est|était|sont|es|fue|son|è|era|sono|é|foi|jest|był|była|zijn|is geweest'
/** A whole clause behind such a noun: `Grund der Kündigung ist ein Umzug nach Oldenburg.` */
const reason = new RegExp(
  String.raw`(?<!\p{L})(?:${nouns})(?!\p{L})[^.:;,\n]{0,80}? (?:${copula}) (?!\p{Ll}+(?:bar|lich|able|ible|d)[.;]?$)([^.:;\n]{3,120}?)(?=[.;]?\s*$|[.;]\s)`,
  'gu',
)

/** What a text of one sample says that the reason, the purpose or the subject is. */
export const reasonMarks = (text: string): Mark[] =>
  Array.from(text.matchAll(reason), ([, said = '']) => ({ text: said, field: '' }))
