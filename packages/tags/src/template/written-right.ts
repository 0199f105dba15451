import { pathsOf } from '../data/reads.ts'
import { parseExpression } from '../syntax/parse-expression.ts'
import { withoutBuiltIns } from './built-ins.ts'
import { checkExpression } from './check-expression.ts'
import { ownSteps } from './own-steps.ts'
import { saidList } from './said-lists.ts'
import { saidOf, saidSteps, withBar, withValue } from './said-formatters.ts'
import { shareOf } from './shares-of-values.ts'
import { withoutCalls } from './without-calls.ts'
import { type Slip, slipsOfWhole, slipsOutside } from './usual-slips.ts'

/** Longest tag that is looked at. */
const maxLength = 300

/**
 * What stands in a tag, as it is written here: its usual slips mended, one at a time or all. Only what can be read then, without
 * a fault, is an answer. `isRight`: what else it has to be.
 */
export function writtenRight(source: string, isRight: (text: string) => boolean = () => true): string | undefined {
  const text = source.trim()
  if (text.length > maxLength) return undefined
  const isAnswer = (candidate: string): boolean => candidate !== text && isRight(candidate) && canBeRead(candidate)
  let all = text
  const operations = [withoutCalls, ownSteps]
  const mends = [
    withoutBuiltIns,
    withValue,
    withBar,
    shareOf,
    saidList,
    saidOf,
    saidSteps,
    ...slipsOfWhole.map(mendWhole),
    ...operations,
    ...slipsOutside.map(mendOutside),
    ...operations,
    closed,
  ]
  for (const mend of mends) {
    const alone = mend(text)
    const before = all
    all = mend(all)
    // What an operation of another engine makes is whole.
    if (operations.includes(mend) && before !== text && all !== before && isAnswer(all)) return tidy(all)
    if (alone !== text && isAnswer(alone)) return tidy(alone)
  }
  return isAnswer(all) ? tidy(all) : undefined
}

const mendWhole =
  ([slip, right]: Slip) =>
  (text: string): string =>
    replaced(text, slip, right)

const mendOutside =
  ([slip, right]: Slip) =>
  (text: string): string =>
    text
      .split(/("[^"]*"|[“„][^“”]*[“”])/)
      .map((piece, index) => (index % 2 === 1 ? piece : replaced(piece, slip, right)))
      .join('')

const replaced = (text: string, slip: RegExp, right: Slip[1]): string =>
  typeof right === 'string' ? text.replace(slip, right) : text.replace(slip, (...found: string[]) => right(...found))

/** Brackets and quotation marks that are not closed, or too many. */
function closed(text: string): string {
  if ((text.match(/"/g) ?? []).length % 2 === 1) return `${text}"`
  const open = (text.match(/\(/g) ?? []).length - (text.match(/\)/g) ?? []).length
  return open > 0 ? text + ')'.repeat(open) : open < 0 && text.endsWith(')') ? text.slice(0, open) : text
}

/** It is an expression without a fault, and no name of words that nobody took for one. */
function canBeRead(text: string): boolean {
  const parsed = parseExpression(text)
  if (!parsed.ok || checkExpression(parsed.expression).length > 0) return false
  return !pathsOf(parsed.expression).some(({ segments }) => segments.some((name) => /[()"=<>]/.test(name)))
}

const tidy = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()
