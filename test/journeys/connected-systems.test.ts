import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createClient } from '@chancery/client'
import { secrets, type StandIn, startStandIn } from '../../packages/crm/src/testing/crm-stand-in.test-support.ts'
import { googleDialect } from '../../packages/crm/src/testing/google-dialect.test-support.ts'
import { hubspotDialect } from '../../packages/crm/src/testing/hubspot-dialect.test-support.ts'
import { sampleCrm } from '../../packages/crm/src/testing/sample-crm.test-support.ts'
import { openRealServer, type RealServer } from '../fixtures/real-server.ts'

const crm = sampleCrm((number) => String(500 + number))
const people = { ...sampleCrm((number) => `people/c${number}`), organisations: [] }
let hubspot: StandIn
let google: StandIn
let server: RealServer
beforeAll(async () => {
  hubspot = await startStandIn(hubspotDialect(crm))
  google = await startStandIn(googleDialect(people))
  const credentials = (name: string) => ({
    [`CHANCERY_CRM_${name}_CLIENT_ID`]: secrets.clientId,
    [`CHANCERY_CRM_${name}_CLIENT_SECRET`]: secrets.clientSecret,
    [`CHANCERY_CRM_${name}_REFRESH_TOKEN`]: secrets.refreshToken,
  })
  server = await openRealServer({
    ...credentials('HUBSPOT'),
    ...credentials('GOOGLE'),
    CHANCERY_CRM_HUBSPOT_ENDPOINT: hubspot.address,
    CHANCERY_CRM_GOOGLE_ENDPOINT: google.address,
    CHANCERY_CRM_GOOGLE_TOKEN_ENDPOINT: google.tokenAddress,
  })
})
afterAll(async () => {
  await server.close()
  await hubspot.close()
  await google.close()
})

async function enter(input: object) {
  const response = await fetch(`${server.address}/enter-client-data`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': server.key },
    body: JSON.stringify(input),
  })
  const text = await response.text()
  // Of the credentials nothing is ever told.
  expect(text).not.toContain('canary')
  return { status: response.status, body: JSON.parse(text) }
}
const clientOf = async (email: string) =>
  (await createClient({ baseUrl: server.address, apiKey: server.key }).getClient({ client: email })).data.client

describe('a connected system', () => {
  const source = { provider: 'hubspot' }

  it('is tried without keeping anything', async () => {
    const { body } = await enter({ source, dryRun: true })
    expect(body.data.summary).toEqual({
      read: 11,
      created: 9,
      updated: 0,
      unchanged: 0,
      merged: 0,
      rejected: 0,
      gone: 2,
    })
    await expect(clientOf('ada1@example.com')).rejects.toMatchObject({ code: 'client_not_found' })
  })

  it('is imported, and again without a change', async () => {
    const { body } = await enter({ source })
    expect(body.data.summary).toMatchObject({ read: 11, created: 9, gone: 2 })
    expect(body.data.nextCursor).toBeUndefined()
    expect(await clientOf('ada4@example.com')).toMatchObject({
      kind: 'person',
      givenName: 'Ada4',
      phones: ['+49301234504'],
      address: { locality: 'Town4' },
      custom: { client_tier: 'Gold' },
      externalIds: [{ source: 'hubspot', id: '504' }],
    })
    const drifted = body.data.clients.find(({ name }: { name: string }) => name === 'Ada5 Lovelace5')
    expect(drifted.warnings).toMatchObject([{ code: 'unknown_field', location: { field: 'brand_new' } }])
    const again = await enter({ source })
    expect(again.body.data.summary).toMatchObject({ read: 11, created: 0, updated: 0, unchanged: 9, gone: 2 })
  })

  it('tells since when the next import has to ask', async () => {
    const { body } = await enter({ source: { ...source, since: '2026-01-06T00:00:00Z' } })
    expect(body.data.summary).toMatchObject({ read: 6, unchanged: 4, gone: 2 })
    expect(Date.parse(body.data.asOf)).toBeLessThan(Date.now())
    const later = await enter({ source: { ...source, since: body.data.asOf } })
    expect(later.body.data.summary).toMatchObject({ read: 0 })
  })

  it('may tell of clients that another one told of', async () => {
    const { body } = await enter({ source: { provider: 'google' } })
    expect(body.data.summary).toMatchObject({ read: 7, created: 0, rejected: 0 })
    expect((await clientOf('ada2@example.com')).externalIds).toEqual([
      { source: 'hubspot', id: '502' },
      { source: 'google', id: 'people/c2' },
    ])
  })

  it('is read in several calls, each of which goes on where the last one stopped', async () => {
    const read: number[] = []
    let cursor: string | undefined
    do {
      const { body } = await enter({
        source: { provider: 'google' },
        limit: 3,
        ...(cursor === undefined ? {} : { cursor }),
      })
      read.push(body.data.summary.read)
      cursor = body.data.nextCursor
    } while (cursor !== undefined)
    expect(read).toEqual([3, 3, 1])
  })

  it('is read in the background', async () => {
    const client = createClient({ baseUrl: server.address, apiKey: server.key })
    const { data } = await client.enterClientData({ source: { provider: 'google' } }, { background: true })
    expect(data.summary).toMatchObject({ read: 7, unchanged: 7 })
  })

  it('that fails is told, and what came before is kept', async () => {
    google.faults.push(undefined, { kind: 'html' })
    const { status, body } = await enter({ source: { provider: 'google' } })
    expect([status, body.code, body.retryable]).toEqual([502, 'provider_failed', false])
    expect((await enter({ source: { provider: 'google' } })).body.data.summary).toMatchObject({ read: 7, unchanged: 7 })
  })

  it.each([
    [{ provider: 'salesforce' }, 404, '/source/provider', 'provider_not_configured'],
    [{ provider: 'hubspot', connection: 'other' }, 404, '/source/connection', 'provider_not_configured'],
    [{ provider: 'hubspot', query: 'Ada' }, 422, '/source/query', 'unsupported_option'],
    [{ provider: 'hubspot', document: { content: 'YQ==' } }, 422, '/source/document', 'unexpected_field'],
  ])('refuses %o', async (asked, status, pointer, code) => {
    const answer = await enter({ source: asked })
    expect(answer.status).toBe(status)
    expect(answer.body.errors).toMatchObject([{ pointer, code }])
  })

  it.each(['x', '1.20', 'e30'])('refuses the cursor %s', async (cursor) => {
    const { status, body } = await enter({ source, cursor })
    expect([status, body.errors[0].pointer]).toEqual([422, '/cursor'])
  })
})
