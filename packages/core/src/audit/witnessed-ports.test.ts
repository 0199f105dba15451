import { describe, expect, it } from 'vitest'
import { Content } from '../model/content.ts'
import type { AuditSubject } from '../ports/audit-log.ts'
import type { DocumentStore } from '../ports/document-store.ts'
import type { EmailTransport, OutgoingEmail } from '../ports/email-transport.ts'
import { providers } from '../ports/providers.ts'
import { bytesOf } from '../testing/document-texts.test-support.ts'
import { fakePorts } from '../testing/fake-ports.test-support.ts'
import { fakeStore, signs } from '../testing/fake-store.test-support.ts'
import { witnessedPorts } from './witnessed-ports.ts'

const options = { signal: new AbortController().signal }
const put = {
  path: 'a.txt',
  content: new Content([bytesOf('text:A')]),
  contentType: 'text/plain',
  metadata: {},
  condition: 'any',
} as const

/** Ports, and all that was seen and done, in its order. @param refuses what may not be recorded */
function witnessed(given: Partial<DocumentStore> = {}, refuses = false) {
  const { ports, events, directory } = fakePorts()
  const store = { ...ports.stores.get('memory'), ...given }
  const seen: (AuditSubject | string)[] = []
  const witness = {
    beforeChange: async (subject: AuditSubject) => {
      if (refuses) throw new Error('not recorded')
      seen.push(subject, `after ${events.length} events`)
    },
    saw: (subject: AuditSubject) => void seen.push(subject),
  }
  const wrapped = witnessedPorts({ ...ports, stores: providers<DocumentStore>({ memory: store }) }, witness)
  return { ports: wrapped, store: wrapped.stores.get('memory'), seen, events, directory }
}

const document = (act: AuditSubject['act'], id = 'a.txt') => ({ kind: 'document', provider: 'memory', act, id })

describe('a witnessed store', () => {
  it('is on record before a document is written or deleted, and after it was read', async () => {
    const { store, seen, events } = witnessed()
    expect(await store.put(put, options)).toMatchObject({ path: 'a.txt' })
    expect((await store.read('a.txt', options)).bytes).toEqual(bytesOf('text:A'))
    expect(await store.stat('a.txt', options)).toMatchObject({ path: 'a.txt' })
    expect(await store.delete('a.txt', { ...options, condition: 'any' })).toBe(true)
    await store.check(options)
    expect(seen).toEqual([document('write'), 'after 0 events', document('read'), document('delete'), 'after 2 events'])
    expect(events).toEqual(['put a.txt', 'read a.txt', 'delete a.txt'])
  })

  it('changes nothing that is not recorded', async () => {
    const { store, events, ports } = witnessed(signs([]), true)
    await expect(store.put(put, options)).rejects.toThrow('not recorded')
    await expect(store.delete('a.txt', { ...options, condition: 'any' })).rejects.toThrow('not recorded')
    await expect(store.address?.({ act: 'create', path: 'p' } as never, options)).rejects.toThrow('not recorded')
    await expect(ports.clientDirectory.change([], () => [] as never, options)).rejects.toThrow('not recorded')
    await expect(ports.transports.get('outbox').send({ id: 'm' } as OutgoingEmail, options)).rejects.toThrow(
      'not recorded',
    )
    expect(events).toEqual([])
  })

  it('has not seen what could not be read', async () => {
    const { store, seen } = witnessed()
    await expect(store.read('none', options)).rejects.toMatchObject({ code: 'document_not_found' })
    expect(seen).toEqual([])
  })

  it('tells which folder was listed', async () => {
    const { store, seen } = witnessed()
    await store.put({ ...put, path: 'f/a.txt' }, options)
    seen.length = 0
    const paths: string[] = []
    for await (const { path } of store.list('f', options)) paths.push(path)
    expect(paths).toEqual(['f/a.txt'])
    expect(seen).toEqual([{ kind: 'folder', provider: 'memory', act: 'list', id: 'f' }])
  })

  it('can what the store can, and no more', async () => {
    const bare = witnessed().store
    expect([bare.id, bare.capabilities]).toEqual(['memory', { versions: false, addresses: false }])
    expect([bare.folders, bare.versions, bare.twins, bare.address]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ])
    const { store, seen } = witnessed({
      async *folders() {
        yield 'g' as never
      },
      versions: async () => ['v'] as never,
      twins: async () => ['A.txt'] as never,
      ...signs([]),
    })
    const folders: unknown[] = []
    for await (const folder of store.folders?.('f', options) ?? []) folders.push(folder)
    expect(folders).toEqual(['g'])
    expect(await store.versions?.('a.txt', options)).toEqual(['v'])
    expect(await store.twins?.('a.txt', options)).toEqual(['A.txt'])
    expect(seen).toEqual([{ kind: 'folder', provider: 'memory', act: 'list', id: 'f' }])
    seen.length = 0
    expect(await store.address?.({ act: 'read', path: 'a.txt' } as never, options)).toMatchObject({ method: 'GET' })
    expect(await store.address?.({ act: 'create', path: 'p' } as never, options)).toMatchObject({ method: 'PUT' })
    expect(seen).toEqual([document('read'), document('write', 'p'), 'after 0 events'])
  })
})

