import { candidate } from '../candidate.ts'
import { spaced, type Target } from '../labels/target.ts'
import { collapse, type TextIndex } from '../text-index.ts'
import { namesNobody } from '../values/party-names.ts'
import { personNameAt, titleOfPerson } from '../values/person-names.ts'
import { labelWords, stemKey } from './alike-words.ts'
import type { Option } from './option.ts'
import type { Stems } from './telling-words.ts'

/** Endings of nouns for an office, and not for who has it: `Leitung`, `presidencia`, `Vorsitz`. */
const office = /(?:ung|itz|schaft|tion|cion|cao|encia|ence|enza|ance|ship|ing)$/u
/** What leads from an office to who has it. */
const held =
  /^(?:[ \n](?!nicht |not |pas |no |non |niet )[\p{L}’']{2,20}){0,5}?[ \n](?:hat(?:te)?|haben|übernimmt|übernahm|übernehmen|(?:is|was) (?:taken|held) by|est (?:assurée?|tenue?) par|è (?:tenuta|assunta) da|fue asumida por|wordt (?:bekleed|gevoerd) door|obliegt|liegt bei|lag bei|führt|has|had|takes|took|lies with|rests with|falls to|assure|exerce|exerçait|revient à|incombe à|tiene|ejerce|ostenta|asume|corresponde a|recae en|ha|assume|spetta a|è affidata a|è affidato a|heeft|berust bij|is in handen van|tem|exerce|cabe a|sprawuje|pełni)[ \n](?:(?:der|die|dem|den|la|le|el|il|a|o|de)[ \n])?/iu
const reach = 120
const mostPlaces = 40
const leastShared = 4

/** Who has the office that the name of a role comes from: the `fahrtleiter` of `Die Leitung der Fahrt hat Herr Matthias Röttger`. */
export function heldOptions(index: TextIndex, stems: Stems, target: Target): Option[] {
  if (target.type !== 'person' && target.type !== 'text') return []
  const { text, words } = index
  const options: Option[] = []
  for (const role of labelWords(spaced(target.name)).telling.flatMap(rolesIn)) {
    for (const at of (stems.get(stemKey(role)) ?? []).slice(0, mostPlaces)) {
      const word = words[at]
      if (word === undefined || (word.folded !== role && !office.test(word.folded))) continue
      const rest = text.slice(word.end, word.end + reach)
      const lead = held.exec(rest)?.[0].length
      if (lead === undefined || /[.;:]/u.test(rest.slice(0, lead))) continue
      const title = titleOfPerson(rest.slice(lead))
      const name = personNameAt(index, word.end + lead + title)
      if (name === undefined || (name.parts < 2 && title === 0)) continue
      const raw = collapse(text.slice(name.start, name.end))
      if (!namesNobody(raw))
        options.push({ value: candidate('person', name.start, name.end, raw, 0.9), score: 0.6, method: 'clause' })
    }
  }
  return options
}

/** A role and, of a compound, its last part: `fahrtleiter` has `leiter`. */
const rolesIn = (word: string): string[] => {
  const last = compound.exec(word)?.[1]
  return [word, ...(last === undefined ? [] : [last])].filter((one) => one.length > leastShared)
}
const compound = /^\p{L}{3,}?(leiter|leiterin|fuhrer|fuhrerin|fuehrer|fuehrerin|leider|ledare)$/u
