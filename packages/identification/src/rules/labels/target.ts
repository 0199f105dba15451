import type { FieldType, WantedField } from '@chancery/core'
import { fold } from '../text-index.ts'
import { phraseBook } from '../phrase-book.ts'
import { typeOfThing } from './concepts.ts'
import { lexicon, ofWomen, people, type CanonicalField, type CanonicalName } from './lexicon.ts'

/** A field to look for, with everything that is known about it. */
export interface Target {
  readonly name: string
  readonly type: FieldType
  readonly canonical: CanonicalName | undefined
  /** Label and how surely it names just this field, 0 to 1. */
  readonly labels: readonly (readonly [label: string, strength: number])[]
  readonly many: boolean
  readonly required: boolean
  /** The type was asked for, not inferred. */
  readonly typed: boolean
  readonly pattern?: string
}

const fields: Readonly<Record<string, CanonicalField>> = lexicon

/** A name of a field as words: `dueDate`, `due_date`. */
export const spaced = (name: string): string =>
  name
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .replace(/[_.\-/[\]]+/g, ' ')
    .trim()

function* aliases(): Generator<readonly [string, CanonicalName]> {
  for (const name of Object.keys(lexicon) as CanonicalName[]) yield [spaced(name), name]
  yield* [
    ['total amount', 'total'],
    ['amount', 'total'],
    ['jurisdiction', 'governingLaw'],
    ['vendor', 'seller'],
    ['vendor name', 'seller'],
    ['supplier', 'seller'],
    ['customer', 'buyer'],
    ['customer name', 'buyer'],
    ['buyer name', 'buyer'],
    ['seller name', 'seller'],
    ['party', 'parties'],
    ['store name', 'merchant'],
    ['vat', 'tax'],
    ['full name', 'name'],
    ['commencement date', 'startDate'],
    ['contract date', 'effectiveDate'],
    ['agreement date', 'effectiveDate'],
    ['url', 'website'],
    ['fecha de inicio', 'startDate'],
    ['data de início', 'startDate'],
    ['begindatum', 'startDate'],
    ['letter date', 'date'],
    ['document date', 'date'],
    ['datum', 'date'],
    ['fecha', 'date'],
    ['data', 'date'],
    ['report date', 'date'],
    ['signer', 'signatory'],
    ['date de validité', 'expiryDate'],
    ['validité', 'expiryDate'],
    ['validity date', 'expiryDate'],
    ['maturity date', 'endDate'],
    ['register number', 'companyNumber'],
    ['signed by', 'signatory'],
  ]
  for (const name of Object.keys(lexicon) as CanonicalName[]) {
    for (const label of fields[name]?.labels ?? []) yield [label, name]
  }
}
const book = phraseBook(aliases())
const small = /(?<= )(?:de|of|du|da|di|do|del|della|des|der|the|la|von) /giu
/** The same without small words, which names of fields leave out: `fechaFin` for "fecha de fin". */
const terse = phraseBook([...aliases()].map(([label, name]) => [label.replaceAll(small, ''), name] as const))

/** Last words of names that say the type. */
const typeWords: readonly (readonly [FieldType, string])[] = [
  [
    'date',
    'date day datum fecha data deadline birthday dob start end since until bis seit depuis sinds vanaf hasta entro scadenza echeance vencimiento vencimento',
  ],
  ['datetime', 'datetime timestamp'],
  ['email', 'email mail courriel correo'],
  ['phone', 'phone telephone tel mobile fax telefon telefono telefone telefoon cell'],
  ['url', 'url website link homepage'],
  ['iban', 'iban'],
  [
    'money',
    'total amount value price cost fee pay charge rent salary deposit balance sum tax subtotal betrag preis montant prix importe precio importo prezzo valor bedrag',
  ],
  ['percent', 'percent percentage rate prozent satz taux tasso tasa'],
  ['integer', 'count pages rooms copies days tage jours giorni dagen dias dni'],
  ['number', 'quantity qty hours stunden heures horas uren godzin timmar'],
  ['identifier', 'number no nr id code ref reference nummer numero dni nie nif nip pesel bsn cpf'],
  // `ora fine` is no fine.
  ['text', 'ora hora heure orario horario'],
  ['address', 'address adresse anschrift direccion indirizzo endereco morada adres'],
  ['country', 'country'],
  ['duration', 'duration term period frist dauer duree durata looptijd duracion duracao plazo prazo delai termine'],
  ['organization', 'company organization organisation merchant firm bank court insurer'],
  [
    'person',
    'person signatory signer witness author attorney lawyer director supervisor manager engineer technician consultant donor mitarbeiter mitarbeiterin vorgesetzter vorgesetzte ansprechpartner ansprechpartnerin sachbearbeiter sachbearbeiterin patient patientin candidate expert experte gutachter gutachterin sachverstandiger perito esperto deskundige chair chairman chairwoman chairperson secretary treasurer trustee executor notary judge vorsitzender vorsitzende schriftfuhrer schriftfuhrerin protokollfuhrer protokollfuhrerin kassenwart notar notarin richter richterin testamentsvollstrecker secretaire tresorier notaire juge secretario secretaria tesorero notario juez segretario segretaria tesoriere notaio giudice voorzitter secretaris penningmeester notaris rechter',
  ],
  ['party', 'party parties'],
  ['boolean', 'signed married agreed accepted'],
]
/** Words that say of a value only of which type it is. */
export const typeWordsOf = (type: FieldType): ReadonlySet<string> => wordsByType.get(type) ?? new Set()
const wordsByType = new Map(typeWords.map(([type, words]) => [type, new Set(words.split(' '))] as const))
const typeOf = new Map(typeWords.flatMap(([type, words]) => words.split(' ').map((word) => [word, type] as const)))