describe('a witnessed transport', () => {
  it('is on record before an e-mail is sent', async () => {
    const { ports, seen, events } = witnessed()
    const email = { id: 'm', to: [], cc: [], bcc: [] } as unknown as OutgoingEmail
    const transport = ports.transports.get('outbox')
    expect(await transport.send(email, options)).toMatchObject({ status: 'sent' })
    await transport.check(options)
    expect(seen).toEqual([{ kind: 'email', provider: 'outbox', act: 'send', id: 'm' }, 'after 0 events'])
    expect(events).toEqual(['send m'])
    expect([transport.id, transport.capabilities.schedule]).toEqual(['outbox', true])
    expect([transport.render, transport.lookUp]).toEqual([undefined, undefined])
  })

  it('shows and looks up what the transport does', async () => {
    const { ports } = fakePorts()
    const able = { ...ports.transports.get('outbox'), render: () => 'shown', lookUp: async () => 'found' } as never
    const witness = { beforeChange: async () => undefined, saw: () => undefined }
    const { transports } = witnessedPorts({ transports: providers<EmailTransport>({ outbox: able }) }, witness)
    const { render, lookUp } = transports.get('outbox')
    expect(render?.({} as never)).toBe('shown')
    expect(await lookUp?.({} as never, {} as never)).toBe('found')
  })
})

describe('a witnessed directory', () => {
  it('tells who was read, found and changed, by their ids', async () => {
    const given = { id: 'c1', version: 1, data: {} }
    const { ports, seen } = (() => {
      const { ports: all } = fakePorts()
      const told: AuditSubject[] = []
      const directory = {
        ...all.clientDirectory,
        id: 'sqlite',
        get: async (id: string) => (id === 'c1' ? given : undefined),
        match: async () => [given],
        change: async () => [{ ...given, id: 'c2' }],
        search: async () => ({ clients: [{ ...given, id: 'c3' }] }),
        deletions: async () => ['d'],
        outcomeOf: async () => 'o',
        forgetOutcomes: async () => 3,
        check: async () => undefined,
      } as never
      const witness = {
        beforeChange: async (subject: AuditSubject) => void told.push(subject),
        saw: (subject: AuditSubject) => void told.push(subject),
      }
      return {
        ports: witnessedPorts({ clientDirectory: directory as typeof all.clientDirectory }, witness),
        seen: told,
      }
    })()
    const directory = ports.clientDirectory
    const client = (act: AuditSubject['act'], id: string) => ({ kind: 'client', provider: 'sqlite', act, id })
    expect(await directory.get('c1', options)).toBe(given)
    expect(await directory.get('none', options)).toBeUndefined()
    expect(await directory.match([], options)).toEqual([given])
    expect(await directory.change([], () => [] as never, options)).toHaveLength(1)
    expect((await directory.search({} as never, options)).clients).toHaveLength(1)
    expect(await directory.deletions([], options)).toEqual(['d'])
    expect(await directory.outcomeOf({} as never, options)).toBe('o')
    expect(await directory.forgetOutcomes({} as never, options)).toBe(3)
    await directory.check(options)
    expect(seen).toEqual([
      client('read', 'c1'),
      client('read', 'c1'),
      client('write', ''),
      client('write', 'c2'),
      client('read', 'c3'),
    ])
  })
})

it('ports that are not there stay away', () => {
  const witness = { beforeChange: async () => undefined, saw: () => undefined }
  expect(witnessedPorts({ stores: providers<DocumentStore>({ a: fakeStore() }) }, witness)).toMatchObject({
    stores: { names: ['a'] },
  })
  expect(Object.keys(witnessedPorts({}, witness))).toEqual([])
})
