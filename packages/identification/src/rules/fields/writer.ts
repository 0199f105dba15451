import { spaced, type Target } from '../labels/target.ts'
import type { Finding } from '../profiles/finding.ts'
import { findSignatory } from '../profiles/signatory.ts'
import { wordsOf } from '../text-index.ts'
import type { Option } from './option.ts'

/** Roles of whoever writes a letter for a house, folded: en, de, fr, es, it, pt, nl. */
const writers = new Set(
  'sender author writer contact absender absenderin verfasser verfasserin sachbearbeiter sachbearbeiterin ansprechpartner ansprechpartnerin kontakt expediteur interlocuteur interlocutrice remitente contacto mittente referente contatto remetente contacto afzender contactpersoon behandelaar medewerker medewerkster handlaggare adviser advisor berater beraterin conseiller conseillere asesor asesora consulente adviseur radgivare doradca'.split(
    ' ',
  ),
)
/** What a description says of whoever writes. */
const writes = new Set(
  'writes wrote schreibt geschrieben ecrit redige escribe scrive escreve schrijft signs unterschreibt unterzeichnet signe firma assina ondertekent'.split(
    ' ',
  ),
)

/** Who signs a letter, for a field of whoever writes it that nothing else names. */
export function writerOptions(finding: Finding, target: Target, description = ''): Option[] {
  if (target.type !== 'person') return []
  const isWriter = wordsOf(spaced(target.name)).some(({ folded }) => writers.has(folded))
  if (!isWriter && !wordsOf(description).some(({ folded }) => writes.has(folded))) return []
  return findSignatory(finding).map((option) => ({
    ...option,
    value: { ...option.value, type: target.type },
    score: option.score * 0.8,
  }))
}
