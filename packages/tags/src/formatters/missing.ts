import type { MissingPolicy } from '@chancery/core'
import type { Formatter } from './formatter.ts'

export const missingPolicies = ['error', 'blank', 'keep', 'highlight'] as const satisfies readonly MissingPolicy[]

/** Read by `policyFor`; a value that is there passes through. */
export const missingFormatter: Formatter = {
  name: 'missing',
  summary: 'What stands here where the value is missing: "error", "blank", "keep" (the tag) or "highlight".',
  example: '{middleName | missing:"blank"}',
  takes: 'any',
  gives: 'any',
  args: [
    {
      name: 'policy',
      kind: 'text',
      sample: 'blank',
      fault: (value) =>
        missingPolicies.some((policy) => policy === value)
          ? undefined
          : 'Must be "error", "blank", "keep" or "highlight".',
    },
  ],
  schema: {},
  format: (value) => value,
}
