import { expect, it } from 'vitest'
import * as z from 'zod'
import { localeOptions } from './locale.ts'

const codes = (input: object): readonly string[] =>
  z
    .object(localeOptions())
    .safeParse(input)
    .error?.issues.map((issue) => (issue.code === 'custom' ? String(issue.params?.['code']) : issue.code)) ?? []

it.each([
  [{ locale: 'de-CH', timeZone: 'Europe/Zurich', currency: 'chf' }, []],
  [{ locale: 'no locale' }, ['invalid_locale']],
  [{ locale: 'english' }, ['invalid_locale']],
  [{ timeZone: 'Nowhere' }, ['invalid_time_zone']],
  [{ currency: 'euro' }, ['invalid_currency']],
])('finds in %j %j', (input, found) => expect(codes(input)).toEqual(found))

it('does not ask ICU what a text of megabytes means', () => {
  for (const name of ['locale', 'timeZone', 'currency'])
    expect(codes({ [name]: '-x'.repeat(1_000_000) })).toEqual(['too_big'])
})
