import { describe, expect, it } from 'vitest'
import { aClient } from '../testing/fake-clients.test-support.ts'
import type { ClientData, ClientPart } from '../model/client-record.ts'
import { dataOf, joinClient } from './merge-client.ts'
import { provenanceOf } from './provenance.ts'

const origin = (row: number, source = 'csv') => ({ source, name: 'a.csv', import: 'r1', at: '2026', row })
const data = (more: Partial<ClientData> = {}): ClientData => ({
  kind: 'person',
  name: 'Ada',
  emails: [],
  phones: [],
  custom: {},
  ...more,
})
const part = (row: string, said: ClientData, number: number): ClientPart => ({
  row,
  data: said,
  origin: origin(number),
  saidAt: '2026-01-01T00:00:00.000Z',
})

describe('where values come from', () => {
  const first = data({ emails: ['a@x.org'], jobTitle: 'Poet', custom: { 'a/b~c': '1', d: '2' } })
  const one = aClient('c1', { ...first, rows: ['r1'], origin: origin(1) })

  it('is the one row of a client that was made of one', () => {
    expect(provenanceOf(one)).toEqual({
      sources: [origin(1)],
      fields: { '/name': [0], '/jobTitle': [0], '/emails/0': [0], '/custom/a~1b~0c': [0], '/custom/d': [0] },
    })
    expect(provenanceOf(aClient('c1', { ...first, rows: ['r1'] }))).toBeUndefined()
    expect(provenanceOf(aClient('c1'))).toBeUndefined()
  })

  it('is every row that says them, the newest first', () => {
    const second = data({ emails: ['b@x.org', 'a@x.org'], jobTitle: 'Analyst', address: { locality: 'Bath' } })
    const joined = joinClient(one, part('r2', second, 7), 'merge')
    expect(joined.origin).toBeUndefined()
    expect(joined.parts?.map((each) => each.origin?.row)).toEqual([7, 1])
    expect(provenanceOf(joined)).toEqual({
      sources: [{ ...origin(7), saidAt: '2026-01-01T00:00:00.000Z' }, origin(1)],
      fields: {
        '/name': [0, 1],
        '/jobTitle': [0],
        '/emails/0': [0],
        '/emails/1': [0, 1],
        '/address/locality': [0],
        '/custom/a~1b~0c': [1],
        '/custom/d': [1],
      },
    })
    // What only completes corrects nothing, and is the source of nothing that was known.
    const completed = joinClient(one, part('r2', second, 7), 'complete')
    expect(provenanceOf(completed)?.fields).toMatchObject({ '/jobTitle': [1], '/address/locality': [0] })
    // A row that replaces all leaves nothing of another.
    const replaced = joinClient(one, part('r2', data({ name: 'Eve' }), 7), 'replace')
    expect(provenanceOf(replaced)?.fields).toEqual({ '/name': [0] })
  })

  it('is not told of what no remembered row says', () => {
    const { '/jobTitle': title, ...others } =
      provenanceOf({ ...one, jobTitle: 'Queen', parts: [part('r1', dataOf(one), 1)] })?.fields ?? {}
    expect([title, Object.keys(others).length]).toEqual([undefined, 4])
  })
})
