import type { FieldType } from '@chancery/core'
import type { LabelHit } from '../labels/label-hits.ts'
import type { Place } from '../labels/relations.ts'
import { firstWithin, type Values } from '../read-values.ts'
import { lastAtOrBefore, type TextIndex } from '../text-index.ts'

/** What stands before the word that says what it is: a `$500 deposit`, a `1.5% late fee`, `3 rooms`. */
const leading: ReadonlySet<FieldType> = new Set(['money', 'percent', 'number', 'integer'])
/** Between the value and its label stands a space, or a word or two: `$500 refundable deposit`, `500 € de caution`. */
const between =
  /^(?:[ \u00a0]|-)(?:(?!(?:under|after|before|until|against|including|without|towards?|gegen|ohne|inklusive)\s)[\p{Ll}-]{5,20} )?(?:(?:(?:(?:was|were|is|are) paid )?by way of|en concepto de|a título de|a titolo di|bij wijze van|tytułem|for|pour|per|para|voor|de|d[aeo]|di|del|della|als?|für|en|au titre d[eu]|à titre d[e'’]|as|als) (?:the |la |le |les |el |los |las |il |i |o |os |het |die |das |den )?|d[’'])?$/u
/** How many there are of a thing: `sixty (60) equal monthly installments`, `12 full pages`. */
const betweenCount = /^\)?(?:[ \u00a0]|-)(?:[\p{Ll}-]{3,20} ){0,2}$/u
/** A mark behind the label, or a tab, says that its value follows. */
const marked = /^[ \u00a0]?(?:[:：=\t|#]| {2})/u
/** A value right behind a mark belongs to the label before that: `Net: 12 EUR Tax: 2 EUR`. */
const isMarked = /[:：=\t][ \u00a0]{0,3}$/u
/** Between a label and a value behind it: `deposit of $500`, `Total: EUR 5`. */
const linking =
  /^[ \t]*(?:\([^()\n]{0,24}\))?[\s:=.…]{0,12}(?:(?:is|of|von|vom|ist|de|d[aeo]|di|del|est|es|è|é|van|i\.H\.v\.|in Höhe von|beträgt|amounts to|at|equal to|not exceeding|up to|bis zu) ){0,2}$/iu

/**
 * The place of a value right before its label, in the same line, where that value is not one of a label before it and no
 * other follows the label at once.
 */
export function valueBefore(
  { text }: TextIndex,
  values: Values,
  hits: readonly LabelHit[],
  at: number,
  hit: LabelHit,
  type: FieldType,
): Place | undefined {
  if (!leading.has(type)) return undefined
  const list = values.of(type)
  const value = list[lastAtOrBefore(list, hit.start)]
  const isCount = type === 'number' || type === 'integer'
  if (!value || value.end > hit.start || (value.bare === true) !== isCount) return undefined
  if (!(isCount ? betweenCount : between).test(text.slice(value.end, hit.start))) return undefined
  if (isCount && marked.test(text.slice(hit.end, hit.end + 4))) return undefined
  if (!isCount && isMarked.test(text.slice(Math.max(0, value.start - 4), value.start))) return undefined
  // Of `Total due £100` the value of `Total` stands behind both words.
  const end = Math.max(hit.end, hits[at]?.end ?? 0)
  const next = firstWithin(list, end, end + 40)
  if (!isCount && next && linking.test(text.slice(end, next.start))) return undefined
  const label = hits[at - 1]
  const isOther = label && (label.types.includes(type) || label.namings.some(({ target }) => target.type === type))
  if (isOther && value.start - label.end < 40 && linking.test(text.slice(label.end, value.start))) return undefined
  return { start: value.start, end: value.end, fit: 0.95, method: 'label', divided: false }
}
