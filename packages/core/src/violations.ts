import { leastOf } from './extremes.ts'
import type * as z from 'zod'
import { fieldsAt } from './contract-fields.ts'
import type { Violation } from './errors.ts'
import { pointerTo } from './json.ts'
import { suggest } from './suggest.ts'

/** More are not told. */
export const maxViolations = 100

/** zod's issues, with the input that is reported, as violations, deepest branch of a union first, bounded in number. */
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
      const message = typesWanted(issue.errors)
      const absent = message.endsWith(', received undefined')
      violations.push({ pointer: pointerTo(path), ...(absent ? required : { code: 'invalid_type', message }) })
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
    const isAbsent =
      (issue.code === 'invalid_type' && issue.message.endsWith(', received undefined')) ||
      (issue.code === 'invalid_value' && 'input' in issue && issue.input === undefined)
    if (isAbsent) {
      violations.push({ pointer: pointerTo(path), ...required })
      continue
    }
    const custom = issue.code === 'custom' ? (issue.params as { code?: string; hint?: string } | undefined) : undefined
    violations.push({
      pointer: pointerTo(path),
      code: custom?.code ?? issue.code,
      message: (issue.code === 'invalid_key' ? issue.issues[0]?.message : undefined) ?? inJsonTerms(issue.message),
      ...(custom?.hint === undefined ? {} : { hint: custom.hint }),
    })
  }
  return violations.slice(0, maxViolations).filter((each) => !saysLess(each, violations))
}

/** A record is an object on the wire. */
const inJsonTerms = (message: string): string => message.replace('expected record,', 'expected object,')

const required = { code: 'invalid_type', message: 'This field is required.' }

/** zod measures a text where it wanted a list; that it is of the wrong type says all. */
const saysLess = ({ pointer, code }: Violation, all: readonly Violation[]): boolean =>
  (code === 'too_big' || code === 'too_small') &&
  all.some((other) => other.code === 'invalid_type' && other.pointer === pointer)

/** What the branches of a union want, where the value is of none of their types. */
function typesWanted(branches: readonly (readonly z.core.$ZodIssue[])[]): string {
  const issues = branches.flat().filter((issue) => issue.code === 'invalid_type')
  const received = /, received .*$/s.exec(issues[0]?.message ?? '')?.[0] ?? ''
  return `Invalid input: expected ${[...new Set(issues.map(({ expected }) => expected))].join(' or ')}${received}`
}

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
