import { candidate } from '../candidate.ts'
import { spaced, type Target } from '../labels/target.ts'
import type { Finding } from '../profiles/finding.ts'
import { findSignatory } from '../profiles/signatory.ts'
import { collapse, lineAt, wordsOf } from '../text-index.ts'
import type { Option } from './option.ts'

/** What names of fields call whoever signs or sends, and the house of somebody, folded. */
const signing = new Set(
  'sender signatory signer writer author absender unterzeichner expediteur signataire remitente firmante mittente firmatario afzender ondertekenaar remetente nadawca'.split(
    ' ',
  ),
)
const houses = new Set(
  'company organisation organization firm firma unternehmen organisme societe entreprise empresa organizacion azienda societa organizzazione bedrijf organisatie organizacao'.split(
    ' ',
  ),
)
/** What the line of a title has behind it: `Facilities Manager, Brookfield Care Trust`. */
const behindTitle = /^[\p{L}’'./& -]{3,60}?(?:, | \| | – | - |, )(\p{Lu}[\p{L}\d’'.& -]{3,60})$/u
const mostLines = 3

/** The house of whoever signs, in the lines below the name, behind the title or below it. */
export function houseOfSignatory(finding: Finding, target: Target): Option[] {
  if (target.type !== 'organization') return []
  const words = wordsOf(spaced(target.name)).map(({ folded }) => folded)
  const isHouse = words.some((word) => houses.has(word))
  if (!isHouse || !words.every((word) => houses.has(word) || signing.has(word))) return []
  const { index, values } = finding
  const [signed] = findSignatory(finding).toSorted((a, b) => b.score - a.score)
  if (signed === undefined) return []
  const line = lineAt(index, signed.value.end).number
  for (const { start, end } of index.lines.slice(line + 1, line + 1 + mostLines)) {
    const raw = index.text.slice(start, Math.min(end, start + 160)).trimEnd()
    if (raw.trim() === '') break
    const known = values.of('organization').find((one) => one.start >= start && one.start < end)
    const behind = behindTitle.exec(raw)?.[1]
    if (known) return [{ value: known, score: 0.6 * known.confidence, method: 'signature' }]
    if (behind === undefined) continue
    const from = start + raw.length - behind.length
    return [
      {
        value: candidate('organization', from, from + behind.length, collapse(behind), 0.85),
        score: 0.52,
        method: 'signature',
      },
    ]
  }
  return []
}
