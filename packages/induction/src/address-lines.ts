import { leavesOf, type SampleNode } from './sample.ts'
import type { Mark } from './tokens.ts'
import { postcodeAndPlace, street } from './value-forms.ts'

const longestLine = 60

/** Lines of an address by their form, where a street stands right above a postcode with its place: one alone may be anything. */
export function addressMarks(sample: SampleNode): readonly Mark[] {
  const lines = leavesOf(sample)
    .flatMap(({ slots }) => slots)
    .flatMap((text) => text.split('\n'))
    .map((line) => line.trim())
    .filter((line) => line !== '')
  return lines.flatMap((line, index): readonly Mark[] => {
    const above = lines[index - 1] ?? ''
    if (line.length > longestLine || above.length > longestLine) return []
    if (!postcodeAndPlace.test(line) || !street.test(above)) return []
    return [
      { text: above, field: 'street' },
      { text: line, field: 'city' },
    ]
  })
}
