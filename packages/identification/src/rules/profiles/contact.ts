import { candidate } from '../candidate.ts'
import { collapse, lastAtOrBefore, lineAt } from '../text-index.ts'
import { personNameAt, titleOfPerson } from '../values/person-names.ts'
import type { Finder } from './finding.ts'

/** What asks somebody to turn to the person behind it: en, de, fr, es, it, pt, nl, pl, sv. */
const turnTo =
  /(?<!\p{L})(?:(?:put|addressed|directed) to|richten Sie (?:bitte )?an|(?:[Pp]our (?:tout renseignement|toute question|plus d['’]informations)|[Ff]ür Rückfragen|[Bb]ei (?:Rückf|F)ragen|[Ff]or (?:any )?(?:questions|queries|information|enquiries)|[Pp]ara (?:cualquier consulta|más información)|[Pp]er (?:informazioni|chiarimenti)|[Vv]oor (?:vragen|informatie)|[Pp]ara (?:mais informações|esclarecimentos)) ?:|call|contact|ring|phone|speak (?:to|with)|ask for|get in touch with|write to|wenden Sie sich (?:bitte )?an|(?:beantwortet|hilft|berät)(?: Sie| Ihnen)?(?: gern[e]?| jederzeit)?|Ansprechpartner(?:in)? (?:ist|für Sie ist)|contacte[rz]|vous adresser à|s['’]adresser à|llam[ae] a|contacte con|póngase en contacto con|contattare|rivolgersi a(?:l|lla)?|ring(?:er)?|contactar|neem contact op met|bel(?:len)? met|kontakt z|kontakta?) (?:(?:our|your|unsere?n?|Ihre[nr]?|notre|votre|nuestr[oa]) )?(?:(?:\p{Ll}{3,20} ){1,2}(?=\p{Lu}\p{Ll}+ \p{Lu}))?(?=\p{Lu}|dott|sig)/gu
const [reach, most] = [60_000, 40]
const longest = 60

/** Whom a letter names for questions, which need not be who signs it: `Please call Nina Holt on 01947 555 0133`. */
export const findContact: Finder = ({ index }) =>
  Array.from(index.text.slice(0, reach).matchAll(turnTo))
    .slice(0, most)
    .flatMap(({ 0: raw, index: at }) => {
      const start = at + raw.length
      const title = titleOfPerson(index.text.slice(start, start + longest))
      const name = personNameAt(index, start + title)
      if (name === undefined || (name.parts < 2 && title === 0)) return []
      const value = candidate('person', name.start, name.end, collapse(index.text.slice(name.start, name.end)), 0.85)
      return [{ value, score: 0.68, method: 'clause' }]
    })
    .slice(0, 2)

/** What parts a name from the number or address where one reaches it: `mevrouw Anke Bos, telefoon 038 - 427 11 80`. */
const toNumber =
  /^[ ]?[,(]? ?(?:\p{L}[^\d\n@.;]{0,30}[,:] ?)?(?:(?:tel|telephone|phone|mobile|mob|telefon|durchwahl|téléphone|tél|teléfono|telefono|telefoon|telefone|at|unter|au|al|op|onder|no)\.?[: ]{0,2}|on )$/iu

/** The person that a number or an e-mail address stands right behind. */
export const findContactByNumber: Finder = ({ index: { text }, values }) => {
  const reached = [...values.of('phone'), ...values.of('email')].slice(0, most)
  return reached.flatMap(({ start }) => {
    const persons = values.of('person')
    const name = persons[lastAtOrBefore(persons, start)]
    if (name === undefined || start - name.end > longest || !toNumber.test(text.slice(name.end, start))) return []
    return [{ value: name, score: 0.62 * name.confidence, method: 'position' }]
  })
}

/** How a person is addressed in a line of an address. */
const addressed =
  /^[ \t]*(?:(?:z\. ?Hd\.?|t\.a\.v\.|attn\.?:?|FAO|à l['’]attention de|a la atención de|c\.a\.|att\.?:?) )?(?:Herrn?|Frau|Mr|Mrs|Ms|Miss|Mme|M\.|Monsieur|Madame|Sig\.(?:ra)?|D\.|Dña\.|Sra?\.|[Dd]e heer|[Mm]evrouw|Pani?) /u

/** The person below the organization that a paper is sent to: `Hotel Strandhalle KG`, `Herrn Ole Petersen`. */
export const findContactOfAddressee: Finder = ({ index, values }) => {
  const { text, lines } = index
  for (const { start, end } of values.of('organization')) {
    if (start > head) break
    const line = lineAt(index, start)
    const below = lines[line.number + 1]
    if (below === undefined || text.slice(end, line.end).trim() !== '') continue
    const raw = text.slice(below.start, Math.min(below.end, below.start + 80))
    const lead = addressed.exec(raw)?.[0].length
    if (lead === undefined) continue
    const from = below.start + lead
    const name = personNameAt(index, from + titleOfPerson(text.slice(from, from + longest)))
    if (name === undefined || name.end < below.start + raw.trimEnd().length) continue
    const value = candidate('person', name.start, name.end, collapse(text.slice(name.start, name.end)), 0.85)
    return [{ value, score: 0.6, method: 'position' }]
  }
  return []
}
const head = 2500
