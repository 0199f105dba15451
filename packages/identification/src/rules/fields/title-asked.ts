import { spaced, type Target } from '../labels/target.ts'
import type { Finding } from '../profiles/finding.ts'
import { findTitleOfSignatory } from '../profiles/title-of-signatory.ts'
import { wordsOf } from '../text-index.ts'
import type { Option } from './option.ts'

/** What names of fields call the office of somebody, folded. */
const offices = new Set(
  'title position role office job function funktion amt stellung dienststellung titel fonction qualite poste titre cargo puesto qualifica carica funzione ruolo funcao functie stanowisko befattning stilling'.split(
    ' ',
  ),
)
const signing = new Set(
  'representative representant vertreter vertreterin representante rappresentante vertegenwoordiger ansprechpartner ansprechpartnerin contact signatory signer sender signing signed signatario firmante remitente firmatario mittente signataire expediteur unterzeichner absender ondertekenaar afzender job'.split(
    ' ',
  ),
)

/** The office of who signs: a name of a field says both, or only an office (`jobTitle`). */
export function titleAsked(finding: Finding, target: Target, description = ''): Option[] {
  if (target.type !== 'text') return []
  const words = wordsOf(spaced(target.name)).map(({ folded }) => folded)
  if (!words.some((word) => offices.has(word))) return []
  const all = [...words, ...wordsOf(description).map(({ folded }) => folded)]
  const isSigning = all.some((word) => signing.has(word)) || words.length === 1
  return isSigning ? findTitleOfSignatory(finding) : []
}
