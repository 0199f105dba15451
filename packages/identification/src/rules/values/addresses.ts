import { anyCase } from '../any-case.ts'
import { candidate, type Candidate } from '../candidate.ts'
import { lastAtOrBefore, lineAt, type TextIndex } from '../text-index.ts'
import { partsBeforeTowns, type Piece } from './parts-before-towns.ts'

/** Streets, by how languages put number and name: `12 Main Street`, `12 rue X`, `Hauptstraße 12`, `Calle X 12`, `NO. 5, JALAN X`. */
const streets: readonly RegExp[] = [
  /(?<![\p{L}\d.,])\d{1,5}[A-Z]?(?:[-/]\d{1,5})?,? (?:[\p{Lu}\d][\p{L}\d'.’-]{0,24},? ){1,5}(?:Street|St|Road|Rd|Avenue|Ave|Boulevard|Blvd|Drive|Dr|Lane|Ln|Court|Ct|Way|Place|Pl|Square|Sq|Parkway|Pkwy|Highway|Hwy|Terrace|Close|Crescent|Circle|Row|Gardens|Plaza|Park|Mews|Hill|Broadway|Quay)(?![\p{L}\d])\.?/giu,
  /(?<![\p{L}\d.,])\d{1,4}(?: ?(?:bis|ter|[A-Z]))?,? (?:rue|avenue|av\.|boulevard|boul\.|bd|place|chemin|impasse|allée|allee|quai|cours|route|square)(?: [\p{L}\d'’.-]{1,24}){1,6}/giu,
  /(?<![\p{L}\d] ?)(?:[Rr]ue|[Cc]hauss[ée]e|[Cc]los|[Dd]rève|[Ss]entier|[Aa]llée|[Aa]venue|[Aa]v\.|[Bb]oulevard|[Bb]d|[Pp]lace|[Cc]hemin|[Cc]h\.|[Ii]mpasse|[Qq]uai|[Rr]oute|[Rr]te)(?: (?:d[eu]s?|l[ae]s?|d['’]|l['’]|\p{Lu})[\p{L}'’.-]{0,24}){1,5},? \d{1,4}[a-z]?(?![\p{L}\d])/gu,
  /(?<!\p{L})\p{Lu}[\p{L}.-]{0,30}(?: ?(?:straße|strasse|str\.)|weg|platz|allee|gasse|damm|ufer|chaussee|straat|laan|plein|gracht|kade|dijk|singel|steenweg)(?: (?:des|der|von)(?: [\p{L}\d.]{1,20}){1,3})? \d{1,4} ?[a-z]?(?![\p{L}\d])/gu,
  /(?<!\p{L})(?:Am|An der|An den|Im|In der|Auf dem|Auf der|Unter den|Zum|Zur) \p{Lu}[\p{L}-]{1,24} \d{1,4} ?[a-z]?(?![\p{L}\d])/gu,
  /(?<!\p{L})(?:Calle|C\/|Avda\.?|Avenida|Av\.|Plaza|Paseo|Pº|Ronda|Carrer|Camino|Via|Viale|Piazza|Piazzale|Corso|Largo|Vicolo|Loc\.|Località|Fraz\.|Frazione|Contrada|Rua|Travessa|Praça|Estrada|Alameda|Rodovia|R\.|ul\.|al\.|pl\.|os\.|Aleja) ?(?:[\p{L}\d'’.ºª]{1,24} ){1,6}?(?:,? ?(?:[Nn]\.?[º°o]?\.?|[Nn]úm\.?|[Nn]úmero|[Nn]o\.) ?)?\d{1,5}[A-Za-z]?(?![\p{L}\d])/gu,
  /(?<!\p{L})(?:[Cc]alle|[Aa]vda\.?|[Aa]venida|[Pp]laza|[Pp]aseo|[Vv]iale|[Vv]ia|[Pp]iazza|[Cc]orso|[Rr]ua|[Tt]ravessa|[Pp]raça|[Aa]lameda|[Rr]odovia|[Cc]alea|[Ss]tr\.|[Bb]d\.|Strada|Bulevardul) [\p{L}'’.]{1,24}(?: [\p{L}'’.]{1,24}){0,5} ?, ?(?:[Nn]\.?[º°o]?\.? ?|[Nn]úm\.? ?|[Nn]úmero |[Nn]r\.? )?(?:\d{1,2}\.\d{3}|\d{1,5})[A-Za-z]?(?![\p{L}\d])/gu,
  /(?<!\p{L})(?:calle|avenida|plaza|paseo|via|viale|piazza|piazzale|corso|rua|travessa|praça|ulica) (?:(?:de|del|della|delle|degli|dei|di|da|do|dos|das|la|las|los|san|santa) ){0,3}\p{Lu}[\p{L}'’.]{1,24}(?: [\p{L}'’.]{1,24}){0,4}?,? (?:n\.? ?)?\d{1,5}[A-Za-z]?(?:\/[A-Za-z\d]{1,3})?(?![\p{L}\d])/gu,
  /(?<!\p{L})(?:(?:No|Lot|Unit|Ground Floor|G[-/]F)\.? ?[:,]? ?[\p{L}\d][\p{L}\d&,/. -]{0,24}[, ] ?)?(?:Jalan|Jln|Lorong|Lrg|Lebuh|Persiaran|Medan|Taman|Kampung|Bandar)(?:[ .]{1,2}[\p{L}\d'’/.()-]{1,20}){1,6}/giu,
  /(?<!\p{L})\p{Lu}[\p{L}-]{1,24}(?: \p{L}[\p{L}-]{1,24}){0,2} (?:utca|u\.|út|útja|tér|krt\.|körút|sor|köz|sétány|fasor) \d{1,4}(?:\/[A-Z])?\.?(?![\p{L}\d])/gu,
  // Danish, Norwegian, Swedish, Finnish and Turkish, with the number behind.
  /(?<!\p{L})\p{Lu}[\p{L}.-]{0,30}(?:gaden?|vej(?:en)?|gat[ae]n?|vägen|veg(?:en)?|vei(?:en)?|allé|plads|torg|torget|katu|tie|kuja)(?: \p{Lu}[\p{L}.-]{0,20})? \d{1,4} ?[A-Za-z]?(?![\p{L}\d])/gu,
  /(?<!\p{L})\p{Lu}[\p{L}.]{1,24}(?: \p{Lu}[\p{L}.]{1,24}){0,3} (?:Caddesi|Cad\.|Cd\.|Sokak|Sokağı|Sok\.|Sk\.|Bulvarı|Blv\.),? (?:No[:.] ?)?\d{1,4}(?:\/\d{1,4})?(?:,? (?:D|Daire|K|Kat)[:.] ?\d{1,4}){0,2}(?![\p{L}\d])/gu,
  /(?<!\p{L})(?:P\.? ?O\.? Box|Postfach|Boîte postale|Apartado|Casella postale|Postbus) \d{1,3}(?:[ ]?\d{1,3}){0,3}/giu,
]

const town = String.raw`(?<!\p{L})\p{Lu}[\p{L}.'’-]{1,24}(?: \p{L}[\p{L}.'’-]{1,24}){0,3}`
const townBefore = `${town},? `
const anyTown = new RegExp(`${townBefore}$`, 'u')
/** Postcodes that follow their place, of the US, the UK and Canada: the code is sought first, as it is rarer. */
const codesAfter: readonly (readonly [code: RegExp, before: RegExp, needed: boolean])[] = [
  [
    /(?<![\d-])\d{5}(?:-\d{4})?(?!\d)/gu,
    new RegExp(String.raw`${townBefore}(?:[A-Z]{2}|\p{Lu}\p{Ll}{3,12}(?: \p{Lu}\p{Ll}{3,12})?),? $`, 'u'),
    true,
  ],
  [/(?<![\p{L}\d])[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}(?![\p{L}\d])/gu, anyTown, false],
  [/(?<![\p{L}\d])(?:[A-Z]{2},?|\(\p{Lu}[\p{L} .’'-]{1,24}\),?) [A-Z]\d[A-Z] ?\d[A-Z]\d(?![\p{L}\d])/gu, anyTown, true],
  [/(?<!\p{L})(?:NSW|VIC|QLD|WA|SA|TAS|ACT|NT),? \d{4}(?!\d)/gu, anyTown, true],
  [
    /(?<!\p{L})CEP:? ?\d{5}-?\d{3}(?!\d)/gu,
    new RegExp(String.raw`${town} ?[,/–-]? ?(?:[A-Z]{2},?\s)?[-–]? ?$`, 'u'),
    true,
  ],
  [/(?<![\d-]|\d )\d{3} ?\d{3}(?! ?[\d,.])/gu, new RegExp(String.raw`${townBefore}(?:[-–] )?$`, 'u'), true],
]

/** Postcodes before their place: the Netherlands; Portugal, Brazil, Poland, Sweden; and the plain four to six digits. */
const codesBefore: readonly RegExp[] = [
  /(?<![\p{L}\d-])(?:\d{4} ?[A-Z]{2}|\d{4}-\d{3}|\d{5}-\d{3}|\d{2}-\d{3}|\d{3} \d{2}|(?:[A-Z]{1,2}-)?\d{4,6}),? {1,3}(?:\p{Lu}\p{L}{0,2}\. ?)?\p{Lu}[\p{L}'’/-]{1,24}(?: (?:[ao]\. ?(?:d\. ?)?(?=\p{Lu})|\p{L}{1,2}['’](?=\p{Lu})|\p{Ll}{1,4} (?:\p{Ll}{1,4} )?(?=\p{Lu}))?(?:\p{Lu}|\((?=\p{Lu}[\p{L}'’ /-]{1,20}\)))[\p{L}'’/()-]{1,20}\.?(?=[ ,;\n.]|$)){0,4}(?: \p{Lu}(?![\p{L}\p{N}.]))?/gu,
]

/** "2024 EUR" and "1000 Stück" are no places. */
const amountLike = /^\S+,? (?:\p{Lu}{3}|Euro|Mio|Mrd|Tsd|Uhr|Stück|Franken|Dollar)(?!\p{L})/u

/** `04109 Leipzig (Maklerin)`: a role in brackets is none of a town's. */
const role =
  / \(\p{L}{2,20}(?:geber|nehmer|mieter|käufer|makler|eigentümer|erber|schuldner|gläubiger|tragte)\p{L}{0,2}\).*$/su
const withoutRole = (text: string, { start, end }: Piece): Piece => ({
  start,
  end: end - (role.exec(text.slice(start, end))?.[0].length ?? 0),
})

const numberWord = /(?:nr|no|n[°º]|num|number|nummer)\.? ?$/iu

function townsIn(text: string): Piece[] {
  const found = codesBefore
    .flatMap((pattern) => piecesOf(text, pattern))
    .filter(({ start, end }) => !amountLike.test(text.slice(start, end)))
    .map((piece) => withoutRole(text, piece))
  for (const [code, before, needed] of codesAfter) {
    for (const piece of piecesOf(text, code)) {
      const town = before.exec(text.slice(Math.max(0, piece.start - 110), piece.start))
      // `Handwerkskammer-Nr. 310277` is a number.
      if (town && numberWord.test(town[0])) continue
      if (town) found.push({ start: piece.start - town[0].length, end: piece.end })
      else if (!needed) found.push(piece)
    }
  }
  return joined(found)
}

/** Without regard to case the pattern also matches `5 days on the road`: a name begins with a capital or a digit. */
const numberFirst = /^\d{1,5}[A-Z]?(?:[-/]\d{1,5})?,? (?:\p{Ll}+|[\p{Lu}\d].*[ ][\p{Lu}][\p{L}.]*)$/u
const frenchStreet = new RegExp(
  anyCase(
    String.raw`^\d{1,6}, \p{Ll}{3,14} \p{Lu}|^\d{1,4}(?: ?(?:bis|ter|[A-Z]))?,? (?:rue|avenue|av\.|boulevard|boul\.|bd|place|chemin|impasse|all|quai|cours|route|square)|^\d{1,4}(?: ?(?:bis|ter))?,? \p{Ll}{3,14} (?:d[eu]s?|la|les?|d['’]|l['’])(?!\p{L})`,
  ),
  'u',
)
/** "Im Jahr 2024", "Zum Stichtag 31" are times and parts of papers. */
const noStreet =
  /^(?:Am|Im|Zum|Zur) (?:Jahre?|Monat|Quartal|Halbjahr|Alter|Kapitel|Abschnitt|Absatz|Artikel|Punkt|Stichtag|Fall|Teil|Band|Raum|Zimmer|Januar|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember)(?!\p{L})/u
const isStreet = (raw: string): boolean =>
  (!/^\d/.test(raw) && !noStreet.test(raw)) || frenchStreet.test(raw) || numberFirst.test(raw)

/** A street that says that it is one needs no noun before it: `Hauses Bäckerstraße 18`; an adjective may belong to it (`Alte Poststraße 3`). */
const ownStreet =
  /^(?!\p{L}+(?:er|e|en|es|a|ej|i|[.]) )(?!(?:Am|Im|An|Zum|Zur|Sankt|St|Bad|Alt|Neu|Klein|Groß) )\p{Lu}\p{Ll}+ (?=\p{Lu}[\p{L}-]*(?:straße|strasse|str\.|weg|platz|allee|gasse|straat|laan|gracht|katu|gatan|gata|vägen|vej|gade|utca) ?\d)|^(?:Hauses|Anwesens|Gebäudes|Grundstücks|Wohnhauses) /u
const withoutNoun = (text: string, { start, end }: Piece): Piece => ({
  start: start + (ownStreet.exec(text.slice(start, end))?.[0].length ?? 0),
  end,
})

const piecesOf = (text: string, pattern: RegExp): Piece[] =>
  [...text.matchAll(pattern)].map((match) => ({ start: match.index, end: match.index + match[0].length }))

/** In order, with those that overlap made one. */
function joined(pieces: readonly Piece[]): Piece[] {
  const kept: Piece[] = []
  for (const piece of pieces.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    const last = kept.at(-1)
    if (last && piece.start < last.end)
      kept[kept.length - 1] = { start: last.start, end: Math.max(last.end, piece.end) }
    else kept.push(piece)
  }
  return kept
}

/** What a number belongs to that is no house: `Unit 4, Sherwood Business Park`, `Shed 9, 22 Slipway Road`. */
const unitBefore =
  /(?<!\p{L})(?:unit|flat|suite|ste|apt|apartment|shed|shop|store|office|level|floor|lot|block|building|bldg|room|house|plot|door|villa|tower|warehouse|bay|appartement|local|interno|apto|sala|wohnung|top)(?: no)?\.? $/iu

/** What may stand between the street and the place: a district, a floor, at most two lines. */
const between = /^(?:(?! {3})[^:;@\t]){0,90}$/u
const labelled = /^[^\n:]{0,24}:[ \t]*/u

/** Labels that an address follows at once. */
const ofAddress =
  /addr|adres|anschrift|wohn|sitz|direcci|domicil|indirizz|residen|morada|endereç|sede|premises|property|site|deliver|liefer|livraison|entrega|consegna|objekt|location|place|ort|lieu|lugar|luogo/iu
const nameFirst = /^\s*(?:\p{Lu}[\p{L}'’-]+ ){1,3}\p{Lu}[\p{L}'’-]+, $/u

/** The value: one line, its parts divided by commas. */
const oneLine = (raw: string): string =>
  raw
    .replace(/,?[ \t\r]*\n[\s,]*|,?[ \t]*[·•|][ \t]*/gu, ', ')
    .replace(/[ \t\u00a0]+/gu, ' ')
    .replace(/[ ,.]+$/u, '')

/** Streets of any word: French ones and those with their number behind stand before a postcode, others before a town. */
const streetsBefore: readonly (readonly [codeFirst: boolean, street: RegExp])[] = [
  [
    true,
    /(?<![\p{L}\d.,])\d{1,4}(?: ?(?:bis|ter|[A-Z]))?,? \p{Ll}{3,14} (?:(?:d[eu]s?|la|les?) |d['’]|l['’])[\p{L}\d'’.-]{1,24}(?: [\p{L}\d'’.-]{1,24}){0,5}(?=(?:,[ ]|,?\r?\n)[ \t]{0,20}$)/u,
  ],
  [
    true,
    /(?<![\p{L}\d])\p{Lu}[\p{L}.-]{2,30}(?: \p{Lu}[\p{L}.-]{1,20})? \d{1,4}(?: ?[a-z])?(?:\/\d{1,4}){0,3}(?=(?:,[ ]|,?\r?\n)[ \t]{0,20}$)/u,
  ],
  [
    false,
    /(?<![\p{L}\d.,#-])\d{1,6},? \p{Ll}{3,14} \p{Lu}[\p{L}'’.-]{1,24}(?: \p{Lu}[\p{L}'’.-]{1,24}){0,3}(?=(?:,[ ]|,?\r?\n)[ \t]{0,20}$)/u,
  ],
  [
    false,
    /(?<![\p{L}\d.,#-])\d{1,6} (?:[NSEW]\.? )?\p{Lu}[\p{L}'’.-]{1,24}(?: \p{Lu}[\p{L}'’.-]{1,24}){0,3}(?=(?:,[ ]|,?\r?\n)[ \t]{0,20}$)/u,
  ],
]
/** Months and years look like a code before a place: `2024 Annual Report`. */
const yearLike = /^(?:19|20)\d\d[ ,]/
const streetReach = 120
/** Flats, rooms and floors behind the number of a house. */
const unit = String.raw`,? (?:sala|apto|ap|apt|suite|ste|unit|flat|piso|planta|local|loja|conj|interno|int|bus|bte|boîte|top|wohnung|stiege|tür|daire|byt)(?:\. ?| )(?:\p{L}?\d[\p{L}\d.ºª-]{0,5}|\p{L}(?!\p{L}))|, \d{1,2}[.ºª°]{1,2} ?\p{L}{0,4}\.?|, (?:st|kl|\d{1,2})\.? ?(?:tv|th|mf)\.?`
const units = new RegExp(`^(?:${unit}){1,3}`, 'iu')
const townBehind =
  /^(?:, \p{Lu}[\p{L}'’-]{1,24}(?: (?:\p{Ll}{1,3} )?\p{Lu}[\p{L}'’-]{1,24}){0,2}(?:[ ]?[/–-] ?\p{Lu}{2}(?!\p{L}))?){1,2}(?:(,?[ \n]\d{4,6})(?=[ .,;)]|\n|$)(?![.,/]\d)|(?=[.;)](?:\s|$)|\s*(?:\n|$)))/u

function streetsBeforeTowns(text: string, towns: readonly Piece[]): Piece[] {
  return towns.flatMap((town) => {
    const from = Math.max(0, town.start - streetReach)
    const before = text.slice(from, town.start)
    const isCodeFirst = /^(?:\p{Lu}{1,2}-)?\d/u.test(text.slice(town.start, town.start + 4))
    return streetsBefore.flatMap(([codeFirst, pattern]) => {
      const found = codeFirst === isCodeFirst ? pattern.exec(before) : null
      return found ? [{ start: from + found.index, end: from + found.index + found[0].length }] : []
    })
  })
}

const townFirst = /^(?: ?\(\p{Lu}{2}\))?,? $/u

/** Postal addresses as blocks: a street with the place that follows it, over the lines of a letterhead or within one. */
export function scanAddresses(index: TextIndex, names: readonly Candidate[] = []): Candidate[] {
  const { text } = index
  const found: Candidate[] = []
  const towns = townsIn(text)
  const coded = towns.filter(({ start }) => !yearLike.test(text.slice(start, start + 5)))
  let covered = -1
  const known = [...streets.flatMap((pattern) => piecesOf(text, pattern)), ...streetsBeforeTowns(text, coded)].filter(
    ({ start, end }) => isStreet(text.slice(start, end)),
  )
  const lines = [...known, ...partsBeforeTowns(index, coded, names, joined(known))]
  for (const street of joined(lines).map((piece) => withoutNoun(text, piece))) {
    if (street.start < covered) continue
    const line = lineAt(index, street.start)
    // In a letterhead the line itself is the street; in a sentence only what matched.
    const short = line.end - line.start <= 70 && !/[.!?] \p{Lu}/u.test(text.slice(line.start, line.end))
    const prefix = text.slice(line.start, street.start)
    const label = labelled.exec(prefix)?.[0].length ?? 0
    const isNumber = /\d/.test(text[street.start] ?? '')
    const before = isNumber ? text.slice(Math.max(line.start, street.start - 16), street.start) : ''
    const unit = unitBefore.exec(before)?.[0].length ?? 0
    const own =
      /^[\s\p{L}\d.,#&/()-]{0,28}$/u.test(prefix.slice(label)) &&
      short &&
      /\d|^$|,\s*$/.test(prefix.slice(label)) &&
      !/(?<!\p{L})\p{Ll}{4}/u.test(prefix.slice(label))
    // `Employee: Kwame Boyle, 5 Rowan Court`: behind a label of somebody stands a name, and no house.
    const isName = label > 0 && !ofAddress.test(prefix.slice(0, label)) && nameFirst.test(prefix.slice(label))
    let start = own && !isName ? line.start + label : street.start - unit
    while (/\s/.test(text[start] ?? '')) start += 1
    const cellEnd = short ? text.slice(street.end, Math.max(street.end, line.end)).search(/\t| {3}/u) : 0
    let end = Math.max(street.end, cellEnd === -1 ? line.end : street.end + cellEnd)
    let confidence = 0.6
    const next = firstTown(towns, street.end)
    if (
      next &&
      next.start - street.end <= 100 &&
      between.test(text.slice(street.end, next.start)) &&
      text.slice(street.end, next.start).split('\n').length <= 4
    ) {
      end = next.end
      confidence = 0.9
      const rest = lineAt(index, next.end)
      // The region or country after a comma, or the province in brackets, closes the block.
      const tail =
        /^ \(\p{Lu}{2}\)/u.exec(text.slice(end, rest.end)) ??
        /^(?:,[ ]?| ?\/ ?)(?:\n[ \t]{0,12})?\p{Lu}[\p{L} .-]{1,30}(?=[.,]?[ ]?(?:\n|$))/u.exec(
          text.slice(end, rest.end + 60),
        )
      if (tail) end += tail[0].length
    } else {
      // A town without a postcode, or with one behind it: `31 Dorp Street, Stellenbosch, 7600`.
      const house = street.end + (units.exec(text.slice(street.end, street.end + 60))?.[0].length ?? 0)
      const town = townBehind.exec(text.slice(house, house + 90))
      end = Math.max(end, house + (town?.[0].length ?? 0))
      if (town?.[1] !== undefined) confidence = 0.85
    }
    // `6720 Szeged, Kárász utca 14.`, `40026 Imola (BO), Viale Zappi 12`: the town comes first.
    const first = towns[lastAtOrBefore(towns, street.start - 1)]
    if (confidence < 0.7 && first && first.start >= covered && townFirst.test(text.slice(first.end, street.start)))
      [start, confidence] = [first.start, 0.85]
    while (end > start && /[\s,;]/.test(text[end - 1] ?? '')) end -= 1
    covered = end
    found.push(candidate('address', start, end, oneLine(text.slice(start, end)), confidence))
  }
  return found
}

/** Without a name that stands before them in their line: `Frau Anna Salzmann, Lindenallee 8, 04109 Leipzig`. */
export const withoutNames = (text: string, addresses: readonly Candidate[], names: readonly Candidate[]): Candidate[] =>
  addresses.map((address) => {
    const name = names[lastAtOrBefore(names, address.start + longestTitle)]
    if (name === undefined || name.end <= address.start || name.start < address.start - longestTitle) return address
    const comma = /^,[ \n]{1,2}/.exec(text.slice(name.end, name.end + 3))
    const start = name.end + (comma?.[0].length ?? 0)
    if (comma === null || start >= address.end) return address
    return { ...address, start, value: oneLine(text.slice(start, address.end)) }
  })
/** `Frau Prof. Dr. ` */
const longestTitle = 15

function firstTown(towns: readonly Piece[], offset: number): Piece | undefined {
  const at = lastAtOrBefore(towns, offset - 1)
  const inside = towns[at]
  return inside && inside.end > offset ? inside : towns[at + 1]
}
