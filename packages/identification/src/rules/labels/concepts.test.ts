import { describe, expect, it } from 'vitest'
import { synonymsOf, typeOfThing } from './concepts.ts'

describe('what a word of a name means', () => {
  it.each([
    ['weihnachtsgeld', 'money'],
    ['mietverhaltnis', undefined],
    ['current', undefined],
    ['eintrittsdatum', 'date'],
    ['bindefrist', 'duration'],
    ['executrix', 'person'],
    ['garantie', 'duration'],
    ['nachttarief', 'money'],
  ])('%s is of type %s', (word, type) => expect(typeOfThing(word)).toBe(type))

  it('has other words, with two letters for an umlaut or one', () => {
    expect(synonymsOf('gebuehr').has('fee')).toBe(true)
    expect(synonymsOf('gebuhr').has('honorarios')).toBe(true)
    expect(synonymsOf('table').size).toBe(0)
  })
})
