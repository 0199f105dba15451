import { candidate, type Candidate } from '../candidate.ts'
import { collapse } from '../text-index.ts'
import type { Finder } from './finding.ts'

const town = String.raw`(\p{Lu}[\p{L}’'-]{1,24}(?:[ -](?:(?:de|di|del|la|am|an der|sur|upon|do|da) )?\p{Lu}[\p{L}’'-]{1,24}){0,3})`
const day = String.raw`[^\n,;()]{4,30}?`
/** Where somebody was born, before the day or behind it: en, de, fr, es, it, pt, nl, pl. */
const born = new RegExp(
  [
    String.raw`(?<!\p{L})(?:[Bb]orn (?:on ${day} )?(?:in|at)|[Gg]eb(?:oren|\.) (?:am ${day} )?in|[Nn]ée? (?:le ${day} )?à|[Nn]acid[oa] (?:el ${day} )?en|[Nn]at[oa] (?:il ${day} )?a|[Nn]ascid[oa] (?:a ${day} )?em|[Gg]eboren (?:op ${day} )?te|[Uu]rodzon[ya] (?:${day} )?w) ${town}`,
    String.raw`(?<!\p{L})(?:[Bb]orn|[Gg]eb\.) ${town},? (?:on )?\d`,
  ].join('|'),
  'gu',
)

/** The first place of birth that a stretch says. */
export function birthPlaceIn(text: string, from: number, end: number): Candidate | undefined {
  const [match] = text.slice(from, end).matchAll(born)
  const place = match?.[1] ?? match?.[2]
  if (match === undefined || place === undefined) return undefined
  const start = from + match.index + match[0].lastIndexOf(place)
  return candidate('text', start, start + place.length, collapse(place), 0.9)
}

/** `né le 3 juillet 1994 à Brest`, `nata a Bormio il 2 ottobre 1983`. */
export const findBirthPlace: Finder = ({ index: { text } }) =>
  Array.from(text.matchAll(born))
    .slice(0, 3)
    .flatMap(({ 0: raw, 1: first, 2: second, index }, at) => {
      const place = first ?? second
      if (place === undefined) return []
      const start = index + raw.lastIndexOf(place)
      const value = candidate('text', start, start + place.length, collapse(place), 0.9)
      return [{ value, score: 0.72 - at * 0.1, method: 'clause' }]
    })
