import { candidate } from '../candidate.ts'
import { spaced, type Target } from '../labels/target.ts'
import { collapse, type TextIndex } from '../text-index.ts'
import { personNameAt, titleOfPerson } from '../values/person-names.ts'
import { labelWords } from './alike-words.ts'
import type { Option } from './option.ts'

/** Titles that say what somebody is, with the words for it in names of fields: en, de, fr, es, it, pt, nl, pl. */
const titles: readonly (readonly [role: RegExp, title: RegExp])[] = [
  [
    /doctor|physician|surgeon|dentist|arzt|arztin|medecin|medic[oa]|dentiste|tandarts|lekarz|lakare/u,
    /(?<!\p{L})(?=(?:Dr|Dra|Dott|Dr\.ssa|Dott\.ssa|lek|[Dd]octor|[Dd]oktor|[Dd]octeur|[Dd]ottor(?:e|essa)?|[Dd]octora)\.? (?:med\. )?\p{Lu})/gu,
  ],
  [
    /lawyer|attorney|counsel|solicitor|anwalt|anwaltin|avocat|abogad|avvocat|advogad|advocaat|adwokat/u,
    /(?<!\p{L})(?=(?:Avv|Me|Maître|RA|RAin|Rechtsanwalt|Rechtsanwältin|mr|adw|Letrad[oa]) ?\.? \p{Lu})/gu,
  ],
  [
    /judge|richter|richterin|juge|juez|jueza|giudice|rechter|sedzia/u,
    /(?<!\p{L})(?=(?:(?:District |Deputy )?Judge|Mr Justice|Mrs Justice|Richter(?:in)?(?: am (?:Amts|Land)gericht)?|Sędzia) \p{Lu})/gu,
  ],
]
const mostTitles = 40

/** The only one whose title says that role: `medecin` of `Votre rendez-vous avec le Dr Hugo Blanchard`. */
export function titledRole(index: TextIndex, target: Target): Option[] {
  if (target.type !== 'person') return []
  // Of several the name says whose: `avocatDefendeur`.
  const [name, ...more] = labelWords(spaced(target.name)).telling
  const title = more.length > 0 ? undefined : titles.find(([role]) => role.test(name ?? ''))?.[1]
  if (title === undefined) return []
  const found = Array.from(index.text.matchAll(title))
    .slice(0, mostTitles)
    .flatMap(({ index: at }) => {
      const person = personNameAt(index, at + titleOfPerson(index.text.slice(at, at + 60)))
      return person && person.start > at && person.parts > 1
        ? [{ ...person, said: collapse(index.text.slice(person.start, person.end)) }]
        : []
    })
  const [only] = found
  if (only === undefined || found.some(({ said }) => said !== only.said)) return []
  return [{ value: candidate('person', only.start, only.end, only.said, 0.85), score: 0.58, method: 'clause' }]
}
