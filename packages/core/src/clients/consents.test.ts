import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ClientConsent } from '../model/client-record.ts'
import { completeConsents, consentText, joinConsents } from './consents.ts'

const at = (year: number): string => `${year}-01-01T00:00:00.000Z`
const given = (year?: number): ClientConsent => ({
  purpose: 'news',
  withdrawn: false,
  source: 'a',
  ...(year === undefined ? {} : { givenAt: at(year) }),
})
const withdrawn = (year?: number): ClientConsent => ({
  purpose: 'news',
  withdrawn: true,
  source: 'b',
  ...(year === undefined ? {} : { withdrawnAt: at(year) }),
})

describe('two words about one purpose', () => {
  it.each<[string, ClientConsent, ClientConsent, Partial<ClientConsent>]>([
    ['a later no', given(2001), withdrawn(2002), { withdrawn: true, givenAt: at(2001), withdrawnAt: at(2002) }],
    ['an earlier no', given(2002), withdrawn(2001), { withdrawn: false, givenAt: at(2002), source: 'a' }],
    ['a later yes', withdrawn(2001), given(2002), { withdrawn: false, source: 'a', withdrawnAt: at(2001) }],
    ['a yes of the same moment', withdrawn(2001), given(2001), { withdrawn: true }],
    ['a yes at whatever time', withdrawn(2001), given(), { withdrawn: true, source: 'b' }],
    ['a no at whatever time', given(2001), withdrawn(), { withdrawn: true, givenAt: at(2001), source: 'b' }],
    ['a yes beside a no, both at whatever time', withdrawn(), given(), { withdrawn: true }],
    ['a time for what had none', given(), given(2001), { withdrawn: false, givenAt: at(2001) }],
  ])('are what they are together: %s', (_, known, row, is) => {
    const { consents } = joinConsents([known], [row])
    expect(consents).toHaveLength(1)
    expect(consents?.[0]).toMatchObject(is)
    // The same again says nothing new.
    expect(joinConsents(consents, [row]).consents).toEqual(consents)
  })

  it('are of each purpose, fifty at the most, and none where there is none', () => {
    const many = Array.from({ length: 60 }, (_, n): ClientConsent => ({ purpose: `${n}`, withdrawn: false }))
    expect(joinConsents(many.slice(0, 2), many).consents).toEqual(many.slice(0, 50))
    expect(joinConsents()).toEqual({})
    expect(completeConsents([given(2001)], [withdrawn(2002), { ...given(), purpose: 'post' }]).consents).toEqual([
      given(2001),
      { ...given(), purpose: 'post' },
    ])
  })

  it('never make a yes of a no without a later word', () => {
    const consent = fc
      .boolean()
      .chain((no) =>
        fc.option(fc.integer({ min: 2000, max: 2005 })).map((year) => (no ? withdrawn : given)(year ?? undefined)),
      )
    fc.assert(
      fc.property(fc.array(consent, { minLength: 1, maxLength: 6 }), (words) => {
        let known: readonly ClientConsent[] | undefined
        for (const word of words) known = joinConsents(known, [word]).consents
        const latest = words
          .map(({ givenAt, withdrawnAt }) => withdrawnAt ?? givenAt ?? '')
          .sort()
          .at(-1)
        const saysYes = words.some((word) => !word.withdrawn && (word.givenAt ?? '') === latest)
        if (known?.[0]?.withdrawn === false) expect(saysYes).toBe(true)
      }),
    )
  })

  it('are text that tells first what is true now', () => {
    expect([given(), given(2001), withdrawn(), withdrawn(2002)].map(consentText)).toEqual([
      'given; from a',
      `given ${at(2001)}; from a`,
      'withdrawn; from b',
      `withdrawn ${at(2002)}; from b`,
    ])
    expect(consentText({ ...given(2003), withdrawnAt: at(2002) })).toBe(
      `given ${at(2003)}; withdrawn ${at(2002)}; from a`,
    )
  })
})
