import { attribute } from '../../xml/scan-xml.ts'
import { mainRelation, type WordPackage } from '../../package/open-package.ts'
import type { FieldCode } from './field-code.ts'

/** One piece of an ADDRESSBLOCK or a GREETINGLINE: text, or a value with text around it that is there only with it. */
export type BlockPiece =
  | { readonly text: string }
  | { readonly mapped: string; readonly isName: boolean; readonly before: string; readonly after: string }

/**
 * What the placeholders of the two fields stand for: names that Word maps the columns of a data source to
 * (MS-OI29500, 2.1.486; ECMA-376 part 1, 17.14.23).
 */
const mappedNames: Readonly<Record<string, string>> = {
  TITLE0: 'Courtesy Title',
  NICK0: 'Nickname',
  FIRST0: 'First Name',
  MIDDLE0: 'Middle Name',
  LAST0: 'Last Name',
  SUFFIX0: 'Suffix',
  TITLE1: 'Spouse/Partner Courtesy Title',
  NICK1: 'Spouse/Partner Nickname',
  FIRST1: 'Spouse/Partner First Name',
  MIDDLE1: 'Spouse/Partner Middle Name',
  LAST1: 'Spouse/Partner Last Name',
  COMPANY: 'Company',
  STREET1: 'Address 1',
  STREET2: 'Address 2',
  CITY: 'City',
  STATE: 'State',
  POSTAL: 'Postal Code',
  COUNTRY: 'Country or Region',
}
export const country = 'Country or Region'

/** Other names of columns that Word takes for these by itself. */
const otherNames: Readonly<Record<string, string>> = {
  'Courtesy Title': 'Title',
  'Address 1': 'Address',
  [country]: 'Country',
}

/** What Word writes where the field does not say how. */
const usualFormats: Readonly<Record<string, string>> = {
  ADDRESSBLOCK:
    '<<_TITLE0_ >><<_FIRST0_>><< _LAST0_>><< _SUFFIX0_>>\n<<_COMPANY_\n>><<_STREET1_\n>><<_STREET2_\n>><<_CITY_>><<, _STATE_>><< _POSTAL_>><<\n_COUNTRY_>>',
  GREETINGLINE: '<<_BEFORE_ Dear >><<_TITLE0_ >><<_LAST0_>><<_AFTER_ ,>>',
}

const placeholder = /<<([^<>_]*)_([A-Z]+\d?)_([^<>]*)>>/g

export const isRecipientBlock = ({ type }: FieldCode): boolean => Object.hasOwn(usualFormats, type)

/** The pieces of a block in their order; placeholders that stand for nothing are left out. */
export function blockPieces({ type, switches }: FieldCode): readonly BlockPiece[] {
  const format = switches.get('f')?.[0] ?? usualFormats[type] ?? ''
  const pieces: BlockPiece[] = []
  let at = 0
  for (const { 0: whole, 1: before = '', 2: name = '', 3: after = '', index } of format.matchAll(placeholder)) {
    if (index > at) pieces.push({ text: format.slice(at, index) })
    at = index + whole.length
    const mapped = mappedNames[name]
    if (mapped !== undefined) pieces.push({ mapped, isName: /^(?:NICK|FIRST|LAST)/.test(name), before, after })
    // What begins and ends a greeting stands behind its placeholder and a space.
    else if (name === 'BEFORE' || name === 'AFTER') pieces.push({ text: after.replace(/^ /, '') })
  }
  return at < format.length ? [...pieces, { text: format.slice(at) }] : pieces
}

/** Names that the data may have for one that Word maps: the column that the template names, else its usual ones. */
export function columnNames(mapped: string, columns: ReadonlyMap<string, string>): readonly string[] {
  const column = columns.get(mapped)
  const other = otherNames[mapped]
  return column !== undefined ? [column] : other === undefined ? [mapped] : [mapped, other]
}

/** By the names that Word maps the columns that the template's data source has for them. */
export function mailMergeColumns(file: WordPackage): ReadonlyMap<string, string> {
  const columns = new Map<string, string>()
  const settings = mainRelation(file, 'settings')
  if (settings === undefined) return columns
  const xml = file.xml(settings)
  if (!xml.includes('<w:fieldMapData>')) return columns
  for (const data of xml.split('<w:fieldMapData>').slice(1)) {
    const [column, mapped] = ['name', 'mappedName'].map((element) =>
      attribute(new RegExp(`<w:${element}(\\s[^<>]*)>`).exec(data)?.[1] ?? '', 'w:val'),
    )
    if (column !== undefined && mapped !== undefined) columns.set(mapped, column)
  }
  return columns
}