const dayWords = new Set('date datum data fecha dato dia dag kelte paivays tarihi'.split(' '))
/** Kinds of papers and meetings, whose day is that of the paper. */
const paperWords = new Set(
  'letter brief schreiben lettre courrier carta lettera document dokument documento report bericht rapport informe relazione relatorio meeting sitzung versammlung assemblee reunion junta assemblea vergadering minutes protokoll notulen verbale acta ata contract vertrag contrat contrato contratto overeenkomst umowy umowa smlouvy avtal agreement deed acte certificate bescheid bescheinigung attestation certificado certificato devis presupuesto preventivo orcamento mahnung mahn bescheid angebot pisma pismo statement order notice offer angebot offre oferta offerte offerta oferty akt aktu quote signature signed signing judgment judgement jugement arret urteil beschluss sentencia sentenza vonnis klage klageschrift demande demanda ricorso escritura rogito rechtsgeschaft vollmacht procuration poder procura volmacht notariat commande bestellung pedido encomenda ordine bestelling kontrakt kontrakten aftale certificat certifikat orders unterschrift unterzeichnung firma assinatura ondertekening podpisania'.split(
    ' ',
  ),
)

/** Whether a name asks for the day of the paper: `letterDate`, `dateAssemblée`, `Vertragsdatum`. */
function isDayOfPaper(words: string): boolean {
  const parts = words
    .split(/\s+/)
    .map(fold)
    .flatMap((word) => /^(.{4,}?)s?(datum|dato)$/u.exec(word)?.slice(1) ?? [word])
  const rest = parts.filter((word) => !dayWords.has(word))
  return rest.length === 1 && parts.length > 1 && paperWords.has(rest[0] ?? '')
}

const wholeName = /^(.{3,60}?) (?:(?:full|legal|whole) )?name$/iu

/** Kinds of values that Romance names, and names with a small word between, say first: `dateSortie`, `numeroAvis`. */
const saidFirst: ReadonlySet<FieldType> = new Set([
  'date',
  'identifier',
  'address',
  'email',
  'phone',
  'money',
  'percent',
  'duration',
  'text',
])

/** What leads from what is done to who does it: `referred by`, `signéPar`. */
const agents = new Set('by durch par por door przez'.split(' '))

/** By its last word, else by the first; of somebody only what the first word says is asked for: `dateNaissanceVendeur`. */
function typeOfWords(parts: readonly string[]): FieldType | undefined {
  const [first = '', last = ''] = [parts[0], parts.at(-1)]
  if (parts.length > 1 && agents.has(last)) return 'person'
  const kind = typeOf.get(last)
  if (parts.length < 2 || (kind !== undefined && !people.has(kind))) return kind ?? typeOfThing(last)
  const firstKind = typeOf.get(first)
  if (firstKind !== undefined && saidFirst.has(firstKind)) return firstKind
  const thing = kind ?? typeOfThing(last)
  return thing !== undefined && !people.has(thing) ? thing : (typeOfThing(first) ?? thing ?? firstKind)
}

