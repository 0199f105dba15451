import { candidate } from '../candidate.ts'
import { synonymsOf } from '../labels/concepts.ts'
import { spaced, type Target } from '../labels/target.ts'
import { collapse, type TextIndex, wordsOf } from '../text-index.ts'
import { type Cell, cellsOf } from '../columns.ts'
import { labelWords, sameStem } from './alike-words.ts'
import type { Option } from './option.ts'

/** What schools have in theirs. */
const school =
  /^(?:school|academy|college|\p{L}*schule|\p{L}*gymnasium|kolleg|ecole|lycee|college|escuela|colegio|instituto|scuola|liceo|istituto|\p{L}*school|escola|agrupamento|\p{L}*szkola|liceum)$/u
const mostLines = 6
const leastWords = 2
const mostWords = 8
const leastLength = 4
/** Words that no name of a house has with a capital. */
const small =
  /^(?:am|im|an|in|auf|zum|zur|bei|at|aan|op|of|the|and|for|de|la|le|les|du|des|di|del|della|do|da|dos|das|van|von|der|den|und|et|y|e|en|für|&)$/u

/** What names of fields call a house that needs no legal form. */
const houses = [synonymsOf('authority'), synonymsOf('establishment'), synonymsOf('hospital')]
/** What such houses have in their names, folded: en, de, fr, es, it, nl, pt, pl. */
const institution =
  /^(?:council|borough|county|ministry|department|agency|authority|constabulary|hospital|hospitalier|hopital|clinic|clinique|clinica|klinik|klinikum|krankenhaus|ospedale|ziekenhuis|college|university|universitat|universite|school|polizei\p{L}*|police|policia|polizia|politie|stadt|stadtwerke|gemeinde|\p{L}*amt|\p{L}*gericht|mairie|commune|prefecture|gendarmerie|ayuntamiento|diputacion|comune|provincia|regione|questura|gemeente|provincie|rechtbank|camara|urzad|gmina)$/u

/** Words with capitals, and small ones only between them. */
function isName(raw: string): boolean {
  const words = raw.split(' ')
  if (words.length < leastWords || words.length > mostWords || /[\d:;!?@_]/u.test(raw)) return false
  return words.every(
    (word, at) => /^["“„»«(]?\p{Lu}/u.test(word) || (at > 0 && at < words.length - 1 && small.test(word)),
  )
}

/** What dots and bars part in the line of a letterhead: `Havsviks Vårdcentral · Strandvägen 22`. */
function partsOf(text: string, { start, end }: Cell): Cell[] {
  let at = start
  return text
    .slice(start, end)
    .split(/(?<= [·•|] )/u)
    .map((part) => {
      const from = at
      at += part.length
      return { start: from, end: from + part.replace(/ [·•|] $/u, '').length }
    })
}

/**
 * An organization that the head of a paper names by what it is: the `clinic` in `Maple Ridge Veterinary Clinic`. It needs no
 * legal form, and the field's own word; the title of the paper has none of a house.
 */
export function namedInHead({ text, lines }: TextIndex, target: Target): Option[] {
  if (target.type !== 'organization') return []
  const kinds = labelWords(spaced(target.name)).telling.filter((word) => word.length >= leastLength)
  if (kinds.length === 0) return []
  const isSchool = kinds.some((kind) => synonymsOf('school').has(kind))
  const isOfHouse = kinds.some((kind) => houses.some((house) => house.has(kind)))
  const filled = lines.filter(({ start, end }) => end > start).slice(0, mostLines)
  for (const line of filled) {
    for (const { start, end } of cellsOf(text, line).flatMap((cell) => partsOf(text, cell))) {
      const raw = text.slice(start, end).trim()
      const said = isName(raw) ? wordsOf(raw).map(({ folded }) => folded) : []
      const isKind = said.some((word) => kinds.some((kind) => sameStem(word, kind)))
      if (!isKind && !said.some((word) => (isOfHouse && institution.test(word)) || (isSchool && school.test(word))))
        continue
      const from = text.indexOf(raw, start)
      const value = candidate('organization', from, from + raw.length, collapse(raw), 0.8)
      return [{ value, score: 0.56, method: 'position' }]
    }
  }
  return []
}
