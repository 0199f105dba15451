import type { FieldType, Json } from '@chancery/core'
import { candidate, type Candidate } from '../candidate.ts'
import type { LabelHit } from '../labels/label-hits.ts'
import type { Values } from '../read-values.ts'
import { collapse, lastAtOrBefore, type TextIndex } from '../text-index.ts'
import { namesNobody } from '../values/parties.ts'
import { titleOf } from '../values/persons.ts'

const article = String.raw`(?:(?:the|der|die|das|den|dem|le|la|les|el|los|il|lo|i|o|a|os|as|de|het) |l['’])?`
/** What opens a term that a paper gives to what stands before it: `(the "Maturity Date")`, `ci-après « le Prix »`. */
const opening = new RegExp(
  String.raw`(\(|(?<!\p{L})(?:hereinafter|hereafter|nachfolgend|im folgenden|ci-après|en (?:adelante|lo sucesivo)|di seguito|d['’]ora in poi|doravante|hierna|zwan\p{L}{1,3} dalej|(?:dále|ďalej) jen)(?!\p{L}))[^()\n"“”„«»]{0,60}["“„«»‘'][\s\u00a0]?${article}$`,
  'iu',
)
/** A role between dashes: `Frau Mirjam Tacke, Südstraße 61, 59065 Hamm – Darlehensnehmerin –`. */
const dashed = new RegExp(String.raw`(?<=[\s,])([–—-]{1,2})[ \u00a0](?:als |as )?${article}$`, 'iu')
const closingDash = /^[\p{L}-]{0,3}[ \u00a0]?[–—-]{1,2}(?=[\s,.;]|$)/u
const closing = /^[\p{L}-]{0,3}[\s\u00a0]?["”“»«’']/u
/** A name that no list knows, right before the bracket. */
const nameBefore =
  /(?<![\p{L}\d])\p{Lu}[\p{L}.’'-]{0,24}(?: (?:(?:de|da|do|del|della|di|du|van|von|der|den) )?\p{Lu}[\p{L}.’'-]{0,24}){1,4}$/u
const reach = 200

/** How far before its term a value of a type may end: names have their seat and form in between. */
const gapOf = (type: FieldType): number =>
  type === 'person' || type === 'organization' || type === 'party' ? 160 : type === 'address' ? 30 : 3

/**
 * What a term stands for that the paper defines by the label: of `… on 1 January 2031 (the "Maturity Date")` the day.
 * `undefined` where the label is no such term, or no value of the type stands before it.
 */
export function definedBy({ text }: TextIndex, values: Values, hit: LabelHit, type: FieldType): Candidate | undefined {
  const before = text.slice(Math.max(0, hit.start - 120), hit.start)
  const after = text.slice(hit.end, hit.end + 8)
  const opened = closing.test(after) ? opening.exec(before) : closingDash.test(after) ? dashed.exec(before) : null
  if (opened === null) return undefined
  const end = hit.start - before.length + opened.index
  const isName = type === 'person' || type === 'organization' || type === 'party'
  const list = type === 'party' ? [...values.of('organization'), ...values.of('person')].toSorted((a, b) => a.start - b.start) : values.of(type) // prettier-ignore
  const value = list[lastAtOrBefore(list, end)]
  const gap = value === undefined ? Infinity : text.slice(value.end, end).trimEnd().length
  const isNear = value !== undefined && value.bare !== true && value.end <= end && gap <= gapOf(type)
  // Between a name and its term stands no other term.
  const asParty = (name: Json): Json =>
    type === 'party' ? { name, role: collapse(text.slice(hit.start, hit.end)) } : name
  if (isNear && !/[)]|\p{L}{3}\.\s|\n\s*\n/u.test(text.slice(value.end, end)))
    return isName ? { ...value, type, value: asParty(value.value) } : value
  if (!isName) return undefined
  const raw = text
    .slice(Math.max(0, end - reach), end)
    .trimEnd()
    .replace(/,$/u, '')
  const whole = nameBefore.exec(raw)?.[0]
  const name = whole?.slice(titleOf(whole))
  if (name === undefined || name === '' || namesNobody(name)) return undefined
  const start = Math.max(0, end - reach) + raw.length - name.length
  return candidate(type, start, start + name.length, asParty(collapse(name)), 0.8)
}
