import { describe, expect, it } from 'vitest'
import { prefersAsync } from './preference.ts'

describe('the preference to be answered before it is done', () => {
  it.each([
    'respond-async',
    'Respond-Async',
    'wait=10, respond-async',
    'respond-async, wait=10',
    'respond-async; foo=bar',
    ' respond-async ',
    'return=minimal; a="b" , respond-async',
  ])('is %j', (prefer) => expect(prefersAsync(new Headers({ prefer }))).toBe(true))

  it.each(['', 'wait=10', 'respond-asynchronously', 'x-respond-async', 'return=respond-async', 'respond async'])(
    'is not %j',
    (prefer) => expect(prefersAsync(new Headers({ prefer }))).toBe(false),
  )

  it('is not there where no preference is', () => expect(prefersAsync(new Headers())).toBe(false))

  it('may stand in any of several headers', () => {
    const headers = new Headers()
    headers.append('prefer', 'wait=5')
    headers.append('prefer', 'respond-async')
    expect(prefersAsync(headers)).toBe(true)
  })
})
