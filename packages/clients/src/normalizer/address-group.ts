import { words } from './column-words.ts'
import { wordsOf } from './fold.ts'

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
      'bill billing invoice rechnung rechnungs rechnungsadresse rechnungsanschrift facturation fatturazione facturacion factuur laskutus szamlazasi fatura',
    ),
  ],
  [
    'shipping',
    words(
      'ship shipping delivery lieferung liefer lieferadresse lieferanschrift livraison spedizione envio sa toimitus szallitasi teslimat',
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
