import type { FieldType } from '@chancery/core'
import { candidate, type Candidate } from '../candidate.ts'
import { synonymsOf } from '../labels/concepts.ts'
import { spaced, type Target } from '../labels/target.ts'
import { firstWithin, type Values } from '../read-values.ts'
import { collapse, lastAtOrBefore, lineAt, type TextIndex, type Word } from '../text-index.ts'
import { namesNobody } from '../values/party-names.ts'
import { personNameAt, titleOf, titleOfPerson } from '../values/person-names.ts'
import { labelWords, leastStem, sameStem, stemKey } from './alike-words.ts'
import type { Option } from './option.ts'
import type { Stems } from './telling-words.ts'

const names: ReadonlySet<FieldType> = new Set(['person', 'organization', 'party'])
/** Between a role and who has it: an adjective behind the noun, an article, a form of address. */
const leading =
  /^(?:-\p{Ll}{3,20}(?= ))?(?: (?:who|that|qui|che|que|der|die|dat|który|która) (?:\p{L}{2,14} ){1,3}(?=(?:was|is|ist|war|était|est|era|es|è|fue|foi|is|był|była) ))?,?(?:[ \u00a0]|(?<= )|[ ]?\r?\n)(?:\p{Ll}{2,12}(?:al|ale|iale|ivo|iva|ico|ica|ario|aria|aire|ante|ente|ado|ada|ato|ata|unico|única|único)[ ])?(?:(?:(?:(?:of the|des|der|du|de la|del|della|van het|van de|do|da) |(?:de l|dell)['’])\p{L}{3,20} )?(?:is|was|remains|bleibt|reste|rimane|blijft|ist|war|est|était|es|fue|era|è|fu|é|foi|jest|był|była|będzie|will be|wird|sera|será|sarà|wordt|är|er) )?(?:(?:the|der|die|dem|den|la|le|il|lo|el|o|a|os|as|de|het|sig)[ ]|l['’])?(?:(?:firma|Firma|firm|company|société|empresa|ditta|società|spółka) )?/u
const article = /^[ \t]{0,60}(?:(?:[Tt]he|[Dd](?:er|ie)|[Ll][ae]|[Ii]l|[Ee]l|[OA]|[Dd]e|[Hh]et) |[Ll]['’])?$/u
const longest = 60
const mostPlaces = 30
const mostWords = 40
/** A shorter word, such as `bank`, is said of a name that has it. */
const leastRole = 4

/**
 * Who stands right behind a word of a field's name or label that may have another form: `Ihren Patienten Gerd Steffens`, `suo
 * procuratore speciale la signora Lucrezia Tani`, or on the line below a role (`La gérante,`). It is less sure than a label.
 */
export function roleOptions(index: TextIndex, values: Values, stems: Stems, target: Target): Option[] {
  if (!names.has(target.type)) return []
  const options: Option[] = []
  for (const role of rolesOf(target)) {
    const places = (stems.get(stemKey(role)) ?? []).slice(0, mostPlaces * 4)
    for (const at of places) {
      const word = index.words[at]
      if (options.length === mostPlaces) return options
      if (word === undefined || !isRole(word.folded, role)) continue
      const value =
        around(values, target.type, word) ??
        (role.length < leastStem ? undefined : behindOrBelow(index, values, target.type, word))
      if (value) options.push({ value, score: (0.6 - options.length * 0.01) * value.confidence, method: 'clause' })
    }
  }
  return options
}

const behindOrBelow = (index: TextIndex, values: Values, type: FieldType, word: Word): Candidate | undefined =>
  nameBehind(index, values, type, word) ?? appointed(index, values, type, word) ?? nameBelow(index, type, word)

/** The words of a name, and of labels that are one word, that say who is meant. */
function rolesOf(target: Target): string[] {
  const own = labelWords(spaced(target.name)).telling.filter((word) => !attributes.has(word))
  const labels = target.labels.filter(([label, strength]) => strength >= 0.9 && !label.includes(' '))
  const others = own.length === 1 ? own.flatMap((word) => [...synonymsOf(word)]) : []
  const all = [...(own.length === 1 ? own : []), ...others, ...labels.flatMap(([label]) => labelWords(label).telling)]
  return [...new Set(all)].filter((word) => word.length >= leastRole).slice(0, mostWords)
}

/** What only says which of several has the role. */
const attributes = new Set(
  'new first second neuer neue neu erster nouveau nouvelle nuevo nueva nuovo nuova novo nova nieuwe nowy nowa'.split(
    ' ',
  ),
)

/** German and Slavic nouns have endings of cases. */
const isRole = (word: string, role: string): boolean =>
  !formsOfAddress.has(word) && (sameStem(word, role) || sameStem(word.replace(/en$/u, ''), role))
/** `Senhora` has the stem of `senhorio`. */
const formsOfAddress = new Set('senhor senhora senhores senor senora senores signor signora signori'.split(' '))

const asType = (type: FieldType, text: string, start: number, end: number, confidence: number): Candidate => {
  const name = collapse(text.slice(start, end))
  return candidate(type, start, end, type === 'party' ? { name, role: null } : name, confidence)
}

function nameBehind(
  { text, words, lines }: TextIndex,
  values: Values,
  type: FieldType,
  { end }: Word,
): Candidate | undefined {
  const rest = text.slice(end, end + longest)
  const lead = leading.exec(rest)?.[0].length
  if (lead === undefined) return undefined
  const title = type === 'organization' ? 0 : titleOfPerson(rest.slice(lead))
  const start = end + lead + title
  const known = firstWithin(values.names, start, start + 1)
  if (known && (type === 'party' || known.type === type)) return asType(type, text, known.start, known.end, 0.9)
  if (type === 'organization' || known) return undefined
  const name = personNameAt({ text, words, lines }, start)
  const isName =
    name && (name.parts > 1 || titleOf(rest.slice(lead)) > 0) && !namesNobody(text.slice(name.start, name.end))
  if (!isName || text.slice(end, name.end).includes('\n')) return undefined
  // `The plumber, Fergus Daly, stopped the leak`
  const isApposition = rest.startsWith(',') && /^[,.;]/u.test(text.slice(name.end, name.end + 1))
  return asType(type, text, name.start, name.end, isApposition ? 0.9 : 0.8)
}

/** An organization that has the word in its name: `university` of `MEng, University of Leeds`. */
function around(values: Values, type: FieldType, word: Word): Candidate | undefined {
  const firm = type === 'organization' ? values.of(type)[lastAtOrBefore(values.of(type), word.start)] : undefined
  const isInside = firm !== undefined && firm.end >= word.end && firm.end - firm.start > word.end - word.start + 2
  return isInside && !formWords.has(word.folded) ? firm : undefined
}
/** Words of legal forms, which any name may have. */
const formWords = new Set(
  'company limited partnership holding holdings partners enterprise firma sociedad societe societa'.split(' '),
)

/** What stands between somebody and the role that a paper gives: `be appointed as a`, `est nommée`, `wird zum … bestellt`. */
const appointment =
  /^,? (?:(?:be|is|was|are|has been|have been|hereby|est|a été|wird|wurde|es|ha sido|sea|fue|è|viene|sia|é|foi|wordt|werd) ){0,2}(?:re-?)?(?:appointed|elected|nominated|named|nommée?|désignée?|élue?|bestellt|ernannt|gewählt|nombrad[oa]|designad[oa]|elegid[oa]|nominat[oa]|elett[oa]|nomead[oa]|eleit[oa]|benoemd)(?: (?:as|to be|en qualité de|comme|como|quale|zum|zur|tot|a))?(?: (?:an?|the|new|additional|la|le|el|il|o|de))*[ ]$/u

/** `D. Joaquín Herrera Luna, con DNI 28114477K, como arrendador`: what tells who it is stands between. */
const inRole =
  /^,(?:(?:[^.;\n]|\.(?=\d)){0,110},)? (?:en (?:calidad|concepto) de|como|as|als|en qualité d[e']|in qualità di|na qualidade de|in (?:its|his|her|their) capacity as|jako|som)(?: (?:the|an?|la|le|el|il|o|de|parte|part))*[ ]$/u

/** `Hannah Lowe, our trip leader, on 01298 …`: what somebody is stands behind the name, and nothing of it behind the role. */
const apposition =
  /^, (?:our|the|your|their|its|unsere?r?|der|die|den|dem|le|la|notre|votre|el|nuestr[oa]|il|(?:il )?nostro|(?:la )?nostra|onze|de|het|o|a|nosso|nossa) (?:\p{Ll}{3,14} )?$/u
const behindRole = /^(?:[,.;)\n]|$| (?:on|at|under|by|unter|au|al|op|onder|pod|tel)(?!\p{L}))/u

const mostBetween = 120

/** Whom a paper gives the role: `Ms Rowena Castellan be appointed as a director`. */
function appointed({ text }: TextIndex, values: Values, type: FieldType, { start, end }: Word): Candidate | undefined {
  const last = values.names[lastAtOrBefore(values.names, start - 1)]
  if (last === undefined || (type !== 'party' && last.type !== type) || start - last.end > mostBetween) return undefined
  const between = text.slice(last.end, start)
  const isApposition = last.type === 'person' && apposition.test(between) && behindRole.test(text.slice(end, end + 10))
  return isApposition || (between.length <= 70 && appointment.test(between)) || inRole.test(between)
    ? asType(type, text, last.start, last.end, 0.95)
    : undefined
}

/** The name on the line below that of a role, which is its article and a few words: `A Vereadora do Urbanismo,`. */
function nameBelow(index: TextIndex, type: FieldType, word: Word): Candidate | undefined {
  const { text, lines } = index
  const line = lineAt(index, word.start)
  const below = lines[line.number + 1]
  if (type === 'organization' || below === undefined || line.end - line.start > longest) return undefined
  const head = text.slice(line.start, word.start)
  const rest = text.slice(word.end, line.end)
  if (!article.test(head) || !/^(?: [\p{L}.’'-]+){0,5}[ ]?[,:]?\s*$/u.test(rest)) return undefined
  if (!/[,:]\s*$/u.test(rest) && head.trim() === '') return undefined
  const raw = text.slice(below.start, below.end)
  const start = below.start + raw.length - raw.trimStart().length
  const name = personNameAt(index, start + titleOfPerson(raw.trimStart()))
  const isWhole = name !== undefined && name.parts > 1 && name.end >= below.start + raw.trimEnd().length
  return isWhole ? asType(type, text, name.start, name.end, 0.85) : undefined
}