/** What a wanted field means: by its name, else by its last word, else text. */
function inferField(
  name: string,
  wanted: FieldType | undefined,
): { readonly canonical: CanonicalName | undefined; readonly type: FieldType } {
  const words = spaced(name)
  const plain = words.replaceAll(/ae|oe|ue|aa/giu, (pair) => pair[0] ?? '')
  // One label may be of fields of several types.
  const best = (names: readonly CanonicalName[]): CanonicalName | undefined =>
    names.find((known) => wanted !== undefined && related(lexicon[known].type, wanted)) ?? names[0]
  const canonical =
    best(book.get(words)) ?? best(terse.get(words)) ?? (plain === words ? undefined : best(book.get(plain)))
  if (canonical !== undefined) return { canonical, type: lexicon[canonical].type }
  if (isDayOfPaper(words)) return { canonical: 'date', type: 'date' }
  // `tenant.name` is what the tenant is called, by whatever word a paper calls the tenant.
  const called = wholeName.exec(words)?.[1]
  const role = called === undefined ? undefined : book.get(called).find((known) => people.has(lexicon[known].type))
  if (role !== undefined) return { canonical: role, type: 'text' }
  const parts = words.split(/\s+/).map(fold)
  const last = parts.at(-1) ?? ''
  if (counted.test(words)) return { canonical: undefined, type: 'integer' }
  const isQuestion = parts[0] === 'is' || parts[0] === 'has'
  const type = isQuestion ? 'boolean' : last === 'name' ? 'text' : typeOfWords(parts)
  return { canonical: undefined, type: type ?? 'text' }
}

/** Words of a name that say only the kind of value: `tenantName` is found by "tenant" too. */
const generic = new Set('name number no nr date id amount pay charge value total address email phone'.split(' '))

/** What somebody has or is for a party: of `avocatDefendeur` the party's own label is none. */
const ofOther = new Set(
  'avocat avocate lawyer attorney counsel solicitor anwalt anwaltin rechtsanwalt abogado abogada letrado avvocato difensore advogado mandatario advocaat gemachtigde adwokat pelnomocnik representative representant representante vertreter vertreterin rappresentante representante vertegenwoordiger signatory signataire firmante firmatario adresse address telefon telefono phone email iban'.split(
    ' ',
  ),
)

/** Strength by place: the first labels of a field are its own, the last are shared with others. */
const strengthAt = (index: number, count: number, label: string): number =>
  label.length <= 3 ? 0.75 : 1 - (index / Math.max(count, 1)) * 0.1

/** How papers write that a number of something follows: `numeroFattura` is `Fattura n.` or `N° fattura`. */
const numberFirst =
  /^(?:numéro|numero|número|numer|number|nummer|nr|no|číslo|cislo) (?:de |du |di |da |do |of )?(.{2,})$/iu
