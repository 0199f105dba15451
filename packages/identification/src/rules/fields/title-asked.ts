import { spaced, type Target } from '../labels/target.ts'
import type { Finding } from '../profiles/finding.ts'
import { findTitleOfSignatory } from '../profiles/title-of-signatory.ts'
import { candidate } from '../candidate.ts'
import { collapse, wordsOf } from '../text-index.ts'
import { sameStem } from './alike-words.ts'
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
  const isSigning = all.some((word) => [...signing].some((one) => sameStem(one, word))) || words.length === 1
  if (!isSigning) return []
  const below = findTitleOfSignatory(finding)
  return below.length > 0 ? below : titleOfForm(finding)
}

/** A line of a signature: `Title: Property Manager`. */
const titleLine =
  /(?:^|\n)[ \t]{0,20}(?:Title|Position|Titel|Funktion|Titre|Qualité|Fonction|Cargo|Qualifica|Functie):[ \t]{0,8}(\p{L}[\p{L}’' &.-]{2,60})(?=\r?\n|$|[ ]{3}|\t)/gu
const last = 3000

function titleOfForm({ index: { text } }: Finding): Option[] {
  const from = Math.max(0, text.length - last)
  const [only, another] = [...text.slice(from).matchAll(titleLine)]
  const title = only?.[1]?.trimEnd()
  if (only === undefined || title === undefined || another !== undefined) return []
  const start = from + only.index + only[0].indexOf(title)
  const value = candidate('text', start, start + title.length, collapse(title), 0.85)
  return [{ value, score: 0.6, method: 'signature' }]
}
