import type { Candidate } from '../candidate.ts'
import { targetOf, type Target } from '../labels/target.ts'
import { firstWithin, type Values } from '../read-values.ts'
import { fold, type TextIndex } from '../text-index.ts'
import type { Option } from './option.ts'

/** Words for an address in names of fields, before or behind whose it is: `tenantAddress`, `moradaSenhorio`, `Kundenadresse`. */
const words =
  'address|adresse|anschrift|wohnsitz|sitz|direccion|domicilio|headquarters|seat|indirizzo|residenza|endereco|morada|adres|domicile|siege|adress|osoite|cim|adresa|lakcim'
const behind = new RegExp(`^(.{3,30}?)[ ]?(?:${words})$`, 'u')
const before = new RegExp(`^(?:${words}) (?:(?:of|de|du|des|der|del|della|do|da|van) )?(.{3,30})$`, 'u')
/** Kinds of addresses, and not whose they are. */
const kinds = new Set('property email mail e billing shipping delivery postal home street mailing business invoice web ip registered site office current work return service lieferung liefer rechnung rechnungs post wohn privat objekt'.split(' ')) // prettier-ignore

const names: ReadonlySet<Target['type']> = new Set(['person', 'organization', 'party', 'text'])
const plainName = (name: string): string =>
  fold(
    name
      .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
      .replace(/[_.-]+/gu, ' ')
      .trim(),
  )
const sameRole = (name: string, role: string): boolean =>
  name.replace(/ (?:full )?name$/u, '') === role || name === role.replace(/(?:n|s)$/u, '')

/** The party whose address a field asks for; `undefined` where it names none. */
export function ownerOf(target: Target, wanted: readonly Target[]): Target | undefined {
  if (target.type !== 'address') return undefined
  const name = plainName(target.name)
  const role = behind.exec(name)?.[1] ?? before.exec(name)?.[1]
  if (role === undefined || kinds.has(role)) return undefined
  // The caller may ask for the party, too, with labels of his own.
  const asked = wanted.find(
    (other) => other !== target && names.has(other.type) && sameRole(plainName(other.name), role),
  )
  if (asked) return asked
  const known = targetOf({ name: role, type: 'party' })
  // German joins words by a letter: `Kundenadresse`.
  return known.canonical === undefined ? targetOf({ name: role.replace(/(?<=.{3})(?:n|s)$/u, ''), type: 'party', labels: [role] }) : known // prettier-ignore
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/gu, String.raw`\$&`)
/** What parts somebody's address from the name: not a paragraph, nor a sentence. */
const parts = /\n[ \t]*\r?\n|\p{L}{4}\.\s/u
const reach = 300
const mostPlaces = 12

/** The address that follows a party's name, wherever the paper has it. */
export function addressOfOwner({ text }: TextIndex, values: Values, owners: readonly Option[]): Option[] {
  const best = owners.toSorted((a, b) => b.score - a.score)[0]
  if (best === undefined) return []
  const name = text.slice(best.value.start, best.value.end)
  if (name.length < 4 || name.length > 120) return []
  const places = text.matchAll(new RegExp(escaped(name).replace(/\s+/gu, String.raw`\s+`), 'giu'))
  const found: Candidate[] = []
  for (const place of [...places].slice(0, mostPlaces)) {
    const end = place.index + place[0].length
    const address = firstWithin(values.of('address'), end, end + reach)
    if (address && !parts.test(text.slice(end, address.start))) found.push(address)
  }
  return found.map((value, at) => ({
    value,
    score: (0.8 - Math.min(at, 5) * 0.05) * Math.min(1, best.score + 0.2) * value.confidence,
    method: 'position',
  }))
}
