import { describe, expect, it } from 'vitest'
import { createCrmSource } from '../crm-source.ts'
import { type Answered, type Asked, secrets, startStandIn } from '../testing/crm-stand-in.test-support.ts'
import { connectorContract } from '../testing/connector-contract.test-support.ts'
import { hubspotDialect, refusedByHubspot } from '../testing/hubspot-dialect.test-support.ts'
import { allRows, sampleCrm, type SamplePerson } from '../testing/sample-crm.test-support.ts'
import { hubspot } from './hubspot.ts'

connectorContract('HubSpot', {
  format: hubspot,
  id: (number) => String(500 + number),
  dialect: hubspotDialect,
  tells: { deleted: true, merged: 'by-survivor', organisations: true, custom: true },
})

it('does not follow pages that lead in a circle', async () => {
  const crm = sampleCrm(String)
  const dialect = hubspotDialect(crm)
  const answer = (asked: Asked): Answered => {
    const page = asked.query.get('after')
    asked.query.delete('after')
    const first = dialect.answer(asked)
    if (!asked.path.endsWith('/contacts') || first.status !== 200) return first
    return { ...first, body: { ...(first.body as object), paging: { next: { after: page === 'a' ? 'b' : 'a' } } } }
  }
  const standIn = await startStandIn({ ...dialect, answer })
  const connections = { main: { address: standIn.address, ...secrets } }
  const { rows } = await createCrmSource({ ...hubspot, limits: {} }, { connections }).read({}, new AbortController())
  await expect(allRows(rows)).rejects.toMatchObject({ code: 'provider_failed', retryable: false })
  expect(standIn.calls.length).toBeLessThan(10)
  await standIn.close()
})

describe('a search of more records than HubSpot gives for one', () => {
  it('is asked anew behind the last id, and gives each once', async () => {
    const most = 6
    const ids = Array.from({ length: 20 }, (_, at) => String(1000 + at))
    const people = ids.map(
      (id) => ({ ...sampleCrm(String).people[0], id, changed: '2026-01-05T00:00:00Z' }) as SamplePerson,
    )
    const dialect = hubspotDialect({ people, organisations: [] })
    const capped = {
      ...dialect,
      answer(asked: Asked): Answered {
        const { after } = (asked.body ?? {}) as { after?: string }
        const passed = Number(after?.split('-')[2] ?? 0)
        return passed >= most ? refusedByHubspot(400, 'VALIDATION_ERROR') : dialect.answer(asked)
      },
    }
    const standIn = await startStandIn(capped)
    const lists = hubspot.lists.map((list) => {
      const { changed } = list
      return changed !== undefined && 'request' in changed && changed.cap !== undefined
        ? { ...list, changed: { ...changed, cap: { ...changed.cap, records: most } } }
        : list
    })
    const source = createCrmSource(
      { ...hubspot, lists, limits: {} },
      { connections: { main: { address: standIn.address, ...secrets } } },
    )
    const read = async (request: object) => {
      const { rows } = await source.read({ since: '2026-01-01T00:00:00Z', ...request }, new AbortController())
      return await allRows(rows)
    }
    const rows = await read({})
    expect(rows.map(({ externalId }) => externalId)).toEqual(ids)
    const rest = await read({ cursor: rows[14]?.cursor })
    expect(rest.map(({ externalId }) => externalId)).toEqual(ids.slice(15))
    await standIn.close()
  })
})
