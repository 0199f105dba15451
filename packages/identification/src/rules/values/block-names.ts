import { candidate, type Candidate } from '../candidate.ts'
import { collapse, lastAtOrBefore, lineAt, type Line, type TextIndex } from '../text-index.ts'
import { personNameAt, titleOfPerson } from './person-names.ts'

/** Titles of papers, which stand above addresses as well. */
const paper =
  /(?:protokoll|bericht|mitteilung|einladung|décompte|convocation|bulletin|rapport|compte rendu|convocatoria|informe|convocazione|relazione|convocatória|relatório|verslag|uitnodiging|protokół|kallelse|referat|invoice|receipt|statement|agreement|contract|lease|letter|notice|order|minutes|certificate|bill of|affidavit|summons|warrant|report|policy|claim|testament|account|deed|rechnung|vertrag|auftrag|verkauf|vollmacht|niederschrift|antrag|erklärung|bescheid|quittung|auszug|abrechnung|mahnung|facture|contrat|bail|reçu|relevé|attestation|procès|factura|contrato|recibo|póliza|nómina|fattura|contratto|ricevuta|verbale|fatura|recibo|procura|factuur|overeenkomst|nota|specificatie|umowa|faktura|avtal|kontrakt|lønsedd|sopimus|lasku|smlouva|szerződés|számla|contract|sözleşme|original|copy|page|seite|attn|c\/o|ref)/iu
/** What stands below the name in a letterhead besides an address: `ABN 48 119 203 774`, `Tel. 02…`, `(Company No. 1)`. */
const initials = /^\(?(?:\p{Lu}\.?){2,6}[ .:]/u
const numbered =
  /^\(?(?:company|reg|tel|phone|vat|tax|uid|nip|cif|nif|siret|kvk|org|cvr|y-tunnus|ičo|adószám|ust)[^\n]{0,24}\d/iu
const isRegistered = (line: string): boolean => initials.test(line) || numbered.test(line)
const titled = /^\p{Lu}[\p{L}\p{M}\d.,'’&+ -]{3,70}$/u
const mostLines = 200
const capitals = (raw: string): number => (raw.match(/(?<!\p{L})\p{Lu}/gu) ?? []).length

interface BlockNames {
  readonly organizations: readonly Candidate[]
  readonly persons: readonly Candidate[]
}

/**
 * Names that no form, title or list shows, by the address below them: that of a firm at the head of the paper, that of a
 * person elsewhere. `addresses` and `known` names are in order.
 */
export function blockNames(index: TextIndex, addresses: readonly Candidate[], known: readonly Candidate[]): BlockNames {
  const { text, lines } = index
  const organizations: Candidate[] = []
  const persons: Candidate[] = []
  const isKnown = ({ start, end }: { readonly start: number; readonly end: number }): boolean =>
    (known[lastAtOrBefore(known, end - 1)]?.end ?? -1) > start
  const put = (list: Candidate[], type: 'organization' | 'person', start: number, end: number): void => {
    list.push(candidate(type, start, end, collapse(text.slice(start, end)), 0.6))
  }
  const head = lines
    .slice(0, 12)
    .find((line) => line.end > line.start && /\S/.test(text.slice(line.start, Math.min(line.end, line.start + 200))))
  const cell = head && firstCell(text, head)
  // A line that a reader joined has the address behind the name.
  const joined = cell && addresses[lastAtOrBefore(addresses, cell.end - 1)]
  const first =
    cell && joined && joined.start > cell.start
      ? { start: cell.start, end: text.slice(0, joined.start).trimEnd().length }
      : cell
  if (head && first && titled.test(text.slice(first.start, first.end)) && !isKnown(first)) {
    const raw = text.slice(first.start, first.end)
    const below = lines[head.number + 1]
    const next = below ? text.slice(below.start, Math.min(below.end, below.start + 80)).trim() : ''
    const address = addresses[lastAtOrBefore(addresses, (lines[head.number + 3] ?? below ?? head).start)]
    const isHead = isRegistered(next) || (address !== undefined && address.start > first.end)
    if (isHead && capitals(raw) > 1 && !paper.test(raw)) put(organizations, 'organization', first.start, first.end)
  }
  for (const address of addresses.slice(0, mostLines)) {
    const line = lineAt(index, address.start)
    const above = lines[line.number - 1]
    if (above === undefined || above === head || text.slice(line.start, address.start).trim() !== '') continue
    const raw = text.slice(above.start, Math.min(above.end, above.start + 100))
    const lead = raw.length - raw.trimStart().length
    const start = above.start + lead + titleOfPerson(raw.trimStart())
    const end = above.start + raw.trimEnd().length
    if (isKnown({ start, end: Math.max(start + 1, end) }) || paper.test(raw)) continue
    const name = personNameAt(index, start)
    const isPerson = name !== undefined && name.end === end && name.parts > 1 && name.parts < 5
    if (isPerson) put(persons, 'person', start, end)
    const opening = isPerson ? undefined : openingOfBlock(index, line.number)
    const named = known[lastAtOrBefore(known, address.start - 1)]
    if (opening && opening !== head && (named?.start ?? -1) < opening.start) {
      const first = firstCell(text, opening)
      const said = text.slice(first.start, first.end)
      if (house.test(said) && capitals(said) > 1 && !paper.test(said) && !addressed.test(said))
        put(organizations, 'organization', first.start, first.end)
    }
  }
  return { organizations, persons }
}

/** A house that is written to, which needs no legal form: `Salle de sport Vitalis`. */
const house = /^\p{Lu}[\p{L}\p{M}.'’&-]*(?: [\p{L}\p{M}.'’&-]+){1,6}$/u
/** A form of address above somebody's name is no house. */
const addressed =
  /^(?:exm[oa]|ilm[oa]|senhora?|herrn?|frau|familie|madame|monsieur|mr|mrs|ms|señora?|sra?|don|doña|dona|gentile|egregi[oa]|sig|signora?|spett|pani?|szanown\p{L}|de heer|mevrouw|an|to|aan|à)(?!\p{L})/iu
const [mostAbove, longestLine] = [3, 60]

/** The line that opens the block of an address, which an empty line parts from what is above. */
function openingOfBlock({ text, lines }: TextIndex, address: number): Line | undefined {
  for (let at = address - 1; at >= address - mostAbove && at > 0; at -= 1) {
    const [line, above] = [lines[at], lines[at - 1]]
    if (line === undefined || above === undefined || line.end - line.start > longestLine) return undefined
    if (text.slice(line.start, line.end).trim() === '') return undefined
    if (above.end - above.start < longestLine && text.slice(above.start, above.end).trim() === '') return line
  }
  return undefined
}

/** The first cell of a line, which dots or bars may part: `Elektro Fassbender · Mühlenweg 9 · 53909 Zülpich`. */
function firstCell(text: string, line: Line): { readonly start: number; readonly end: number } {
  const raw = text.slice(line.start, Math.min(line.end, line.start + 200))
  const cell = raw.trimStart().split(/ [·•|–—-] |\t| {3}/u)[0] ?? ''
  const start = line.start + raw.length - raw.trimStart().length
  return { start, end: start + cell.trimEnd().length }
}
