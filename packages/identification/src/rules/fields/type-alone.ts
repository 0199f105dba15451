import type { FieldType } from '@chancery/core'
import type { Candidate } from '../candidate.ts'
import type { Target } from '../labels/target.ts'
import { isTaxRate } from '../profiles/tax-rate.ts'
import type { Values } from '../read-values.ts'
import { fold } from '../text-index.ts'
import type { Option } from './option.ts'

/** Types that show by their form alone, so that the only one in a text is likely the one that is wanted. */
const telling: ReadonlySet<FieldType> = new Set([
  'email',
  'phone',
  'iban',
  'url',
  'party',
  'address',
  'duration',
  'percent',
  'organization',
  'person',
  'date',
  'datetime',
  'money',
  'country',
  'number',
  'integer',
])
/** Of these a text has many, and one of them means nothing without a label. */
const vague: ReadonlySet<FieldType> = new Set([
  'date',
  'datetime',
  'money',
  'organization',
  'person',
  'party',
  'percent',
  'duration',
  'country',
  'address',
  'number',
  'integer',
])

const names: ReadonlySet<FieldType> = new Set(['organization', 'person', 'party'])
/** A name that says more than which type it has: `guarantor`, and not `companyName`. */
const isRole = ({ name, type }: Target): boolean =>
  names.has(type) && !/(?:name|person|organi[sz]ation|company|firm|party|parties)$/iu.test(name)

/** More values of a field are rows of data, and not facts of a document. */
export const mostValues = 20_000

/** Those of a type that show by their form alone; for numbers that is any of them. */
export const plainOf = (type: FieldType, values: Values) =>
  type === 'number' || type === 'integer' ? values.of(type) : values.of(type).filter(({ bare }) => bare !== true)

/** A value where none has a label: by type, for fields whose type says enough. */
export function byType(target: Target, text: string, values: Values, own: boolean): Option[] {
  if (!telling.has(target.type)) return []
  // The name says no more than the type ("email"), or asks for whichever there are.
  const plain = fold(target.name.replace(/[^\p{L}]/gu, '')).endsWith(target.type) || target.many || target.typed
  if (vague.has(target.type) && (!plain || !own)) return []
  // A percentage that is a tax's is not another field's.
  const isOther = (value: Candidate): boolean =>
    target.type === 'percent' && !target.many && target.canonical !== 'taxRate' && isTaxRate(text, value)
  const list = plainOf(target.type, values).filter((value) => !isOther(value))
  const several = new Set(list.map((value) => JSON.stringify(value.value))).size > 1
  // Who has a role that nothing says is none of several.
  if (several && !target.many && isRole(target)) return []
  // Any number is one, so that the first of several says nothing.
  if (several && !target.many && (target.type === 'number' || target.type === 'integer')) return []
  const score =
    (target.many ? 0.75 : several ? 0.42 : 0.6) * (target.canonical === undefined && !target.typed ? 0.85 : 1)
  return list.slice(0, target.many ? mostValues : 4).map((value, at) => ({
    value,
    score: (target.many ? score : score - at * 0.02) * value.confidence,
    method: 'type',
  }))
}
