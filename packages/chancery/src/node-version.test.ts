import { expect, it } from 'vitest'
import { nodeFault } from './node-version.ts'

it('says what is wrong with an old Node, and nothing of another', () => {
  expect(nodeFault({ node: '22.23.1' })).toBe('Chancery needs Node 24 or newer; this is 22.23.1.')
  expect(nodeFault({ node: '24.0.0' })).toBeUndefined()
  expect(nodeFault({ node: '100.0.0' })).toBeUndefined()
  expect(nodeFault()).toBeUndefined()
})
