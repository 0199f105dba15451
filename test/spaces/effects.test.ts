import type { CallName } from '@chancery/core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { letterDocument } from '../fixtures/letter.ts'
import {
  base64,
  createSpacedService,
  done,
  keepings,
  type Space,
  type SpacedService,
  spaces,
} from './spaced-service.ts'

const mail = { to: 'ada@example.com', subject: 'Hello', text: 'Hello' }

describe.each(Object.entries(keepings))('with %s, what is done in one space', (_name, keep) => {
  let service: SpacedService
  beforeAll(async () => {
    service = await createSpacedService(keep)
  })
  afterAll(() => service.close())

  const call = (space: Space, operation: CallName, input: object, key?: string) =>
    service.call(space, operation, input, key === undefined ? {} : { 'idempotency-key': key })

  it('is a document of its own at the same path, whatever becomes of the others', async () => {
    const path = 'letters/ada.txt'
    const put = async (space: Space, text: string, onConflict = 'fail') => {
      const document = { content: base64(text) }
      return done(call(space, 'store-document', { document, path, onConflict, metadata: { of: space } }))
    }
    const stored = new Map<Space, { readonly version: string; readonly sha256: string }>()
    for (const space of spaces) {
      const { created, document } = await put(space, `text of ${space}.`)
      expect([created, document.path, document.metadata]).toEqual([true, path, { of: space }])
      stored.set(space, document)
    }
    expect(new Set([...stored.values()].map(({ version }) => version)).size).toBe(3)
    expect(new Set([...stored.values()].map(({ sha256 }) => sha256)).size).toBe(3)
    await put('lisbon', 'changed', 'overwrite')
    for (const space of spaces) {
      const { text } = await done(call(space, 'extract-document', { document: { path }, include: ['text'] }))
      expect(text).toBe(space === 'lisbon' ? 'changed' : `text of ${space}.`)
      const again = await put(space, space === 'lisbon' ? 'changed' : `text of ${space}.`)
      expect(again.created).toBe(false)
      if (space !== 'lisbon') expect(again.document).toEqual(stored.get(space))
    }
  })

  it('is a client of its own, and none is seen from another', async () => {
    const csv = 'Client No,Name,E-Mail,Phone\n7,Ada Lovelace,ada@example.com,+44 20 7946 0958\n'
    const source = { provider: 'csv', system: 'crm', document: { content: base64(csv), filename: 'clients.csv' } }
    const template = { content: base64(letterDocument({ name: '{client.name}', number: '1', total: '1' })) }
    const ids = new Map<Space, string>()
    for (const space of spaces) {
      // Not matched by its external id, address or telephone, nor known as a row that came before.
      const { summary, clients } = await done(call(space, 'enter-client-data', { source }))
      expect(summary).toMatchObject({ read: 1, created: 1, updated: 0, unchanged: 0 })
      ids.set(space, clients[0].id)
    }
    expect(new Set(ids.values()).size).toBe(3)
    const changed = { ...source, document: { content: base64(csv.replace('Ada Lovelace', 'Ada King Lovelace')) } }
    const { summary } = await done(call('porto', 'enter-client-data', { source: changed, onConflict: 'replace' }))
    expect(summary).toMatchObject({ updated: 1 })
    for (const space of spaces) {
      const { summary: again } = await done(
        call(space, 'enter-client-data', { source: space === 'porto' ? changed : source }),
      )
      expect(again).toMatchObject({ unchanged: 1 })
      for (const [owner, client] of ids) {
        const { status, body } = await call(space, 'pre-filling', { template, client })
        if (owner === space) expect(body.data.documents[0].filled).toContain('client.name')
        else expect([status, body.code]).toEqual([404, 'client_not_found'])
      }
    }
  })

  it.each<[CallName, object]>([
    ['send-email', mail],
    ['fill-email-template', { template: mail, recipients: [{ to: mail.to }] }],
  ])('of one Idempotency-Key is an e-mail of its own: %s', async (operation, given) => {
    const { to: _to, ...template } = mail
    const input = operation === 'send-email' ? given : { ...given, template }
    const before = service.transport.sent.length
    for (const space of spaces) {
      for (const replayed of [false, true]) {
        const answer = await call(space, operation, input, 'key')
        await done(Promise.resolve(answer))
        expect(answer.replayed).toBe(replayed)
      }
    }
    const sent = service.transport.sent.slice(before)
    expect(sent).toHaveLength(3)
    expect(new Set(sent.map(({ id }) => id)).size).toBe(3)
  })
})
