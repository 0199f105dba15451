import { describe, expect, it } from 'vitest'
import { ChanceryError, errorAt, invalidRequest } from './errors.ts'
import { itemProblemOf } from './item-problem.ts'

describe('errorAt', () => {
  it('moves pointers below the place, and keeps everything else', () => {
    const cause = new Error('disk')
    const error = new ChanceryError('document_corrupt', 'Damaged.', {
      violations: [{ pointer: '/content', code: 'cut_off', message: 'Cut off.', hint: 'Save it anew.' }],
      details: { type: 'docx' },
      retryable: true,
      retryAfterMs: 5,
      cause,
    })
    expect(errorAt('/samples/1', error)).toMatchObject({
      code: 'document_corrupt',
      message: 'Damaged.',
      violations: [{ pointer: '/samples/1/content', code: 'cut_off', message: 'Cut off.', hint: 'Save it anew.' }],
      details: { type: 'docx' },
      retryable: true,
      retryAfterMs: 5,
      cause,
    })
  })

  it('names the place of an error that has none', () => {
    expect(errorAt('/document', new ChanceryError('document_not_found', 'Nothing is there.'))).toMatchObject({
      violations: [{ pointer: '/document', code: 'document_not_found', message: 'Nothing is there.' }],
    })
  })

  it.each([
    new ChanceryError('provider_timeout', 'Late.'),
    new ChanceryError('internal', 'Oh.'),
    new TypeError('x'),
    7,
  ])('leaves what is no fault of the request: %s', (error) => expect(errorAt('/document', error)).toBe(error))
})

describe('itemProblemOf', () => {
  it("puts the item's own fields below its place, and leaves those of the call", () => {
    expect(itemProblemOf(invalidRequest('/data/x', 'a', 'A.'), '/records/3', ['data']).errors[0]?.pointer).toBe(
      '/records/3/data/x',
    )
    expect(itemProblemOf(invalidRequest('/format', 'a', 'A.'), '/records/3', ['data']).errors[0]?.pointer).toBe(
      '/format',
    )
  })

  it('throws on what is no fault of the item', () => {
    expect(() => itemProblemOf(new ChanceryError('cancelled', 'Gone.'), '', [])).toThrow('Gone.')
    expect(() => itemProblemOf(new TypeError('x'), '', [])).toThrow(TypeError)
  })

  it("takes a fault of the service for the item's, once others have taken effect, and tells nothing of it", () => {
    const told = { code: 'internal', message: 'Something went wrong here.', errors: [] }
    expect(itemProblemOf(new TypeError('secret'), '/records/3', [], true)).toEqual(told)
    expect(itemProblemOf(new ChanceryError('internal', 'secret'), '/records/3', [], true)).toEqual(told)
    expect(() => itemProblemOf(new ChanceryError('cancelled', 'Gone.'), '', [], true)).toThrow('Gone.')
  })
})

it('says no repetition is worth it where a code leaves that to each occurrence, and none says so', () => {
  expect(new ChanceryError('provider_failed', 'a').retryable).toBe(false)
  expect(new ChanceryError('provider_failed', 'a', { retryable: true }).retryable).toBe(true)
})
