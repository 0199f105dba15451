import { type ClientData, memoized, present } from '@chancery/core'
import { familyNameOf } from './family-name.ts'
import { isHonorific } from './honorifics.ts'
import { hasLegalForm, saysFirm } from './legal-form.ts'
import { namesFirmOrFamily, namesFirmOrWhole } from './listed-names.ts'
import { isFamilyFirst } from './name-order.ts'
import { readName, withoutTitles } from './person-name.ts'
import type { RowCells } from './row-cells.ts'

export type RowName = Pick<ClientData, 'kind' | 'name' | 'givenName' | 'familyName' | 'honorific' | 'organization'>

/** The same columns come again with each row. */
const familyFirst = memoized(isFamilyFirst, 1000)
const firmOrFamily = memoized(namesFirmOrFamily, 1000)
const firmOrWhole = memoized(namesFirmOrWhole, 1000)

/** The name of an export, by the letter: nothing of it is to be guessed. */
export function exportedName(cells: RowCells, kind: string | undefined): RowName | undefined {
  const name = cells.single('name')
  if (name === undefined || (kind !== 'person' && kind !== 'organization')) return undefined
  return { kind, name, ...present({ givenName: cells.single('givenName'), familyName: cells.single('familyName') }) }
}

/**
 * A name from whatever says who it is: name fields, the organization, at last an e-mail address or telephone number.
 * A legal form where a family name would stand, or a form of address that says "Firma", makes an organization of who has no given name.
 * @param said what other columns of the row say
 */
export function rowName(
  cells: RowCells,
  said: { readonly organization: string | undefined; readonly honorific: string | undefined },
  contacts: readonly string[],
  locale: string,
): RowName | undefined {
  const { organization, honorific } = said
  const whole = cells.single('name')
  const column = cells.all('name')[0]?.column ?? ''
  const [given, family] = [cells.single('givenName'), familyNameOf(cells)]
  const isFirm = organization === undefined && honorific !== undefined && saysFirm(honorific)
  if (
    whole !== undefined &&
    family === undefined &&
    firmOrFamily(column) &&
    (given !== undefined || !firmOrWhole(column))
  ) {
    const isPerson = !hasLegalForm(whole) && (given !== undefined || (honorific !== undefined && !isFirm))
    if (isPerson) return personOf(given, whole)
    if (given !== undefined) cells.keep(cells.all('givenName')[0]?.column ?? 'givenName', given)
    return { kind: 'organization', name: whole }
  }
  if (given === undefined && family !== undefined && (isFirm || hasLegalForm(family))) {
    return { kind: 'organization', name: whole ?? family }
  }
  if (given !== undefined && family !== undefined && whole !== undefined && organization === undefined) {
    // In accounting the contact is a firm, and whom one speaks to there has columns of their own.
    if (hasLegalForm(whole)) return { ...personOf(given, family), organization: whole }
  }
  if (given !== undefined || family !== undefined) return personOf(given, family, whole)
  if (whole !== undefined) {
    if (whole === organization || isFirm) return { kind: 'organization', name: whole }
    return isHonorific(whole) ? { kind: 'person', name: whole } : readName(whole, locale, familyFirst(column))
  }
  if (organization !== undefined) return { kind: 'organization', name: organization }
  const [contact] = contacts
  return contact === undefined ? undefined : { kind: 'person', name: contact }
}

function personOf(given: string | undefined, family: string | undefined, whole?: string): RowName {
  const front = given === undefined ? undefined : withoutTitles(given)
  const name =
    whole === undefined
      ? [front?.rest, family].filter((part) => part !== undefined).join(' ')
      : withoutTitles(whole).rest
  return {
    kind: 'person',
    name,
    ...present({ givenName: front?.rest, familyName: family, honorific: front?.honorific }),
  }
}
