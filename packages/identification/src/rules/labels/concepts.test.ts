import { describe, expect, it } from 'vitest'
import { concepts, synonymsOf, typeOfThing } from './concepts.ts'

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

  it('is one thing alone', () => {
    const words = concepts.flatMap((concept) => [...concept.words])
    expect(words.filter((word, at) => words.indexOf(word) !== at)).toEqual([])
  })

  it('has other words, with two letters for an umlaut or one', () => {
    expect(synonymsOf('gebuehr').has('fee')).toBe(true)
    expect(synonymsOf('gebuhr').has('honorarios')).toBe(true)
    expect(synonymsOf('table').size).toBe(0)
  })
})
