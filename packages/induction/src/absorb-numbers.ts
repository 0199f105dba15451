import { leastOf } from '@chancery/core'
import { type AroundValue, type Extent, noExtent } from './widen-values.ts'

/** A group of a number that is written in several: `1A`, `204`, `FR76`. */
const group = /^(?:\p{Lu}{1,4}\d{1,6}|\d{1,6}\p{Lu}?)$/u
const year = /^(?:19|20)\d{2}$/
/** What the rest of such a number looks like. */
const groups = /^(?:\d[\d\p{Lu}]{0,11}|\p{Lu}{1,2}\d{1,8})(?: (?:\d[\d\p{Lu}]{0,11}|\p{Lu}{1,2}))*$/u
/** Letters behind the sign of a number begin it: `Nr. A 1180`, `Kundennummer: K 20411`. */
const letters =
  /(?<!\p{L})(?:[Nn]o\.?|N[Oo]\.|[Nn]r\.?|[Nn]úm\.?|[Nn]ro\.?|[Nn]\.?[°º]|№|#|\p{L}{0,30}(?:[Nn]ummer|[Nn]umber|[Nn]um[eé]ro|[Nn]úmero):?) ?\p{Lu}{1,3} $/u
/** No number has more groups. */
const mostGroups = 12
/** Of so many groups nothing else is written than a number. */
const fewestGroups = 3

/** How many tokens, in pairs of a group and a space, the groups right beside a value are. */
function groupsFrom(tokens: AroundValue['before']): number {
  let count = 0
  while (
    count < mostGroups * 2 &&
    tokens[count]?.text === ' ' &&
    group.test(tokens[count + 1]?.text ?? '') &&
    /^(?:[\s,;.)]|$)/u.test(tokens[count + 2]?.text ?? '')
  )
    count += 2
  return count
}

/**
 * How many tokens around a value are groups of one number with it, as the numbers of all samples begin or end alike: `1A 204 118 `
 * before `44` and `61`. A year before a number is none.
 */
export function numberAround(values: readonly string[], { before, after }: AroundValue): Extent {
  if (values.length < 2 || !values.every((value) => value.length <= 60 && groups.test(value))) return noExtent
  const ahead = groupsFrom(before.slice(-mostGroups * 2 - 1).toReversed())
  const behind = groupsFrom(after.slice(0, mostGroups * 2 + 1))
  const isSigned =
    ahead + behind === 0 &&
    letters.test(
      before
        .slice(-8)
        .map(({ text }) => text)
        .join(''),
    )
  if (isSigned) return { before: 2, after: 0 }
  if (ahead + behind === 0) return noExtent
  const own = leastOf(values.map((value) => value.split(' ').length))
  const isLong = own + (ahead + behind) / 2 >= fewestGroups
  const first = ahead === 2 ? (before.at(-2)?.text ?? '') : ''
  const isPrefix = behind === 0 && /\d{3}/.test(first) && !year.test(first)
  return isLong || isPrefix ? { before: ahead, after: behind } : noExtent
}
