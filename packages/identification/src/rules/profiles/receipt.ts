import { candidate, type Candidate } from '../candidate.ts'
import type { Option } from '../fields/option.ts'
import { firstWithin } from '../read-values.ts'
import { collapse, type Line } from '../text-index.ts'
import type { Finder, Finding } from './finding.ts'

const paperKind =
  /^(?:tax invoice|simplified tax invoice|invoice|cash (?:bill|sale|receipt)s?|receipt|(?:official|payment|sales|cash|rent|donation) receipt|rechnung|quittung|kassenbon|beleg|facture|ticket|reçu|factura|ticket de compra|recibo|fattura|scontrino|ricevuta|fatura|talão|bon|kassabon|factuur|bill|welcome.*|thank you.*|\W+|duplicate.*|copy|original|posted|machine.*|goods sold.*|.*returnable.*|page .*)$/iu
const notName =
  /(?:tel|fax|phone|gst|vat|reg|no\.|date|time|cashier|table|www\.|@|co\.? ?reg|company reg|licensee|ustid|steuer|siret|cif|nif|p\.? ?iva)\b.{0,3}[:#.\d]/iu
const registration =
  /^\W{0,2}(?:(?:co(?:mpany)?\.?)? ?(?:reg)?\.? ?no\.? ?[:.]?|roc no\.? ?:?)?\s*\(?[A-Z]{0,3}[\d-]{5,14}(?:[- ]?[A-Z])?\W{0,2}$/iu

/** A line of a mail's head has somebody's address. */
const addressed = /<[^<>\s]+@[^<>\s]+>/u
/** A line with boxes to tick is one of a form. */
const box = /\[[ xX✓]?\]|[☐☑☒]/u

function headLines({ index }: Finding, count: number): Line[] {
  const lines: Line[] = []
  for (const line of index.lines.slice(0, 60)) {
    if (lines.length === count) break
    if (/\S/.test(index.text.slice(line.start, Math.min(line.end, line.start + 200)))) lines.push(line)
  }
  return lines
}

const trimmedLine = (text: string, line: Line): { start: number; end: number } => {
  let { start, end } = line
  end = Math.min(end, start + 200)
  while (start < end && /\s/.test(text[start] ?? '')) start += 1
  while (end > start && /\s/.test(text[end - 1] ?? '')) end -= 1
  return { start, end }
}

/** The name at the head: the line with a legal form, joined with the one before where the form stands alone. */
export const findMerchant: Finder = (finding) => {
  const { index, values } = finding
  const { text } = index
  const options: Option[] = []
  const lines = headLines(finding, 9)
  const add = (start: number, end: number, score: number): void => {
    const raw = text.slice(start, end)
    options.push({ value: candidate('organization', start, end, collapse(raw), 0.9), score, method: 'position' })
  }
  let position = 0
  let afterAddress = false
  for (const [at, line] of lines.entries()) {
    let { start, end } = trimmedLine(text, line)
    const raw = text.slice(start, end)
    if (firstWithin(values.of('address'), start, end + 1)) afterAddress = true
    if (
      paperKind.test(raw) ||
      notName.test(raw) ||
      registration.test(raw) ||
      box.test(raw) ||
      addressed.test(raw) ||
      !/\p{L}{2}/u.test(raw)
    )
      continue
    const owned = /^(?:owned? by|operated by|managed by|dimiliki(?: oleh)?)\s?:?\s?/iu.exec(raw)
    const formed =
      /(?:\bs[do]n\.? ?[bn][hn]d\.?|\bbhd\.?|\bgmbh\b|\bltd\.?|\binc\.?|\bllc\b|\bs\.?a\.?r\.?l\.?\b|\bs\.?r\.?l\.?\b|\bs\.?p\.?a\.?\b|\bb\.?v\.?\b|\benterprise\b|\btrading\b|\bplt\b|\b(?:kg|ag|ohg)\b|\bsyarikat\b|\brestoran\b|\brestaurant\b|\bhardware\b|\bstores?\b|\bmarket\b)/iu.test(
        raw,
      )
    const trailing =
      /[ (]*(?:\(?(?:co\.? ?(?:reg)?\.? ?no\.? ?:?\s?)?[\d-]{4,12}[- ]?[A-Z]?\)?)(?: ?\([A-Z]{2,4}\))?[\s,.]*$/iu.exec(
        raw,
      )
    if (trailing && trailing.index > 4) end = start + trailing.index
    if (owned) start += owned[0].length
    let from = start
    // The legal form alone, or what is left of a name: the name began on the line before.
    const previous = lines[at - 1]
    const before = previous && trimmedLine(text, previous)
    const fragment =
      /^(?:(?:& [\p{L} ]{1,30}|co\.?|holdings?|enterprises?|trading|hardware|services?|\([\p{L} ]{1,12}\)?|[\p{L} ]{1,12}\)) ?){0,4}(?:s[do]n\.? ?[bn][hn]d\.?|bhd\.?|ltd\.?|gmbh|inc\.?|s\.r\.l\.?)(?:\s|$|\.)/iu.test(
        text.slice(start, end),
      )
    if (
      fragment &&
      before &&
      !paperKind.test(text.slice(before.start, before.end)) &&
      !/\d{4}/.test(text.slice(before.start, before.end))
    )
      from = before.start
    const base = formed ? 0.82 : afterAddress ? 0.2 : 0.62
    const score = base - position * (formed ? 0.045 : 0.09) + (from < start ? 0.08 : 0) - (afterAddress ? 0.12 : 0)
    if (score > 0.1) add(from, end, score)
    position += 1
  }
  return options
}

const streetish =
  /\b(?:no|lot|jalan|jln|lorong|lrg|taman|tmn|bandar|kampung|kg|persiaran|lebuh|level|floor|mall|plaza|wisma|menara|kompleks|complex|building|block|blok|unit|ground|street|road|avenue|st|rd|ave|batu|km|seksyen|section|desa|pusat|kawasan|suite|g-\d|lg|straße|strasse|rue|calle|via|rua)\b[. :]|(?<!\d)\d{5}(?!\d)|str\.? \d/iu
const stopsAddress =
  /^\W*(?:tel|fax|phone|h\/p|hp|mobile|gst|vat|email|e-mail|www|http|tax invoice|simplified|invoice|receipt|cash|date|doc|bill|co\.?\s?reg|reg|company|ustid|steuer|siret|document|id|order|table|cashier|customer|owned)\b|^[-=*_]{3}|^\(?\d{5,}-?[A-Z]?\)?$/iu

/** The address block of the head: lines from the first that looks like a street to the place. */
export const findHeadAddress: Finder = (finding) => {
  const { index } = finding
  const { text } = index
  const lines = headLines(finding, 14)
  for (let first = 0; first < lines.length; first += 1) {
    const line = lines[first]
    if (!line) break
    const { start, end } = trimmedLine(text, line)
    const raw = text.slice(start, end)
    if (
      !streetish.test(`${raw} `) ||
      stopsAddress.test(raw) ||
      registration.test(raw) ||
      /s[do]n\.? ?[bn]h?d/iu.test(raw) ||
      !/\d|,/.test(raw) ||
      /:\s*[A-Z]*\d{6,}/.test(raw)
    )
      continue
    let last = end
    let placed = /\b\d{5}\b/.test(raw)
    for (let at = first + 1; at < Math.min(lines.length, first + 7); at += 1) {
      const next = lines[at]
      if (!next) break
      const piece = trimmedLine(text, next)
      const words = text.slice(piece.start, piece.end)
      if (
        stopsAddress.test(words) ||
        words.length > 60 ||
        /\d{2}[-/]\d{2}[-/]\d{2,4}|\d{2}:\d{2}/.test(words) ||
        /^\(?[\d-]{6,}/.test(words)
      )
        break
      const before = text.slice(last - 1, last)
      const goesOn =
        before === ',' || before === '-' || /\d{5}$/.test(text.slice(last - 6, last)) || words.startsWith(',')
      const region =
        /^[\p{Lu}][\p{L} .,()]{3,34}$/u.test(words) &&
        placed &&
        /^\W?(?:selangor|johor|kuala|wilayah|w\.?p|pahang|perak|penang|pulau|melaka|negeri|kedah|sabah|sarawak|kelantan|malaysia|terengganu|perlis|darul|deutschland|germany|france|españa|italia|portugal|nederland|usa)/iu.test(
          words,
        )
      if (placed && !goesOn && !region) break
      if (!placed && !goesOn && !streetish.test(`${words} `) && !/\d{5}/.test(words) && at > first + 1) break
      last = piece.end
      placed ||= /\b\d{5}\b/.test(words)
    }
    let begin = start
    const label = /^(?:address|add|addr|site)\s?:\s*/iu.exec(raw)
    if (label) begin += label[0].length
    while (last > begin && /[\s,;]/.test(text[last - 1] ?? '')) last -= 1
    const value = collapse(text.slice(begin, last).replace(/,?\s*\n\s*,?/g, ', ')).replace(/,(?! |\d)/g, ', ')
    return [
      {
        value: candidate('address', begin, last, value, placed ? 0.9 : 0.6),
        score: placed ? 0.85 : 0.6,
        method: 'position',
      },
    ]
  }
  return []
}

const totalLine: readonly (readonly [RegExp, number])[] = [
  [/(?:round(?:ed|d)?(?:ing)? ?d? (?:total|amount|amt)|total (?:after )?round|total ?rounded)/iu, 1],
  [
    /(?:grand ?total|net ?total|total ?(?:amount ?)?(?:due|payable|to pay)|nett? ?(?:total|amt|amount)|amount due|balance due|gesamtbetrag|zu zahlen|total ttc|à payer|total a pagar|totale complessivo|da pagare|valor total|te betalen|total ?(?:sales|amount|amt)? ?\(?(?:incl|inc\.|inclusive|with)[^\n]{0,16}(?:gst|tax|vat|sst)?)/iu,
    0.93,
  ],
  [
    /(?:^|[^\p{L}])(?:total ?(?:sales|amount|amt|rm|sale)|total|summe|totale|totaal|montant|importe)(?![\p{L}])/iu,
    0.82,
  ],
]
const notTotal =
  /sub ?-?total|total ?(?:qty|quantity|item|disc|saving|gst|tax|vat|excl|before)|qty|item\(?s?\)?|excl|exc\.|discount|before|zwischensumme|sous-total|subtotal|imponibile|netto|gst ?(?:summary|amt|amount)|tax ?amount|rounding ?adj|change|points?|tender/iu
const given =
  /^\W*(?:cash|change|visa|master|card|tender|payment|paid|balance|bar|rückgeld|espèces|rendu|efectivo|cambio|contanti|resto|dinheiro|troco|contant|pin)\b/iu

const cents = (value: Candidate): number | undefined => {
  const money = value.value
  if (typeof money !== 'object' || money === null || !('amount' in money)) return undefined
  const amount = Number(money.amount)
  return Number.isFinite(amount) ? Math.round(amount * 100) : undefined
}

/**
 * The total of a receipt: amounts at total words, supported by arithmetic (cash less change is the total) and by
 * being repeated. Amounts may stand on the line of the word or on those after it, as scanned columns do.
 */
export const findReceiptTotal: Finder = ({ index, values, profile }) => {
  if (profile !== 'receipt' && profile !== 'invoice') return []
  const { text } = index
  const amounts = values
    .of('money')
    .filter((value) => /[.,]\d{2}$/.test(text.slice(value.start, value.end).replace(/[^\d.,]+$/u, '')))
  if (amounts.length === 0 || index.lines.length > 2000) return []
  const times = new Map<number, number>()
  for (const value of amounts) times.set(cents(value) ?? -1, (times.get(cents(value) ?? -1) ?? 0) + 1)
  const near = (line: Line, ahead: number): Candidate[] => {
    const end = index.lines[Math.min(index.lines.length - 1, line.number + ahead)]?.end ?? line.end
    const list: Candidate[] = []
    for (let value = firstWithin(amounts, line.start, end); value; value = firstWithin(amounts, value.end, end))
      list.push(value)
    return list
  }
  const paid = new Set<number>()
  const change = new Set<number>()
  for (const line of index.lines) {
    const raw = text.slice(line.start, Math.min(line.end, line.start + 120))
    if (!given.test(raw)) continue
    const [first] = near(line, 2)
    const amount = first && cents(first)
    // What goes back may be written with a minus: `CHANGE 20.00-`.
    if (amount !== undefined)
      (/change|rückgeld|rendu|cambio|resto|troco|wisselgeld/iu.test(raw) ? change : paid).add(Math.abs(amount))
  }
  const differences = new Set([...paid].flatMap((cash) => [...change].map((back) => cash - back)))
  const options: Option[] = []
  // The table of tax rates at the foot has totals of its own.
  const summary =
    index.lines.find((line) =>
      /^\W*(?:gst|tax|sst|vat|mwst|tva|iva|btw)\W{0,3}(?:summary|rate|satz|analysis)/iu.test(
        text.slice(line.start, line.start + 60),
      ),
    )?.number ?? Infinity
  const largest = amounts.reduce((most, value) => Math.max(most, cents(value) ?? 0), 0)
  for (const line of index.lines) {
    const raw = text.slice(line.start, Math.min(line.end, line.start + 120))
    const word = totalLine.find(([pattern]) => pattern.test(raw))
    if (!word || (notTotal.test(raw) && word[1] < 1)) continue
    const own = near(line, 0)
    const candidates =
      own.length > 0
        ? own.slice(-1).map((value) => ({ value, fit: 1 }))
        : near(line, 6)
            .slice(0, 5)
            .map((value, at) => ({ value, fit: 0.9 - at * 0.09 }))
    for (const { value, fit } of candidates) {
      const amount = cents(value)
      if (amount === undefined || amount < 0) continue
      let score = word[1] * fit * 0.8
      if (differences.has(amount) && amount > 0) score += 0.12
      score += 0.04 * Math.min(3, (times.get(amount) ?? 1) - 1)
      if (line.number > summary) score -= 0.2
      if (paid.has(amount) && !differences.has(amount) && change.size > 0 && !change.has(0)) score -= 0.15
      if (amount === largest) score += 0.04
      if (amount === 0) score -= 0.5
      options.push({ value, score: Math.min(0.98, score + line.number / (index.lines.length * 40)), method: 'label' })
    }
  }
  // What the others add up to, or are rounded to, is the total of them.
  const stated = new Set(options.slice(0, 60).map((option) => cents(option.value) ?? 0))
  for (const [at, option] of options.slice(0, 60).entries()) {
    const amount = cents(option.value) ?? 0
    const others = [...stated].filter((other) => other < amount && other > amount * 0.6)
    const summed = others.some((other) => amount - other > 4 && times.has(amount - other))
    const rounded = amount % 5 === 0 && [...stated].some((other) => other !== amount && Math.abs(other - amount) <= 4)
    if (summed || rounded) options[at] = { ...option, score: Math.min(0.98, option.score + (rounded ? 0.14 : 0.1)) }
  }
  if (options.length === 0) {
    for (const value of amounts) {
      const amount = cents(value)
      if (amount !== undefined && differences.has(amount) && amount > 0)
        options.push({ value, score: 0.6, method: 'arithmetic' })
      else if (amount === largest && !paid.has(amount)) options.push({ value, score: 0.35, method: 'position' })
      else if (amount !== undefined && amount > 0 && (times.get(amount) ?? 0) > 1 && !paid.has(amount))
        options.push({ value, score: 0.3 + amount / (largest * 20), method: 'position' })
    }
  }
  return options
}

const notDay =
  /(?:expir|due|valid|until|birth|born|geb|delivery|print|bis|échéance|vencimiento|scadenza|vervaldatum|best before|from|since|depuis|seit|desde|sinds|né|née|nato|nata|nacid[oa]|nascid[oa])[^\n]{0,14}$/iu

/** What says that the paper was made there, whatever follows the day. */
const done =
  /(?:^|\n)[ \t]{0,40}(?:fait|hecho|feito|done|given|signed|firmado|dado|(?:aldus )?(?:opgemaakt|gedaan|overeengekomen)(?: en (?:onder)?getekend)?|fatto|geschehen|unterzeichnet) (?:in duplicate |in (?:tweevoud|drievoud) )?(?:à|en|em|at|a|te|zu|in) [^\n]{2,60}$/iu
const ofPlace =
  /(?:^|\n)[ \t]{0,40}(?:(?:[Ff]ait(?: en [\p{L} ]{3,30})?|[Hh]echo|[Ff]eito|[Aa]ldus getekend|[Gg]etekend|(?:[Aa]ldus )?(?:[Oo]pgemaakt|[Gg]edaan|[Oo]vereengekomen)(?: en (?:onder)?getekend)?|[Ff]atto|[Gg]eschehen|[Uu]nterzeichnet|[Dd]ado|[Ss]igned|[Dd]one|[Gg]iven|[Ee]n|[Aa]|[Àà]|[Tt]e|V|W) (?:à |en |em |at |a |te |zu |in )?)?\p{Lu}[\p{L}.’'-]{1,24}(?: (?:[\p{Lu}(][\p{L}.’'()-]{0,20}|(?:an?|am|im|in|ob|bei|der|dem|den|vor|de|del|della|di|du|da|do|dos|la|le|les|los|en|sur|sous|aan|bij|op|upon|by|on|of|the|nad|pod|w)(?= )|d['’]\p{L}+)){0,3},? ?(?:(?:den|am|le|a|il|li|op|dne|dnia|den)? ?)$/u

/** Tills print the time right behind the day; behind a comma it is that of an appointment. */
const printedTime = /^[ \tT-]{1,3}\d{1,2} ?:\d{2}/u

/** The day behind the name of a place on a line of its own, as letters and contracts are dated: `Bautzen, den 22. Juni 2026`. */
export const findDayOfPlace: Finder = ({ index: { text }, values }) =>
  values
    .of('date')
    .slice(0, 200)
    .filter(
      ({ start, end }) =>
        (/^(?: (?:r\.|roku|г\.|р\.|року))?[ \t.]*(?:\r?\n|$)/u.test(text.slice(end, end + 12)) ||
          done.test(text.slice(Math.max(0, start - 90), start))) &&
        ofPlace.test(text.slice(Math.max(0, start - 90), start)),
    )
    .slice(0, 2)
    .map((value, at) => ({ value, score: (0.72 - at * 0.05) * value.confidence, method: 'position' }))

/** The day on a line of its own at the head, as letters are dated. */
export const findDayOfHead: Finder = ({ index: { text }, values }) =>
  values
    .of('date')
    .slice(0, 12)
    .filter(
      ({ start, end }) =>
        start < 1500 &&
        /(?:^|[\n\t]| {3})[ ]*$/u.test(text.slice(Math.max(0, start - 4), start)) &&
        /^[ \t]*(?:\r?\n|$)/u.test(text.slice(end, end + 60)),
    )
    .slice(0, 1)
    .map((value) => ({ value, score: 0.7 * value.confidence, method: 'position' }))

/** The day of the paper where no label tells: the first date that is not of another thing. */
export const findDay: Finder = ({ index, values }) =>
  values
    .of('date')
    .slice(0, 12)
    .map((value, at) => {
      const before = index.text.slice(Math.max(0, value.start - 40), value.start)
      const score =
        (notDay.test(before) ? 0.2 : 0.62) -
        at * 0.04 +
        (printedTime.test(index.text.slice(value.end, value.end + 9)) ? 0.1 : 0)
      return { value, score: Math.max(0.1, score) * value.confidence, method: 'position' }
    })
