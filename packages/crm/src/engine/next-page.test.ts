import { describe, expect, it } from 'vitest'
import type { NextPage } from '../format/connector-format.ts'
import { nextToken, requestOfPage } from './next-page.ts'

const request = { method: 'GET', path: '/list', query: { limit: '2' }, headers: {} } as const
const size = { records: 2, passed: 4, page: undefined }
const link: NextPage = { kind: 'link', at: 'next', parameters: ['token', 'skip'] }
const header: NextPage = { kind: 'link-header', parameters: ['page'] }
const part: NextPage = {
  kind: 'link-path',
  at: 'next',
  pattern: String.raw`/v\d+/query/([\w-]+)`,
  path: '/v2/query/{next}',
}

/** The request for the page behind an answer. */
const behind = (next: NextPage, said: unknown, headers = {}, at = size) => {
  const token = nextToken(next, { said, headers }, at)
  return token === undefined ? undefined : requestOfPage(request, next, token)
}

describe('the next page', () => {
  it.each<[string, NextPage, unknown, Readonly<Record<string, string>>, object]>([
    [
      'a token',
      { kind: 'token', at: 'paging.after', parameter: 'after' },
      { paging: { after: 'a b' } },
      {},
      { after: 'a b' },
    ],
    ['a token that is a number', { kind: 'token', at: 'after', parameter: 'after' }, { after: 7 }, {}, { after: '7' }],
    ['a link', link, { next: 'https://api.example/list?limit=9&token=x%26y' }, {}, { token: 'x&y' }],
    ['a link without a host', link, { next: '/list?skip=4' }, {}, { skip: '4' }],
    [
      'a header',
      header,
      {},
      { link: '<https://a.example?page=1>; rel="prev", <https://a.example?page=3>; rel="next"' },
      { page: '3' },
    ],
    ['a page', { kind: 'page', parameter: 'page', more: 'more' }, { more: true }, {}, { page: '2' }],
    ['an offset', { kind: 'offset', parameter: 'start', size: 2 }, {}, {}, { start: '4' }],
    [
      'an offset that is told',
      { kind: 'offset', parameter: 'start', more: 'more', size: 9 },
      { more: true },
      {},
      { start: '4' },
    ],
  ])('is led to by %s', (_, next, said, headers, parameters) => {
    expect(behind(next, said, headers)).toEqual({ ...request, query: { limit: '2', ...parameters } })
  })

  it('is none where the link has a parameter without a value', () => {
    expect(behind(link, { next: 'https://api.example/list?limit=9&token=' })).toBeUndefined()
  })

  it('is asked for in the body of what is posted', () => {
    const posted = { ...request, method: 'POST', query: {}, body: { limit: 2 } } as const
    const next: NextPage = { kind: 'token', at: 'after', parameter: 'after' }
    expect(requestOfPage(posted, next, 'x')).toEqual({ ...posted, body: { limit: 2, after: 'x' } })
  })

  it('is led to by a part of a path, without parameters', () => {
    const found = behind(part, { next: 'https://elsewhere.example/v1/query/01g-2000?x=y' })
    expect(found).toEqual({ ...request, path: '/v2/query/01g-2000', query: {} })
  })

  it.each<[NextPage, unknown, object]>([
    [{ kind: 'token', at: 'after', parameter: 'after' }, { after: null }, size],
    [link, {}, size],
    [header, {}, size],
    [part, { next: null }, size],
    [{ kind: 'page', parameter: 'page', more: 'more' }, { more: false }, size],
    [{ kind: 'offset', parameter: 'start', size: 2 }, {}, { ...size, records: 1 }],
    [{ kind: 'offset', parameter: 'start', more: 'more', size: 2 }, { more: false }, size],
  ])('is not there: %o', (next, said, at) => {
    expect(nextToken(next, { said, headers: {} }, at as typeof size)).toBeUndefined()
  })

  it.each<[NextPage, unknown]>([
    [link, { next: 'https://elsewhere.example/list?cursor=x' }],
    [part, { next: '/v1/sobjects/User' }],
    [part, { next: '/v1/query/../sobjects' }],
    [{ kind: 'token', at: 'after', parameter: 'after' }, { after: 'x'.repeat(1501) }],
  ])('is not where an answer leads astray: %o', (next, said) => {
    expect(() => nextToken(next, { said, headers: {} }, size)).toThrow(RangeError)
  })

  it('is never another path, whatever a made-up cursor says', () => {
    for (const token of ['..', '../sobjects', 'a/b', 'a?b', '%2e%2e', '']) {
      expect(() => requestOfPage(request, part, token)).toThrow(RangeError)
    }
    expect(requestOfPage(request, link, 'limit=9999&token=x&path=/y')).toEqual({
      ...request,
      query: { limit: '2', token: 'x' },
    })
  })
})
