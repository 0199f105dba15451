import { leastOf } from './extremes.ts'
import type * as z from 'zod'
import { fieldsAt } from './contract-fields.ts'
import type { Violation } from './errors.ts'
import { issueHint, mustBe, typeHint } from './issue-messages.ts'
import { pointerTo } from './json.ts'
import { present } from './present.ts'
import { suggest } from './suggest.ts'

/** More are not told. */
export const maxViolations = 100

/** zod's issues, with the input that is reported and the words of `issueMessage`, as violations, deepest branch of a union first, bounded in number. */
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
      const nearest = [...issue.errors].sort((a, b) => faultsIn(a) - faultsIn(b))[0] ?? []
      if (nearest.some((each) => each.code !== 'invalid_type' || each.path.length > 0)) {
        for (const item of violationsOf(contract, nearest, path)) violations.push(item)
        continue
      }
      violations.push({ pointer: pointerTo(path), ...typeWanted(typesOf(issue.errors), issue.input) })
      continue
    }
    if (issue.code === 'unrecognized_keys') {
      const fields = fieldsAt(contract, path)
      for (const key of issue.keys.slice(0, maxViolations)) {
        const near = suggest(key, fields)
        violations.push({
          pointer: pointerTo([...path, key]),
          code: 'unknown_field',
          message: 'There is no such field.',
          hint: near === undefined ? `The fields are ${fields.join(', ')}.` : `Did you mean \`${near}\`?`,
        })
      }
      continue
    }
    if ((issue.code === 'invalid_type' || issue.code === 'invalid_value') && issue.input === undefined) {
      violations.push({ pointer: pointerTo(path), ...required })
      continue
    }
    const custom = issue.code === 'custom' ? (issue.params as { code?: string; hint?: string } | undefined) : undefined
    violations.push({
      pointer: pointerTo(path),
      code: custom?.code ?? issue.code,
      message: (issue.code === 'invalid_key' ? issue.issues[0]?.message : undefined) ?? issue.message,
      ...present({ hint: custom?.hint ?? issueHint(issue) }),
    })
  }
  return violations.slice(0, maxViolations).filter((each) => !saysLess(each, violations))
}

const required = { code: 'invalid_type', message: 'This field is required.' }

/** zod measures a text where it wanted a list; that it is of the wrong type says all. */
const saysLess = ({ pointer, code }: Violation, all: readonly Violation[]): boolean =>
  (code === 'too_big' || code === 'too_small') &&
  all.some((other) => other.code === 'invalid_type' && other.pointer === pointer)

/** The types that the branches of a union want, as zod names them. */
const typesOf = (branches: readonly (readonly z.core.$ZodIssue[])[]): readonly string[] =>
  branches.flat().flatMap((issue) => (issue.code === 'invalid_type' ? issue.expected : []))

/** A value is of none of the types that may stand there. */
const typeWanted = (types: readonly string[], input: unknown): Omit<Violation, 'pointer'> =>
  input === undefined
    ? required
    : { code: 'invalid_type', message: mustBe(types, input), ...present({ hint: typeHint(types, input) }) }

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
