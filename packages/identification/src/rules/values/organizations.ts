import { candidate, type Candidate } from '../candidate.ts'
import { collapse, lineAt, type TextIndex } from '../text-index.ts'
import { phrasesIn } from '../phrase-book.ts'
import { legalForms } from './legal-forms.ts'

/** Small words inside names: `Bank of Ireland`, `Société de la Loire`, `Müller und Sohn`. */
const connectors = new Set(
  'of and the ve lli de la le les du des di da do dos del della van von der den und et y e en for fur & al a'.split(
    ' ',
  ),
)
/** Words that open a sentence or a line before a name, and are no part of it. */
const openers = new Set(
  'this agreement between and by for with from to dear at in zwischen und entre et y e tra fra tussen en the of on as is are was bill sold ship pay payable among witnesseth whereas re attention attn own owned customer client vendor seller buyer supplier firma de la le del della an bei mellan mellem mellom och og mezi między pomiędzy między oraz között közötti és între și välillä ja'.split(
    ' ',
  ),
)
/** How Italian letters address a firm. */
const salutation = /^Spett(?:\.le|abile)\s/u
/** What belongs to a firm, and is no part of its name: `Gesellschafterversammlung der …`. */
const spokenOf =
  /(?:versammlung|beschluss|vertrag|geschaftsfuhrer(?:in)?|vorstand|aufsichtsrat|satzung|inhaber(?:in)?|vertreter(?:in)?|mitarbeiter(?:in)?|gesellschafter(?:in)?|kunde|konto|rechnung|angebot|anteile?)$|^(?:shareholders|members|directors|creditors|resolutions?|minutes|meeting|articles|register|actionnaires|associes|socios|accionistas|soci|assemblea|aandeelhouders)$/u
const genitive = /^(?:der|des|of|de|di|del|della|do|da|van)$/u
/** Titles of columns and blocks of parties, in capitals. */
const columnTitle =
  /^(?:SELLER|BUYER|SUPPLIER|CUSTOMER|CLIENT|VENDOR|EMPLOYER|SHIPPER|CONSIGNEE|CARRIER|VERKÄUFER|KÄUFER|LIEFERANT|KUNDE|AUFTRAGGEBER|ARBEITGEBER|ABSENDER|EMPFÄNGER|VENDEUR|ACHETEUR|FOURNISSEUR|EMPLOYEUR|EXPÉDITEUR|DESTINATAIRE|EMPRESA|PROVEEDOR|CLIENTE|VENDEDOR|COMPRADOR|EMPLEADOR|DESTINATARIO|REMITENTE|FORNITORE|MITTENTE|VETTORE|FORNECEDOR|LEVERANCIER|KLANT|WERKGEVER|SPRZEDAWCA|NABYWCA)$/u
