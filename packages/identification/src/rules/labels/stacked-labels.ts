import type { FieldType } from '@chancery/core'
import { firstWithin, type Values } from '../read-values.ts'
import { lineAt, type Line, type TextIndex } from '../text-index.ts'
import type { LabelHit } from './label-hits.ts'

/** Lines that hold a label and nothing after it, in a run: the i-th has its value on the i-th line after the run. */
export interface Runs {
  readonly lone: ReadonlyMap<number, LabelHit>
  /** Numbers of the lines of values by those of labels, where the types of the values show them. */
  readonly stacked: ReadonlyMap<number, number>
}

export function loneLabels(index: TextIndex, hits: readonly LabelHit[], values: Values): Runs {
  const lone = new Map<number, LabelHit>()
  for (const hit of hits) {
    const line = lineAt(index, hit.start)
    const after = index.text.slice(hit.end, Math.min(line.end, hit.end + 60))
    const before = index.text.slice(Math.max(line.start, hit.start - 20), hit.start)
    if (
      line.end - hit.end < 60 &&
      /^[\s.:#)(_-]*$/.test(after.replace(/\([^)]{0,20}\)|\b(?:no|nr)\b\.?/i, '')) &&
      /^[\s\p{P}\d]*$/u.test(before)
    ) {
      lone.set(line.number, hit)
    }
  }
  return { lone, stacked: stackedLabels(index, values, lone) }
}

const mostLabels = 10
/** Before the first known label of a stack. */
const mostAbove = 2
const widest = 40
/** A label that no list knows: a few words, and no figure. */
const labelLike = /^[ \t]*\p{Lu}[\p{L} .'’/()-]{2,39}[ \t]*$/u
const shown: readonly FieldType[] = ['date', 'datetime', 'money', 'iban', 'email', 'phone', 'percent']

/** Whether a line begins with a value of a label's type; `undefined` where any text would do. */
function fits({ text }: TextIndex, values: Values, hit: LabelHit, { start, end }: Line): boolean | undefined {
  const types = new Set([...hit.types, ...hit.namings.map(({ target }) => target.type)])
  const begins = (type: FieldType): boolean => firstWithin(values.of(type), start, start + 4) !== undefined
  if (shown.some((type) => types.has(type))) return shown.some((type) => types.has(type) && begins(type))
  if (!types.has('identifier')) return undefined
  return end - start <= widest && /\d/.test(text.slice(start, end)) && !begins('date') && !begins('money')
}

/**
 * The lines of the values of labels that stand below one another, with all of their values below the last: a table whose
 * columns came apart. How many labels there are is shown by which count gives each known label a value of its type.
 * @param lone labels by their lines, of lines that have nothing else
 * @returns numbers of lines by those of the labels
 */
function stackedLabels(
  index: TextIndex,
  values: Values,
  lone: ReadonlyMap<number, LabelHit>,
): ReadonlyMap<number, number> {
  const { text, lines } = index
  const found = new Map<number, number>()
  const isLabel = (number: number): boolean => {
    const line = lines[number]
    return (
      line !== undefined &&
      (lone.has(number) || (line.end - line.start < widest && labelLike.test(text.slice(line.start, line.end))))
    )
  }
  let next = 0
  for (const top of lone.keys()) {
    if (top < next) continue
    let last = top
    while (last < top + mostLabels && isLabel(last + 1)) last += 1
    next = last + 1
    const known = Array.from({ length: last - top + 1 }, (_, at) => top + at).flatMap((number) => {
      const hit = lone.get(number)
      return hit === undefined ? [] : [[number, hit] as const]
    })
    for (let first = top; first >= top - mostAbove && (first === top || isLabel(first)); first -= 1) {
      const count = countOf(first, known)
      if (count === undefined) continue
      for (const [number] of known) found.set(number, number + count)
      break
    }
  }
  return found

  function countOf(first: number, known: readonly (readonly [number, LabelHit])[]): number | undefined {
    const least = Math.max(2, (known.at(-1)?.[0] ?? first) - first + 1)
    for (let count = least; count <= mostLabels && isLabel(first + count - 1); count += 1) {
      const fit = known.map(([number, hit]) => {
        const line = lines[number + count]
        return line !== undefined && line.end > line.start ? fits(index, values, hit, line) : false
      })
      if (!fit.includes(false) && fit.filter((one) => one === true).length > 1) return count
    }
    return undefined
  }
}
