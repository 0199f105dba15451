import { anyCase } from '../any-case.ts'
import { candidate } from '../candidate.ts'
import { collapse } from '../text-index.ts'
import type { Finder } from './finding.ts'

/** A line of capitals or title that is the name of a court, with its seat: en, de, fr, es, it, pt, nl, pl. */
const name = new RegExp(
  anyCase(
    String.raw`^(?:(?:in )?the |beim |au |dem |al )?((?=[^\n]{0,80}(?:\bcourt\b|(?:amts|land|ober\p{L}{0,20}|arbeits|verwaltungs|sozial|finanz|bundes\p{L}{0,12}|handels|bezirks|kantons|kreis)gericht|tribunal|juzgado|audiencia|cour d['’]appel|conseil de prud|corte d|rechtbank|gerechtshof|comarca|\bsąd\b))\p{Lu}[\p{L}\d .,'’ºª°n-]{5,110}?)[\s,:]*$`,
  ),
  'u',
)
const mostLines = 14

/** The court at the head of a paper; what stands below it in capitals is its district. */
export const findCourt: Finder = ({ index: { text, lines } }) => {
  for (const line of lines.slice(0, mostLines)) {
    const raw = text.slice(line.start, Math.min(line.end, line.start + 200))
    const lead = raw.length - raw.trimStart().length
    const cell = raw.trimStart().split(/ {3}|\t/u)[0] ?? ''
    const court = name.exec(cell)?.[1]
    if (court === undefined || /[.:] \p{Lu}\p{Ll}+ /u.test(court)) continue
    const start = line.start + lead + cell.indexOf(court)
    return [
      {
        value: candidate('organization', start, start + court.length, collapse(court), 0.85),
        score: 0.7,
        method: 'position',
      },
    ]
  }
  return []
}

/** A court by its kind and seat in a sentence: en, de, fr, es, it, pt, nl, pl. */
const spokenOf =
  /(?<!\p{L})(?:(?:Amts|Land|Oberlandes|Arbeits|Landesarbeits|Verwaltungs|Sozial|Finanz|Familien)gericht \p{Lu}\p{L}+(?: (?:am|an der|im) \p{L}+)*|[Tt]ribunal (?:judiciaire|de commerce|administratif|de grande instance) (?:de |d['’]|du )\p{Lu}[\p{L}-]+|[Cc]our d['’]appel (?:de |d['’]|du )\p{Lu}[\p{L}-]+|[Cc]onseil de prud['’]hommes (?:de |d['’]|du )\p{Lu}[\p{L}-]+|Juzgado de [^.,;\n]{4,60}? de \p{Lu}\p{L}+|Tribunale (?:Ordinario )?di \p{Lu}\p{L}+|Tribunal (?:Judicial )?da Comarca (?:de|do|da) \p{Lu}\p{L}+|[Rr]echtbank \p{Lu}[\p{L}-]+|Sąd(?:u|em)? (?:Rejonow|Okręgow)\p{L}+ (?:w|we|dla) \p{Lu}\p{L}+|(?:\p{Lu}\p{L}+ ){1,3}(?:County|District|Magistrates['’]|Crown) Court)(?!\p{L})/u

/** The court that a paper speaks of, where it has none at its head. */
export const findCourtSpokenOf: Finder = ({ index: { text } }) => {
  const found = spokenOf.exec(text.slice(0, reach))
  if (found === null) return []
  const [court] = found
  const end = found.index + court.length
  return [{ value: candidate('organization', found.index, end, collapse(court), 0.85), score: 0.6, method: 'clause' }]
}
const reach = 60_000
