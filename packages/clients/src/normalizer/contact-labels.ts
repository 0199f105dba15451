import { type ContactLabels, listedLabels, memoized, type SourceRow } from '@chancery/core'
import { addressKinds, words } from './column-words.ts'
import { wordsOf } from './fold.ts'
import { clean } from './row-cells.ts'

/** A telephone that its owner has on them. */
const mobile = words(
  'mobile mobilephone mob cell cellular cellphone handy handynummer handynr mobil mobilnummer mobilnr mobiltelefon mobiltelefonnummer mobilfunk natel ' +
    'portable movil celular cellulare telemovel mobiel mobiele gsm komorka komorkowy komorkowego kom mobilny mobilni mobiltlf iphone ' +
    'matkapuhelin matkapuhelinnumero matkapuh kannykka mobilszam cep мобильный моб сотовый мобільний 携帯 携帯電話 携帯番号 携帯電話番号 ' +
    'κινητο 휴대폰 휴대폰번호 휴대전화 핸드폰 手机 手机号 手机号码 手機 行動電話 נייד סלולרי الجوال جوال الموبايل',
)

/** Where it reaches somebody and what it is, in whatever language, beside the words that addresses have too. */
const places: readonly (readonly [label: string, names: ReadonlySet<string>])[] = [
  [
    'private',
    new Set([
      ...(addressKinds.find(([kind]) => kind === 'home')?.[1] ?? []),
      ...words('homephone maison thuis kotipuhelin kotiin otthoni ev 自宅電話 自宅電話番号'),
    ]),
  ],
  [
    'work',
    new Set([
      ...(addressKinds.find(([kind]) => kind === 'work')?.[1] ?? []),
      ...words(
        'arbeit gesch buro firma pro travail praca prace arbejd tyopuhelin toihin iroda 会社電話 会社電話番号 勤務先電話番号',
      ),
    ]),
  ],
  ['mobile', mobile],
  ['fax', words('fax telefax faks telefaks telecopie факс ファックス')],
  ['pager', words('pager beeper')],
]

/** What the words of a text say of an address or telephone; empty: nothing that is known. */
const labelsIn = memoized((text: string): readonly string[] => {
  const said = wordsOf(text)
  return places.flatMap(([label, names]) => (said.some((word) => names.has(word)) ? label : []))
})

/** What a column's name says of its addresses or telephones. */
export const columnLabels = (column: string): readonly string[] => (column.length > 120 ? [] : labelsIn(column))

/** What somebody wrote beside an address or telephone: what is known of it, else the word itself. */
export function writtenLabels(text: string): readonly string[] {
  const word = text.slice(0, 80).replaceAll(/^[\s*]+|^_\$!<|>!\$_$/g, '')
  const known = labelsIn(word)
  return known.length > 0 ? known : listedLabels([word])
}

/** Labels of the addresses and telephones of one row. */
export class RowLabels {
  readonly #all = new Map<string, Set<string>>()
  readonly #values: SourceRow['values']
  readonly #isByLetter: boolean
  #beside: ReadonlyMap<string, string> | undefined

  /** @param isByLetter the row is of an export of the directory: its words are what they are */
  constructor({ values }: SourceRow, isByLetter: boolean) {
    this.#values = values
    this.#isByLetter = isByLetter
  }

  /** What the source says of a value of a column, beside the name of that: in the row, or at the value itself. */
  saidOf(column: string, atValue: readonly string[] = []): readonly string[] {
    return [...this.#besideValue(column), ...(this.#isByLetter ? atValue : atValue.flatMap(writtenLabels))]
  }

  add(contact: string, column: string, said: readonly string[]): void {
    const labels = [...columnLabels(column), ...said]
    if (labels.length === 0) return
    const known = this.#all.get(contact)
    if (known === undefined) this.#all.set(contact, new Set(labels))
    else for (const label of labels) known.add(label)
  }

  get all(): ContactLabels | undefined {
    if (this.#all.size === 0) return undefined
    return Object.fromEntries(
      [...this.#all].map(([contact, labels]) => [contact, listedLabels([...labels].map(clean))]),
    )
  }

  /** Of "Phone 1 - Value" the cell of "Phone 1 - Label", as Google writes it. */
  #besideValue(column: string): readonly string[] {
    if (!column.endsWith(' - Value')) return []
    this.#beside ??= new Map(this.#values.map(({ column: each, value }) => [each, value]))
    const name = column.slice(0, -'Value'.length)
    const beside = this.#beside.get(`${name}Label`) ?? this.#beside.get(`${name}Type`) ?? ''
    return beside.trim() === '' ? [] : writtenLabels(beside)
  }
}
