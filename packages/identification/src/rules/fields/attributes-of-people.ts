import { anyCase } from '../any-case.ts'
import { candidate, type Candidate } from '../candidate.ts'
import { synonymsOf } from '../labels/concepts.ts'
import { spaced, type Target, targetOf } from '../labels/target.ts'
import { birthPlaceIn } from '../profiles/birth-place.ts'
import { collapse, fold, type TextIndex } from '../text-index.ts'
import { labelWords } from './alike-words.ts'
import type { Option } from './option.ts'

/** The first that a stretch says of somebody. */
type Attribute = (text: string, from: number, end: number) => Candidate | undefined

/** What goes on about somebody: where one lives or was born, how one is called from here on. */
const goesOn = String.raw`(?:demeurant|domicili\p{L}*|résidant|resid\p{L}*|wohnhaft|wonende|wonachtig|living|of\s\p{Lu}|of\s\d|born|née?\s|nat[oa]\s|geb(?:oren)?[. ]|nacid[oa]|nascid[oa]|vecin[oa]|con domicilio|mayor de edad|titular|zam\p{L}{0,10})`
const work = String.raw`(\p{L}[\p{L}’'() -]{2,40}?)`
/** A clause of its own between others about the same person, or behind a word for work: en, de, fr, es, it, nl, pt, pl. */
const profession = new RegExp(
  [
    anyCase(
      String.raw`(?:by (?:profession|occupation|trade)|von Beruf|de (?:son )?(?:profession|métier)|exerçant la profession d[e'’]|di professione|de profesión|de profissão|van beroep|z zawodu)[, ]{1,2}(?:an? )?${work}(?=[,.;)\n])`,
    ),
    String.raw`,\s(?:an?\s)?(?=\p{Ll})${work},\s(?=${goesOn})`,
  ].join('|'),
  'gu',
)
/** What is no work: a birth, a residence, a relation. */
const noWork =
  /^(?:of|born|née?|nat[oa]|geb|in|at|on|le|il|el|the|and|und|et|my|his|her|an der|hereinafter|ci-après|nachfolgend|resid\p{L}*|wohnhaft|demeurant|domicili\p{L}*|married|verheiratet|mariée?|célibataire|single|ledig|coniugat[oa]|casad[oa]|solter[oa]|mayor|with|con|mit|avec|de|di|da|von|van)(?!\p{L})/iu

function professionIn(text: string, from: number, end: number): Candidate | undefined {
  for (const match of text.slice(from, end).matchAll(profession)) {
    const said = match[1] ?? match[2] ?? ''
    if (said === '' || noWork.test(said)) continue
    const start = from + match.index + match[0].indexOf(said)
    return candidate('text', start, start + said.length, collapse(said), 0.85)
  }
  return undefined
}

/** How an attribute is read that a name of a field asks for, without the words for whose it is. */
export function attributeOf(label: string): Attribute | undefined {
  const [word = '', ...more] = labelWords(label).telling
  if (more.length === 0 && synonymsOf(word).has('profession')) return professionIn
  const isBirthPlace =
    synonymsOf(fold(label.replaceAll(' ', ''))).has('birthplace') ||
    targetOf({ name: label, type: 'text' }).canonical === 'birthPlace'
  return isBirthPlace ? birthPlaceIn : undefined
}

const head = 12_000

/** The work of the only one of whom a paper says it, for a field that does not say of whom. */
export function attributeOptions({ text }: TextIndex, target: Target): Option[] {
  const attribute = target.type === 'text' ? attributeOf(spaced(target.name)) : undefined
  const value = attribute?.(text, 0, Math.min(text.length, head))
  if (attribute === undefined || value === undefined) return []
  const isOnly = attribute(text, value.end, Math.min(text.length, head)) === undefined
  return isOnly ? [{ value, score: 0.6 * value.confidence, method: 'clause' }] : []
}
