import { expect, it } from 'vitest'
import { pointerTo } from './json.ts'

it.each([
  [[], ''],
  [['a', 0, ''], '/a/0/'],
  [['a/b', 'm~n'], '/a~1b/m~0n'],
])('points to %j', (path, pointer) => expect(pointerTo(path)).toBe(pointer))

it('shows the beginning of a key that no answer could hold a hundred times', () => {
  expect(pointerTo(['data', 'k'.repeat(20_000_000), 0])).toBe(`/data/${'k'.repeat(1024)}…/0`)
  expect(pointerTo([`${'k'.repeat(1023)}😀k`])).toBe(`/${'k'.repeat(1023)}…`)
  expect(pointerTo(['k'.repeat(1024)])).toBe(`/${'k'.repeat(1024)}`)
})
