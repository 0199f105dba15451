import { getEventListeners } from 'node:events'
import { expect, it } from 'vitest'
import { cancellation, throwIfCancelled, untilAborted } from './cancellation.ts'
import { ChanceryError } from './errors.ts'

const late = new ChanceryError('deadline_exceeded', 'Too late.')
const never = new Promise<never>(() => undefined)

it('ends as the signal says, or as cancelled where it says nothing of ours', () => {
  expect(cancellation(AbortSignal.abort(late))).toBe(late)
  expect(cancellation(AbortSignal.abort('why'))).toMatchObject({ code: 'cancelled', cause: 'why' })
  expect(() => throwIfCancelled(AbortSignal.abort(late))).toThrow(late)
  throwIfCancelled(new AbortController().signal)
})

it('follows the work until the signal comes', async () => {
  const { signal } = new AbortController()
  await expect(untilAborted(Promise.resolve('done'), signal)).resolves.toBe('done')
  await expect(untilAborted(Promise.reject(late), signal)).rejects.toBe(late)
})

it('leaves the work behind once the signal comes, and tells whoever can end it', async () => {
  const leaving = new AbortController()
  let told = 0
  const waits = untilAborted(never, leaving.signal, () => told++)
  setImmediate(() => leaving.abort(late))
  await expect(waits).rejects.toBe(late)
  await expect(untilAborted(never, leaving.signal, () => told++)).rejects.toBe(late)
  expect(told).toBe(2)
})

it('hears nothing of work that fails afterwards, and leaves no listener', async () => {
  const failing = Promise.reject(new Error('afterwards'))
  await expect(untilAborted(failing, AbortSignal.abort(late))).rejects.toBe(late)
  const { signal } = new AbortController()
  await untilAborted(Promise.resolve(1), signal)
  await new Promise((resolve) => setImmediate(resolve))
  expect(getEventListeners(signal, 'abort')).toEqual([])
})
