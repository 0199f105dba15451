import { expect, it } from 'vitest'
import { ChanceryError, invalidRequest } from '../errors.ts'
import { openEach } from './open-document.ts'

it('opens in order', async () => {
  expect(await openEach(['a', 'b'], async (source, index) => `${source}${index}`)).toEqual(['a0', 'b1'])
})

it('tells what is wrong with each', async () => {
  const opening = openEach(['', 'x', ''], async (source, index) => {
    if (source === '') throw invalidRequest(`/samples/${index}`, 'empty', 'Empty.')
    return source
  })
  await expect(opening).rejects.toMatchObject({
    code: 'invalid_request',
    violations: [{ pointer: '/samples/0' }, { pointer: '/samples/2' }],
  })
})

it('stops at what is no fault of the request’s', async () => {
  let opened = 0
  const opening = openEach([1, 2], async () => {
    opened += 1
    throw new ChanceryError('provider_unavailable', 'Away.')
  })
  await expect(opening).rejects.toMatchObject({ code: 'provider_unavailable' })
  expect(opened).toBe(1)
})
