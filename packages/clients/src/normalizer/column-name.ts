import type { ClientField } from '@chancery/core'
import { wordsOf } from './fold.ts'
import { fieldNamed } from './known-columns.ts'

/** Folded, as the words that they are compared with. */
const words = (text: string): ReadonlySet<string> => new Set(wordsOf(text))

/** Words that say whose record it is, not what the value is; also the levels around a value in JSON. */
const wrappers = words(
  'billing pat patient contact contacts client clients customer person people primary main default properties property fields attributes data record profile details value values wert valeur valor valore waarde wartosc kunde kunden mandant mandanten kontakt klant cliente cust acct cl asiakas asiakkaan henkilo henkilon yhteystiedot ugyfel ugyfele vevo partner kapcsolattarto musteri musterinin muvekkil cari клиент клиента заказчик заказчика контакт контакта контактное лица 顧客 お客様 依頼者 klient klienta klientens',
)

/** Words that say which of several values it is. */
const qualifiers = words(
  'first 1st secondary other home work business private personal office mobile billing mailing shipping residential privat private geschaftlich geschaeftlich dienstlich arbeit haupt buro principal personnel personnelle professionnel professionnelle domicile bureau pro principale personale lavoro casa ufficio domicilio personal trabajo oficina laboral trabalho pessoal comercial residencial uff abitazione primar primare sekundar sekundare zakelijk prive thuis werk werkadres huisadres sluzbowy sluzbowa prywatny prywatna domowy domowa arbete hem po sa tyo koti koto munkahelyi otthoni ceg is ev рабочий рабочая домашний домашняя мобильный личный личная основной основная дополнительный 自宅 勤務先 会社 wk hm bus mob cell main alt alternate primaer sekundaer geschaftl gesch dienstl mobiel vast fijo movil mobil fisso fixe gsm sabit hjemme jobb arbejde mobilni domu моб сот раб 携帯',
)

/** Words that join a value and its qualifier: "Calle del trabajo", "Telefoon op werk". */
const joints = words('de del du des do da di la el op')

/** Words for an address as a whole; a part of it stands beside them. */
const addressWords = words(
  'address addresses adresse adres adresu direccion indirizzo endereco rechnungsadresse rechnungsanschrift lieferadresse lieferanschrift privatadresse privatanschrift postadresse postanschrift hausanschrift geschaftsadresse firmenadresse firmenanschrift anschrift addr osoite адрес',
)

/** Fields of which a person has several, so that a qualifier only says which. */
const qualifiable: ReadonlySet<string> = new Set<ClientField>([
  'email',
  'phone',
  'street',
  'postcode',
  'locality',
  'region',
  'country',
  'website',
  'notes',
])

/** Names with one of these are of something beside the value: a type, a flag, a time, somebody else. */
const another = words(
  'type typ types label labels opt optin status stage owner count date created updated modified verified bounced consent valid invalid spouse partner husband wife assistant asst manager supervisor emergency referred referrer yomi phonetic pronunciation suffix initials fax telefax pager telex nickname besitzer erstellt betreuer berater ansprechpartner advisor adviser agent rep representative guarantor next kin parent father mother child old former previous preferred method lead source photo avatar image picture linkedin twitter facebook instagram skype conjoint notaire abogado avvocato gestor asesor guardian employer beneficiary sent opened clicked score by sender reply cc bcc',
)

/** Which address or which person it is about is not the client for sure. */
export const speaksOfAnother = (column: string): boolean => {
  const all = wordsOf(column.slice(0, 200))
  if (all.some((word) => another.has(word))) return true
  // "Notary e-mail": a word that is known, and one that is not.
  const bare = all.filter((word) => !wrappers.has(word) && !qualifiers.has(word) && !/^\d+$/.test(word))
  return bare.length > 1 && bare.some((word) => fieldNamed(word) !== undefined)
}

/** The field of a name such as "Primary contact e-mail", "Phone 4 - Value", "properties.firstname". */
export function qualifiedField(column: string): ClientField | undefined {
  if (column.length > 120) return undefined
  const all = wordsOf(column).flatMap(
    (word) => /^(\p{L}{3,}|\p{Script=Han}{2,})(\d{1,2})$/u.exec(word)?.slice(1) ?? word,
  )
  if (all.some((word) => another.has(word))) return undefined
  const unwrapped = all.filter((word) => !wrappers.has(word))
  if (unwrapped.length < all.length && unwrapped.length > 0) {
    const field = fieldNamed(unwrapped.join(' '))
    if (field !== undefined) return field
  }
  const behind = unwrapped.findIndex((word) => word === 'address' || word === 'addresses') + 1
  const part = behind === 0 ? undefined : fieldNamed(unwrapped.slice(behind).join(' '))
  if (part !== undefined && isAddressField(part)) return part
  const bare = unwrapped.filter((word) => !qualifiers.has(word) && !joints.has(word) && !/^\d{1,2}$/.test(word))
  const partOfAddress = fieldNamed(bare.filter((word) => !addressWords.has(word)).join(' '))
  if (partOfAddress !== undefined && bare.length < all.length && isAddressField(partOfAddress)) return partOfAddress
  if (bare.length === 0 || bare.length === all.length) return undefined
  const field = fieldNamed(bare.join(' '))
  return field !== undefined && qualifiable.has(field) ? field : undefined
}

const addressFields: ReadonlySet<string> = new Set<ClientField>(['street', 'postcode', 'locality', 'region', 'country'])
export const isAddressField = (field: string): boolean => addressFields.has(field)

/** Names of one kind of address, in whatever language, by one word. */
const addressKinds: readonly (readonly [string, ReadonlySet<string>])[] = [
  [
    'home',
    words(
      'home private residential privat privatadresse privatanschrift prive domicile casa abitazione residencial thuis huisadres prywatny prywatna domowy domowa hem personal wohn koti otthoni lakcim ev домашний домашняя 自宅 hm',
    ),
  ],
  [
    'work',
    words(
      'work business office geschaftlich geschaeftlich dienstlich bureau ufficio lavoro uff trabajo oficina trabalho zakelijk werk werkadres comercial sluzbowy sluzbowa company professionnel firmenadresse firmenanschrift geschaftsadresse tyo munkahelyi ceg is рабочий рабочая 勤務先 会社 wk bus',
    ),
  ],
  [
    'billing',
    words(
      'billing invoice rechnung rechnungs rechnungsadresse rechnungsanschrift facturation fatturazione facturacion factuur laskutus szamlazasi fatura',
    ),
  ],
  [
    'shipping',
    words(
      'shipping delivery lieferung liefer lieferadresse lieferanschrift livraison spedizione envio sa toimitus szallitasi teslimat',
    ),
  ],
  ['mailing', words('mailing po levelezesi')],
  ['other', words('other andere autre otro altro weitere')],
]

/** Of which address a column speaks: "home", "billing", "address 2"; empty where it does not say. */
export function addressGroup(column: string): string {
  const all = wordsOf(column.slice(0, 200))
  const kind = addressKinds.find(([, names]) => all.some((word) => names.has(word)))?.[0]
  // "Address 2 - City" is of another address; "Address 2" and "Address line 2" are lines of the first.
  const numbered = /^(?:address|adresse|addresses|adr)\s*(\d+)\b.*\p{L}/iu.exec(column.trim())?.[1] ?? '1'
  return `${kind ?? ''}${numbered === '1' ? '' : ` ${numbered}`}`
}
