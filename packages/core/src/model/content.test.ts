import { expect, it } from 'vitest'
import { Content } from './content.ts'

it('joins pieces when they are asked for in one, and once', () => {
  const content = new Content([Uint8Array.of(1, 2), new Uint8Array(), Uint8Array.of(3)])
  expect(content.byteLength).toBe(3)
  expect([...content.bytes]).toEqual([1, 2, 3])
  expect(content.bytes).toBe(content.bytes)
  expect(new Content([]).bytes).toHaveLength(0)
})

it('copies nothing where there is one piece', () => {
  const piece = Uint8Array.of(1, 2)
  expect(new Content([piece]).bytes).toBe(piece)
})
