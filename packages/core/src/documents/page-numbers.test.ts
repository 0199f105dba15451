import { expect, it } from 'vitest'
import { ChanceryError } from '../errors.ts'
import { pageNumbers } from './page-numbers.ts'

it.each([
  [undefined, undefined],
  ['1', [1]],
  ['3,1-2, 2 - 4 ', [1, 2, 3, 4]],
  ['10,9', [9, 10]],
  ['5-5', [5]],
  ['100000', [100_000]],
  [
    [10, 9, 10],
    [9, 10],
  ],
])('of %j are %j', (given, numbers) => expect(pageNumbers(given, '/pages')).toEqual(numbers))

it.each(['', '0', '2-1', '1,', '1-', '-1', 'a', '1.5', '100001', '99999-100001', '1234567', '0-2'])(
  'are not %j',
  (given) => {
    let fault: unknown
    try {
      pageNumbers(given, '/pages')
    } catch (error) {
      fault = error
    }
    expect(ChanceryError.is(fault) && fault.violations).toMatchObject([{ pointer: '/pages', code: 'invalid_pages' }])
  },
)