/** Counts of a thing: `nombrePalettes`, `Anzahl Seiten`, `palletCount`. */
const counted =
  /^(?:nombre|anzahl|aantal|cantidad|quantità|quantidade|liczba|antal|number of) (?:de |di |d['’])?(.{3,})$|^(.{3,}) count$/iu
const numberWord = /^(?:number|no|nr|nummer|id|ref|reference)$/iu
const numberLast = /^(.{3,}) (?:numéro|numero|número|numer|number|nummer|nr|no)$/iu

function ofNumber(name: string, type: FieldType): string[] {
  const isCount = type === 'integer' || type === 'number'
  const count = isCount ? counted.exec(name) : null
  const thing = count?.[1] ?? count?.[2] ?? numberFirst.exec(name)?.[1] ?? numberLast.exec(name)?.[1]
  if (thing === undefined) return []
  if (isCount) return [thing]
  // `R.G.` are two words with full stops between.
  const things = /^\p{Lu}{2,4}$/u.test(thing) ? [thing, [...thing].join(' ')] : [thing]
  return things.flatMap((one) => ['n°', 'nr', 'no', 'n'].flatMap((number) => [`${number} ${one}`, `${one} ${number}`]))
}

function labelsOf(wanted: WantedField, canonical: CanonicalName | undefined, type: FieldType): Map<string, number> {
  const labels = new Map<string, number>()
  const add = (label: string, strength: number): void => {
    if (label.trim() !== '') labels.set(label, Math.max(labels.get(label) ?? 0, strength))
  }
  for (const label of wanted.labels ?? []) add(label, 1)
  const own = spaced(wanted.name)
  add(own, 0.97)
  // Papers write "No." for a number, and names of fields have plain letters: `companyNumber`, `klaegerin`.
  if (/\b(?:number|nummer)$/iu.test(own)) add(own.replace(/(?:number|nummer)$/iu, 'no'), 0.97)
  const plain = own.replaceAll(/ae|oe|ue|aa/giu, (pair) => pair[0] ?? '')
  if (plain !== own) add(plain, 0.95)
  for (const label of [...ofNumber(own, type), ...ofNumber(plain, type)]) add(label, 0.95)
  // `counselClaimant` is "counsel for the Claimant".
  const [head = '', ...party] = own.split(/\s+/)
  if (party.length === 1 && ofOther.has(fold(head)))
    for (const label of [`${head} for the ${party[0] ?? ''}`, `${party[0] ?? ''}'s ${head}`]) add(label, 0.97)
  const bare = type === 'identifier' ? numberFirst.exec(own)?.[1] : undefined
  if (bare !== undefined && bare.length > 3) add(bare, 0.8)
  // `dischargeDate` is "Date of discharge".
  const day = type === 'date' ? /^(.{3,}) date$/iu.exec(own)?.[1] : undefined
  if (day !== undefined) add(`date of ${day}`, 0.95)
  const ofMen = people.has(type) ? [...labels] : []
  for (const [label, strength] of ofMen) for (const other of ofWomen(label)) add(other, strength * 0.99)
  // `Steuernummer` is "Steuer-Nr.", and may be the word before the number alone: "Angebot 26-0417".
  const numbered = /^(\p{L}{3,}?)(s?)(?:nummer|nr)$/iu.exec(own)
  if (numbered?.[1] !== undefined) {
    const stem = `${numbered[1]}${numbered[2] ?? ''}`
    for (const label of [`${stem}nr`, `${stem}-nr`, `${stem} nr`]) add(label, 0.95)
    if (numbered[1].length > 4) add(numbered[1], 0.8)
  }
  // `tenantName` is "Tenant's name" on paper.
  add(own.replace(' ', "'s "), 0.97)
  const known = canonical === undefined ? [] : (fields[canonical]?.labels ?? [])
  // Of a field that is called by one of the labels ("customer no"), the others are only its synonyms.
  const others = known.some((label) => fold(label) === fold(own))
    ? type === 'money'
      ? 0.8
      : 0.9
    : isDayOfPaper(own)
      ? 0.85
      : 1
  for (const [index, label] of known.entries()) add(label, strengthAt(index, known.length, label) * others)
  const parts = own.split(/\s+/)
  // A sentence has no word for the number: `under your policy HOM-7741209`.
  if (type === 'identifier' && canonical !== undefined && parts.length === 2 && numberWord.test(parts[1] ?? ''))
    add(parts[0] ?? '', 0.8)
  if (canonical === undefined && parts.length > 1) {
    if (generic.has(fold(parts.at(-1) ?? ''))) add(parts.slice(0, -1).join(' '), 0.8)
    for (const other of ofOther.has(fold(parts[0] ?? '')) ? [] : book.get(parts.at(-1) ?? '')) {
      // A day of another name is seldom the paper's.
      for (const label of fields[other]?.labels ?? [])
        add(label, other === 'date' || other === 'invoiceDate' ? 0.4 : 0.6)
    }
  }
  // A short description is often the label itself.
  const { description } = wanted
  if (description !== undefined && description.split(/\s+/).length <= 5) {
    const plain = description.replace(/^(?:the|a|an|der|die|das|le|la|el|il|o|a|de|het) /i, '')
    // Two words and more are no word of another thing by chance.
    add(plain, plain.includes(' ') ? 0.97 : 0.9)
    for (const other of book.get(plain)) for (const label of fields[other]?.labels ?? []) add(label, 0.85)
  }
  return labels
}

export function targetOf(wanted: WantedField): Target {
  const byName = inferField(wanted.name, wanted.type)
  const byDescription =
    wanted.description === undefined ? undefined : book.get(wanted.description.replace(/^(?:the|a|an) /i, ''))[0]
  const canonical = byName.canonical ?? byDescription
  const inferred = byName.canonical === undefined && canonical !== undefined ? lexicon[canonical].type : byName.type
  // A field of another type than the known one is another field.
  const same = canonical !== undefined && (wanted.type === undefined || related(lexicon[canonical].type, wanted.type))
  return {
    name: wanted.name,
    type: wanted.type ?? inferred,
    typed: wanted.type !== undefined,
    canonical: same ? canonical : undefined,
    labels: [...labelsOf(wanted, same ? canonical : undefined, wanted.type ?? inferred)],
    many:
      wanted.many === true ||
      (wanted.many === undefined && wanted.type === 'record') ||
      (wanted.many === undefined && wanted.name === 'parties' && wanted.type === undefined),
    required: wanted.required === true,
    ...(wanted.pattern === undefined ? {} : { pattern: wanted.pattern }),
  }
}

const families: readonly (readonly FieldType[])[] = [
  ['person', 'organization', 'party', 'text'],
  ['date', 'datetime', 'text'],
  ['money', 'number', 'integer', 'text'],
  ['number', 'integer', 'percent'],
  ['identifier', 'text', 'integer', 'number'],
  ['country', 'text'],
  ['address', 'text'],
  ['duration', 'text'],
]
const related = (one: FieldType, other: FieldType): boolean =>
  one === other || families.some((family) => family.includes(one) && family.includes(other))