const articles = new Set(
  'the this such each our your die der das diese la le les el los il lo o a os as de het een'.split(' '),
)
const maxWords = 9
const closesQuote = /^[”"»“] $/u
const opensQuote = /^ [„"«“]$/u

const capital = /^[\p{Lu}\p{Lt}\d]/u

/** The gap between two words of one name; a line break only where both lines are short, as in a letterhead. */
const joins = (gap: string): boolean =>
  gap.length <= 4 && /^(?:[ ]|[.,] ?|'|’| ?& ?| ?\+ ?|-| - |\/|[ ]?\(|\)[ ]?|\. ?& ?)?$/u.test(gap)

/** A full line of running text breaks anywhere, names included; a row of cells does not. */
const wrapped = (index: TextIndex, gap: string, offset: number): boolean => {
  if (!/^,? ?\n$/.test(gap)) return false
  const { start } = lineAt(index, offset - 1)
  return offset - start >= 60 && !/\t| {3}/.test(index.text.slice(Math.max(start, offset - 200), offset))
}

/** The exact spelling of short forms, dots aside: `SA`, not `sa` or `Sa`. */
const spelled = (raw: string, form: string): boolean => {
  const letters = (value: string): string => value.replace(/[^\p{L}]/gu, '')
  return (
    letters(raw) === letters(form) ||
    letters(raw) === letters(form).toUpperCase() ||
    /^(?:Ltd|Inc|Corp|Pty|Pte)$/i.test(raw)
  )
}

const kindOfFirm = /^(?:Sociedad|Sociedade|Société|Società) /iu
/** Forms that are written small. */
const lowerForms = /^(?:e\.|d\.|s\.|a\.|k\.|o\.|v\.|spol|sp\.|hf|ehf|gGmbH|plc(?!\p{L})|inc\.|ltée|eG|mbH)/u

/** Forms that stand before the name in Romance languages: `SCI du Vieux Pressoir`. */
const formsBefore =
  /^(?:SCI|SARL|SAS|SASU|SPRL|SRL|EURL|SNC|ASBL|SCOP|PT|Stichting|Fundación|Fondazione|Fundacja|Universität|Université|Universidad|Università|Universidade|Uniwersytet|Banque|Banco|Banca|Sparkasse|Volksbank|Raiffeisenbank|University|Gemeinde|Landkreis|Finanzamt|Stadtwerke|Klinikum|Gemeente|Ayuntamiento|Comune|Município|Mairie|Vereniging|Asociación|Associazione|Associação)$/u
const nameBehind =
  /^\.? (?:(?:of|zu|du|de|des|la|le|les|l['’]|d['’]|van|della|del) ?)*\p{Lu}[\p{L}'’-]{1,40}(?: (?:(?:du|de|des|di|del|della|dei|do|da|of|von|der|la|le|les|et|&|l['’]|d['’]) ?)*\p{Lu}[\p{L}'’-]{1,40}){0,4}/u

/** Organizations by their legal form; the name runs left from it over capitalized words. */
export function scanOrganizations(index: TextIndex): Candidate[] {
  const { text, words } = index
  const found: Candidate[] = []
  let floor = 0
  const hits = phrasesIn(legalForms, index)
  for (let at = 0; at < hits.length; at += 1) {
    const hit = hits[at]
    if (!hit) continue
    const raw = text.slice(hit.start, hit.end)
    // Two forms may differ by their capitals alone: `S.A.S.`, `S.a.s.`.
    const form = hit.values.find(({ spelling }) => spelling === undefined || spelled(raw, spelling))
    if (!form) continue
    // `constitución de sociedad limitada` says which kind of firm.
    if (kindOfFirm.test(raw) && /(?:^|\s)de\s$/iu.test(text.slice(Math.max(0, hit.start - 4), hit.start))) continue
    if (!capital.test(raw) && !lowerForms.test(text.slice(hit.start, hit.end + 1))) continue
    // `AB-123` is a number of something, `Co-operative` another word.
    if (/^[-/][\p{L}\d]/u.test(text.slice(hit.end, hit.end + 2))) continue
    let first = hit.word
    let capitals = 0
    let inQuotes = false
    let inBrackets = false
    for (let left = hit.word - 1; left >= floor && hit.word - left <= maxWords; left -= 1) {
      const word = words[left]
      const next = words[left + 1]
      if (!word || !next) break
      const gap = text.slice(word.end, next.start)
      const commaInside = gap.includes(',') && left + 1 !== hit.word
      // A full stop ends a sentence, except after an initial or a short abbreviation.
      const stop = /^\.\s/.test(gap) && word.end - word.start > 3
      // `Zakład Ubezpieczeń „Wspólna Droga” S.A.`
      const isQuoted: boolean = left + 1 === hit.word ? closesQuote.test(gap) : inQuotes && opensQuote.test(gap)
      if (left + 1 === hit.word) inQuotes = isQuoted
      // `Jörn Behrends (Hausverwaltung Nordwest GmbH)`: the bracket has all of the firm, of `Acme (UK) Ltd` a part.
      if (gap.includes(')')) inBrackets = true
      if (gap.includes('(') && !inBrackets) break
      if (
        (!joins(gap) && !isQuoted && !wrapped(index, gap, word.end)) ||
        commaInside ||
        stop ||
        (gap.includes(',') && formsBefore.test(raw))
      )
        break
      if (left + 1 < hit.word && genitive.test(next.folded) && spokenOf.test(word.folded)) break
      // `EMPRESA Conservas Ría de Noia, S.A.`: the title of a column stands in the line of the name.
      if (
        left + 1 < hit.word &&
        columnTitle.test(text.slice(word.start, word.end)) &&
        /^\p{Lu}\p{Ll}/u.test(text.slice(next.start, next.end))
      )
        break
      if (capital.test(text.slice(word.start, word.start + 2))) {
        first = left
        capitals += 1
        // `Co-operative` is one word.
      } else if (!connectors.has(word.folded) && text[word.start - 1] !== '-') break
    }
    while (
      first < hit.word &&
      openers.has(words[first]?.folded ?? '') &&
      !/^(?:de|la|le|the)$/.test(words[first]?.folded ?? '')
    ) {
      first += 1
      capitals -= 1
    }
    const begin = words[first]?.start ?? hit.start
    const counted = /^\d{1,2}[.)] /.exec(text.slice(begin, begin + 5))?.[0].length ?? 0
    const start = begin + counted + (salutation.exec(text.slice(begin, begin + 16))?.[0].length ?? 0)
    // `Condamne la S.A.S. Armor`: what stands before an article is no part of the name.
    const isIntroduced = /(?:^|\s)(?:la|à la|de la|l['’])\s?$/u.test(text.slice(Math.max(0, hit.start - 8), hit.start))
    const behind =
      (first === hit.word || isIntroduced) && formsBefore.test(raw.replaceAll('.', ''))
        ? nameBehind.exec(text.slice(hit.end, hit.end + 90))
        : null
    const stopBehind = hit.end + (behind?.[0].length ?? 0)
    const closes = hits[at + 1]
    // `Stadtwerke Hohenlimburg AöR`: the form behind has the whole name.
    if (
      behind &&
      closes &&
      closes.start <= stopBehind + 2 &&
      closes.values.some(({ weak }) => !weak) &&
      closes.word > hit.word
    )
      continue
    if (behind) {
      floor = hit.word + hit.length
      const stop = stopBehind
      found.push(candidate('organization', hit.start, stop, collapse(text.slice(hit.start, stop)), 0.8))
      continue
    }
    if (first === hit.word || capitals < 1 || /^\d+$/.test(text.slice(start, words[hit.word - 1]?.end))) continue
    // "The Company" is a word for a party, and no name.
    if (hit.word - first === 1 && articles.has(words[first]?.folded ?? '')) continue
    // `Green & Partners, L.P.`: one form may follow another.
    let last = hit
    for (
      let next = hits[at + 1];
      next && next.start - last.end <= 3 && /^[ ,.]{1,3}$/.test(text.slice(last.end, next.start));
      next = hits[at + 1]
    ) {
      const after = text.slice(next.start, next.end)
      const spelling = (
        next.values.find(({ spelling: own }) => own !== undefined && spelled(after, own)) ?? next.values[0]
      )?.spelling
      if (!(capital.test(after) || after === 'plc') || (spelling !== undefined && !spelled(after, spelling))) break
      last = next
      at += 1
    }
    let end = last.end
    const closing = text.slice(last.start, last.end)
    if (
      text[end] === '.' &&
      (/[.]/.test(closing) ||
        /^(?:inc|corp|ltd|co|ltda|lda|bhd|srl|tbk|pte|pty|gmbh)$/i.test(
          words[last.word + last.length - 1]?.folded ?? '',
        ))
    )
      end += 1
    // `Kiinteistö Oy Satamakulma`: Finnish firms have their form before the name as well.
    if (/^(?:(?:as )?oy|ab)$/iu.test(closing) && hit.word - first === 1)
      end += /^(?: \p{Lu}[\p{L}-]{2,30}){1,2}/u.exec(text.slice(end, end + 66))?.[0].length ?? 0
    const opened = text.slice(start, hit.start).includes('(') && !text.slice(start, last.end).includes(')')
    if (text[end] === ')' && opened) end += 1
    floor = last.word + last.length
    found.push(candidate('organization', start, end, collapse(text.slice(start, end)), form.weak ? 0.6 : 0.92))
  }
  return found
}
