import type { FieldType } from '@chancery/core'
import { candidate, type Candidate } from '../candidate.ts'
import { knownLabels } from '../labels/label-hits.ts'
import type { Place } from '../labels/relations.ts'
import type { Values } from '../read-values.ts'
import { collapse, fold, lastAtOrBefore } from '../text-index.ts'
import { sameStem } from './alike-words.ts'
import { receivers } from './receivers.ts'

/** A name whose form stands behind a comma or a dash: `Verde Perto – Jardinagem, Lda.` */
export function goesOnAsFirm(text: string, values: Values, name: Candidate): Candidate | undefined {
  const firms = values.of('organization')
  const firm = firms[lastAtOrBefore(firms, name.end - 1)]
  if (firm === undefined || firm.start <= name.start || firm.end <= name.end || name.type === 'person') return undefined
  const value = collapse(text.slice(name.start, firm.end))
  return { ...name, end: firm.end, value: name.type === 'party' ? { name: value, role: null } : value }
}

/** The rest of a name that the label was taken for a word of: `Consignee Bloemenimport Vreeland B.V.`. */
export function nameBehindLabel(text: string, values: Values, place: Place, type: FieldType): Candidate | undefined {
  const known = values.names[lastAtOrBefore(values.names, place.start)]
  if (known === undefined || known.start >= place.start || known.end < place.start + leastName) return undefined
  const opens = /(?:^|[\n\t])[ ]*$/u.test(text.slice(Math.max(0, known.start - 4), known.start))
  const isOther = type !== 'party' && known.type !== type
  if (!opens || isOther || text[place.start - 1] !== ' ' || known.end > place.end) return undefined
  // `Hausverwaltung Tiefenbach GmbH`: what a house is opens its name, as no role does.
  const label = text.slice(known.start, place.start).trimEnd()
  const isRole =
    whoDoes.test(label) || knownLabels.get(label).length > 0 || receivers.some((role) => sameStem(role, fold(label)))
  const isLabelOnly = isRole && !house.test(label)
  const start = isLabelOnly || type !== 'organization' || known.type !== type ? place.start : known.start
  const name = collapse(text.slice(start, known.end))
  return candidate(type, start, known.end, type === 'party' ? { name, role: null } : name, known.confidence)
}
const leastName = 4
/** A label that many names begin with: `Bank Mazowiecki S.A.` */
const house = /^(?:bank|banque|banca|banco|caixa|caja|seguradora|aseguradora)$/iu
/** Who does a thing is a role: `Exporter`, `Auftraggeber`, `Transporteur`, `Proveedor`. */
const whoDoes = /(?:er|or|ee|eur|ore|ero)$/iu
