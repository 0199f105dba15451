import { describe, expect, it } from 'vitest'
import { tickedPart } from './check-marks.ts'

const chosen = (value: string): string | undefined => {
  const part = tickedPart(value)
  return part && value.slice(part.start, part.end)
}

describe('boxes in a value', () => {
  it.each([
    ['[X] Female [ ] Male', 'Female'],
    ['[ ] Female [x] Male', 'Male'],
    ['☐ Single  ☒ Married  ☐ Divorced', 'Married'],
    ['Male ☐ Female ☒', 'Female'],
    ['✓ Approved', 'Approved'],
    ['(x) Yes ( ) No', 'Yes'],
    ['☒ yes, ☐ no', 'yes'],
    ['Ann Lee (Mrs)', 'Ann Lee (Mrs)'],
    ['☒', '☒'],
    ['○ ledig ● verheiratet ○ geschieden', 'verheiratet'],
    ['■ yes □ no', 'yes'],
    ['● the first point', '● the first point'],
    ['☐ Yes ☐ No', undefined],
  ])('%j is %j', (value, expected) => expect(chosen(value)).toBe(expected))
})
