import { expect, it } from 'vitest'
import { fold } from '../fold.ts'
import { lexicon } from './lexicon.ts'

it('has each name once: it can mean one field', () => {
  const places = new Map<string, string[]>()
  for (const [field, lines] of Object.entries(lexicon)) {
    for (const name of [field, ...lines.flatMap((line) => line.split('|'))]) {
      places.set(fold(name), [...(places.get(fold(name)) ?? []), `${field}: ${name}`])
    }
  }
  expect([...places.values()].filter((each) => each.length > 1)).toEqual([])
  expect(places.has('')).toBe(false)
})
