import { describe, expect, it } from 'vitest'
import { TakenNames } from './taken-names.ts'

describe('taken names', () => {
  it('are given as wanted once, and then with numbers that are free', () => {
    const names = new TakenNames(['b2'])
    const wanted = ['a', 'a', 'a2', 'a', 'b', 'b', 'b']
    expect(wanted.map((name) => names.take(name))).toEqual(['a', 'a2', 'a22', 'a3', 'b', 'b3', 'b4'])
    expect([...names]).toEqual(['b2', 'a', 'a2', 'a22', 'a3', 'b', 'b3', 'b4'])
  })

  it('are numbered as the caller has it', () => {
    const names = new TakenNames(['name'])
    expect(names.take('name', (number) => `na_${number}`)).toBe('na_2')
    expect(names.take('name', (number) => `na_${number}`)).toBe('na_3')
  })

  it('are never those that something else holds', () => {
    const names = new TakenNames([], (name) => name.toLowerCase() === 'a2')
    expect(['a', 'a', 'A2', 'a'].map((name) => names.take(name))).toEqual(['a', 'a3', 'A22', 'a4'])
  })

  it('are not tried from the start each time', () => {
    const names = new TakenNames()
    let tried = 0
    const numbered = (number: number): string => {
      tried++
      return `name${number}`
    }
    for (let count = 0; count < 1000; count++) names.take('name', numbered)
    expect(tried).toBe(999)
  })
})
