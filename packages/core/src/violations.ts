import { leastOf } from './extremes.ts'
import type * as z from 'zod'
import { fieldsAt } from './contract-fields.ts'
import type { Violation } from './errors.ts'
import { absent, choiceWords, stringsIn, typesOf, valuesOf } from './fault-words.ts'
import { pointerTo } from './json.ts'
import { suggest } from './suggest.ts'
import { typeHint } from './type-hint.ts'

/** More are not told. */
export const maxViolations = 100

/** zod's issues, in `faultWords` and with the input that is reported, as violations, deepest branch of a union first, bounded in number. */
export function violationsOf(
  contract: z.core.$ZodType,
  issues: readonly z.core.$ZodIssue[],
  base: readonly PropertyKey[] = [],
): Violation[] {
  const violations: Violation[] = []
  for (const issue of issues) {
    if (violations.length >= maxViolations) break
    const path = [...base, ...issue.path]
    if (issue.code === 'invalid_union' && issue.errors.length > 0) {
      const nearest = nearestOf(issue.errors)
      const code = codeOfChoice(nearest)
      if (code === undefined) {
        for (const item of violationsOf(contract, nearest, path)) violations.push(item)
        continue
      }
      const message = choiceWords(issue.errors, issue.input)
      violations.push({
        pointer: pointerTo(path),
        code: message === absent ? 'invalid_type' : code,
        message,
        ...hinted(near(issue.input, valuesOf(issue.errors)) ?? typeHint(typesOf(issue.errors), issue.input)),
      })
      continue
    }
    if (issue.code === 'unrecognized_keys') {
      const fields = fieldsAt(contract, path)
      for (const key of issue.keys.slice(0, maxViolations)) {
        const meant = suggest(key, fields)
        violations.push({
          pointer: pointerTo([...path, key]),
          code: 'unknown_field',
          message: 'There is no such field.',
          hint: meant === undefined ? `The fields are ${fields.join(', ')}.` : `Did you mean \`${meant}\`?`,
        })
      }
      continue
    }
    if (issue.message === absent) {
      violations.push({ pointer: pointerTo(path), code: 'invalid_type', message: absent })
      continue
    }
    const custom = issue.code === 'custom' ? (issue.params as { code?: string; hint?: string } | undefined) : undefined
    violations.push({
      pointer: pointerTo(path),
      code: custom?.code ?? issue.code,
      message: (issue.code === 'invalid_key' ? issue.issues[0]?.message : undefined) ?? issue.message,
      ...hinted(custom?.hint ?? hintOf(issue)),
    })
  }
  return violations.slice(0, maxViolations).filter((each) => !saysLess(each, violations))
}

/** What is told where a value is of none of several forms; `undefined` where one of them looked at what is in it. */
function codeOfChoice(nearest: readonly z.core.$ZodIssue[]): 'invalid_type' | 'invalid_value' | undefined {
  const codes = nearest.map(({ path, ...issue }) => {
    if (path.length > 0) return undefined
    if (issue.code === 'invalid_union' && issue.errors.length > 0) return codeOfChoice(nearestOf(issue.errors))
    return issue.code === 'invalid_type' || issue.code === 'invalid_value' ? issue.code : undefined
  })
  return codes.includes(undefined) ? undefined : codes[0]
}

const hinted = (hint: string | undefined): Pick<Violation, 'hint'> => (hint === undefined ? {} : { hint })

function hintOf(issue: z.core.$ZodIssue): string | undefined {
  if (issue.code === 'invalid_type') return typeHint([issue.expected], issue.input)
  return issue.code === 'invalid_value' ? near(issue.input, stringsIn(issue.values)) : undefined
}

/** The word that was meant, where one is near. */
function near(input: unknown, values: readonly string[]): string | undefined {
  const word = typeof input === 'string' ? suggest(input, values) : undefined
  return word === undefined ? undefined : `Did you mean \`${word}\`?`
}

/** zod measures a text where it wanted a list; that it is of the wrong type says all. */
const saysLess = ({ pointer, code }: Violation, all: readonly Violation[]): boolean =>
  (code === 'too_big' || code === 'too_small') &&
  all.some((other) => other.code === 'invalid_type' && other.pointer === pointer)

/** Of the branches of a union, the one that was meant. */
const nearestOf = (branches: readonly (readonly z.core.$ZodIssue[])[]): readonly z.core.$ZodIssue[] =>
  [...branches].sort((a, b) => faultsIn(a) - faultsIn(b))[0] ?? []

/** How far an input is from a branch of a union: the branch with the fewest faults is the one that was meant. */
const faultsIn = (issues: readonly z.core.$ZodIssue[]): number =>
  issues.reduce((sum, issue) => {
    if (issue.code === 'unrecognized_keys') return sum + issue.keys.length
    if (issue.code === 'invalid_union' && issue.path.length === 0 && issue.errors.length > 0) {
      return sum + leastOf(issue.errors.map(faultsIn))
    }
    if (issue.path.length > 0) return sum + 1
    // None of the words of a list says nothing of an object; of another type altogether is further still.
    return sum + (issue.code === 'invalid_type' ? 1000 : issue.code === 'invalid_value' ? 999 : 1)
  }, 0)
