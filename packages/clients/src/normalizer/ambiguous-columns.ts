import type { ClientField } from '@chancery/core'
import { countryCode } from './country-code.ts'
import { fold } from './fold.ts'
import { isHonorific } from './honorifics.ts'

interface Meaning {
  readonly field: ClientField
  readonly fits: (value: string) => boolean
  /** No value comes twice: two clients with one of them would be one. */
  readonly differs?: true
}

const honorificOrJob: readonly Meaning[] = [
  { field: 'honorific', fits: isHonorific },
  { field: 'jobTitle', fits: (value) => /\p{L}{3}/u.test(value) && !isHonorific(value) },
]
const regionOrCountry: readonly Meaning[] = [{ field: 'country', fits: (value) => countryCode(value) !== undefined }]
const webOnly: readonly Meaning[] = [
  { field: 'website', fits: (value) => /^(?:https?:\/\/|www\.)|^[\p{L}\d-]+(?:\.[\p{L}\d-]+)+\/?$/iu.test(value) },
]
const phoneOnly: readonly Meaning[] = [{ field: 'phone', fits: (value) => /^\+?[\d\s()./-]{9,}$/.test(value) }]
const ownCode: readonly Meaning[] = [
  // The form of Poland alone leaves no doubt.
  { field: 'postcode', fits: (value) => /^\d{2}-\d{3}$/.test(value) },
  { field: 'externalId', fits: (value) => /^(?=.*\d)[\p{L}\d][\p{L}\d._/-]{0,23}$/u.test(value), differs: true },
]

/**
 * Names that mean different things to different people, by their folded form; the values decide. "Title" is "Dr." in one
 * address book and "Director" in another, the Italian "Stato" is a country or a status.
 */
export const ambiguousNames: ReadonlyMap<string, readonly Meaning[]> = new Map([
  ['title', honorificOrJob],
  ['titel', honorificOrJob],
  ['titolo', honorificOrJob],
  ['titulo', honorificOrJob],
  ['titre', honorificOrJob],
  ['stato', regionOrCountry],
  ['staat', regionOrCountry],
  ['estado', [{ field: 'region', fits: (value) => /^\p{Lu}{2}$/u.test(value) || brazilianStates.has(value) }]],
  ['uid', [{ field: 'taxId', fits: (value) => /^(?:[A-Z]{2}[A-Z\d]{8,12}|CHE[-\d. ]{9,15}.*)$/.test(value) }]],
  // What somebody signs in with is no name.
  ['username', [{ field: 'name', fits: (value) => /\p{L}\s+\p{L}/u.test(value) }]],
  ['cep', phoneOnly],
  // "Portable" in short, or a harbour.
  ['port', phoneOnly],
  ['site', webOnly],
  ['internet', webOnly],
  ...['code', 'codigo', 'codice', 'kod', 'kode', 'koodi', 'код', 'コード', 'ref'].map(
    (name) => [fold(name), ownCode] as const,
  ),
])

const brazilianStates: ReadonlySet<string> = new Set(
  'São Paulo,Rio de Janeiro,Minas Gerais,Bahia,Paraná,Rio Grande do Sul,Pernambuco,Ceará,Jalisco,Nuevo León,Puebla,Veracruz,Ciudad de México'.split(
    ',',
  ),
)

/** What a column of an ambiguous name may be. */
export const meaningsOf = (foldedName: string): readonly ClientField[] =>
  (ambiguousNames.get(foldedName) ?? []).map(({ field }) => field)

/** What a column of an ambiguous name is, by its values; `undefined` where they do not agree. */
export function ambiguousField(foldedName: string, values: readonly string[]): ClientField | undefined {
  // "Titre1" is the second title of a table.
  const meanings = ambiguousNames.get(foldedName) ?? ambiguousNames.get(foldedName.replace(/\d$/, ''))
  if (meanings === undefined || values.length === 0) return undefined
  return meanings.find(
    ({ fits, differs }) =>
      values.filter(fits).length >= values.length * 0.8 && (differs !== true || new Set(values).size === values.length),
  )?.field
}
