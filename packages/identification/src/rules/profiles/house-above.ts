import { candidate, type Candidate } from '../candidate.ts'
import { collapse, lineAt, type TextIndex } from '../text-index.ts'
import { titleOfPerson } from '../values/person-names.ts'

/** What says of a name in a block that it is somebody of the house above: `t.a.v. mevrouw`, `z. Hd. Frau`. */
const attention =
  /^(?:attn|att|attention|fao|z\. ?hd|zu händen|à l['’]attention de|a la atención de|alla c\.? ?a|all['’]attenzione di|a\/c|t\.a\.v|ter attentie van|do rąk|att)[.:]? ?/iu
/** A house with no legal form: words with a capital, and no address, label or form of address. */
const house = /^\p{Lu}[\p{L}\p{M}.'’&+-]*(?: [\p{L}\p{M}.'’&+-]+){1,6}$/u
const formOfAddress = /^(?:herrn?|frau|monsieur|madame|mrs?|ms|an|to|à|aan|per|señora?|signora?)\.?$/iu
const street =
  /(?:str(?:eet|aße|asse)?\.?|road|lane|avenue|weg|platz|allee|gasse|straat|laan|gade|vej|gatan)$|^(?:rue|avenue|via|viale|piazza|calle|c\/|plaza|rua|ul\.|al\.) /iu

/** The house in the line above somebody's, in the block of whom a paper is sent to: `Café De Zwaan`, `t.a.v. mevrouw J. Hoekstra`. */
export function houseAbove(index: TextIndex, person: Candidate): Candidate | undefined {
  const { text, lines } = index
  const line = lineAt(index, person.start)
  const above = lines[line.number - 1]
  const lead = text.slice(line.start, person.start).trimStart()
  const isOfHouse = attention.test(lead) || titleOfPerson(text.slice(line.start, person.end).trimStart()) > 0
  if (above === undefined || !isOfHouse || above.end - above.start > longest) return undefined
  const raw = text.slice(above.start, above.end).trim()
  const isFirst = text.slice(0, above.start).trim() === ''
  if (isFirst || !house.test(raw) || street.test(raw) || raw.split(' ').some((word) => formOfAddress.test(word)))
    return undefined
  const start = text.indexOf(raw, above.start)
  return candidate('organization', start, start + raw.length, collapse(raw), 0.75)
}
const longest = 80
