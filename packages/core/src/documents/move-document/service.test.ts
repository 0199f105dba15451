import { describe, expect, it } from 'vitest'
import { ChanceryError } from '../../errors.ts'
import { providers } from '../../ports/providers.ts'
import { answerOf, faultOf } from '../../testing/calls.test-support.ts'
import { fakePorts } from '../../testing/fake-ports.test-support.ts'
import { moveDocument } from './index.ts'

describe('moving', () => {
  it('takes the document to the new path as it is', async () => {
    const { ports, store, events } = fakePorts()
    const stored = await store.keep('drafts/a.txt', 'Dear Ada', 'text/odd')
    const { data } = await answerOf(moveDocument, { from: 'drafts/a.txt', to: 'letters/a.txt' }, ports)
    expect(data).toEqual({ document: store.document('letters/a.txt'), from: 'drafts/a.txt' })
    expect(data.document).toMatchObject({ contentType: 'text/odd', sha256: stored.sha256 })
    expect(store.texts()).toEqual({ 'letters/a.txt': 'Dear Ada' })
    expect(events.slice(-2)).toEqual(['put letters/a.txt', 'delete drafts/a.txt'])
  })

  it.each([
    ['overwrite', { 'b.txt': 'Dear Ada' }],
    ['rename', { 'b.txt': 'there', 'b (2).txt': 'Dear Ada' }],
  ])('goes by the policy %s', async (onConflict, texts) => {
    const { ports, store } = fakePorts()
    await store.keep('a.txt', 'Dear Ada')
    await store.keep('b.txt', 'there')
    await answerOf(moveDocument, { from: 'a.txt', to: 'b.txt', onConflict }, ports)
    expect(store.texts()).toEqual(texts)
  })

  it('changes nothing where another document is there', async () => {
    const { ports, store, events } = fakePorts()
    await store.keep('a.txt', 'Dear Ada')
    await store.keep('b.txt', 'there')
    for (const dryRun of [false, true]) {
      const fault = await faultOf(answerOf(moveDocument, { from: 'a.txt', to: 'b.txt', dryRun }, ports))
      expect([fault.code, fault.violations.map(({ pointer }) => pointer)]).toEqual(['document_exists', ['/to']])
    }
    expect(store.texts()).toEqual({ 'a.txt': 'Dear Ada', 'b.txt': 'there' })
    expect(events.filter((event) => !event.startsWith('read'))).toEqual([])
  })

  it('ends what was cut off after the new path was written', async () => {
    const { ports, store } = fakePorts()
    await store.keep('a.txt', 'Dear Ada')
    await store.keep('b.txt', 'Dear Ada')
    await answerOf(moveDocument, { from: 'a.txt', to: 'b.txt' }, ports)
    expect(store.texts()).toEqual({ 'b.txt': 'Dear Ada' })
  })

  it('is done once of ten at once, each to another path', async () => {
    const { ports, store } = fakePorts()
    await store.keep('a.txt', 'Dear Ada')
    const all = await Promise.allSettled(
      Array.from({ length: 10 }, (_, at) => answerOf(moveDocument, { from: 'a.txt', to: `b${at}.txt` }, ports)),
    )
    const faults = all.flatMap((each) => (each.status === 'rejected' ? [each.reason.code] : []))
    expect(faults).toEqual(Array(9).fill('write_conflict'))
    expect(store.texts()).toEqual({ 'b0.txt': 'Dear Ada' })
    expect(await faultOf(answerOf(moveDocument, { from: 'a.txt', to: 'b1.txt' }, ports))).toMatchObject({
      code: 'document_not_found',
    })
  })

  it('is not held up by one before it that failed', async () => {
    const { ports, store } = fakePorts()
    await store.keep('a.txt', 'Dear Ada')
    await store.keep('b.txt', 'there')
    const taken = await faultOf(answerOf(moveDocument, { from: 'a.txt', to: 'b.txt' }, ports))
    await answerOf(moveDocument, { from: 'a.txt', to: 'c.txt' }, ports)
    expect(taken.code).toBe('document_exists')
    expect(store.texts()).toEqual({ 'b.txt': 'there', 'c.txt': 'Dear Ada' })
  })

  it('moves the version that is named, and no other', async () => {
    const { ports, store } = fakePorts()
    const { version } = await store.keep('a.txt', 'old')
    await store.keep('a.txt', 'new')
    const fault = await faultOf(answerOf(moveDocument, { from: 'a.txt', to: 'b.txt', ifVersion: version }, ports))
    expect([fault.code, fault.violations.map(({ pointer }) => pointer)]).toEqual(['write_conflict', ['/ifVersion']])
    expect(store.texts()).toEqual({ 'a.txt': 'new' })
  })

  it('leaves what others wrote meanwhile, and nothing of the old at the new path', async () => {
    const { ports, store } = fakePorts()
    await store.keep('a.txt', 'old')
    const busy = {
      ...store,
      async put(...given: Parameters<typeof store.put>) {
        const stored = await store.put(...given)
        await store.keep('a.txt', 'new')
        return stored
      },
    }
    const fault = await faultOf(
      answerOf(moveDocument, { from: 'a.txt', to: 'b.txt' }, { ...ports, stores: providers({ busy }) }),
    )
    expect([fault.code, fault.retryable]).toEqual(['write_conflict', true])
    expect(store.texts()).toEqual({ 'a.txt': 'new' })
  })

  it('says what it has replaced where the document was overwritten after that', async () => {
    const { ports, store } = fakePorts()
    await store.keep('a.txt', 'old')
    const { version } = await store.keep('b.txt', 'there')
    const busy = {
      ...store,
      async put(...given: Parameters<typeof store.put>) {
        const stored = await store.put(...given)
        await store.keep('a.txt', 'new')
        return stored
      },
    }
    const input = { from: 'a.txt', to: 'b.txt', onConflict: 'overwrite' }
    const fault = await faultOf(answerOf(moveDocument, input, { ...ports, stores: providers({ busy }) }))
    expect([fault.code, fault.details]).toMatchObject(['write_conflict', { to: 'b.txt', replaced: version }])
    expect(store.texts()).toEqual({ 'a.txt': 'new', 'b.txt': 'old' })
    await answerOf(moveDocument, input, ports)
    expect(store.texts()).toEqual({ 'b.txt': 'new' })
  })

  it('stays where it is where `rename` leads back to it', async () => {
    const { ports, store } = fakePorts()
    await store.keep('a.txt', 'there')
    await store.keep('a (2).txt', 'Dear Ada')
    const input = { from: 'a (2).txt', to: 'a.txt', onConflict: 'rename' }
    const { data } = await answerOf(moveDocument, input, ports)
    expect(data.document).toEqual(store.document('a (2).txt'))
    expect(store.texts()).toEqual({ 'a.txt': 'there', 'a (2).txt': 'Dear Ada' })
  })

  it('stays where it is where the file system takes the new name for the old one', async () => {
    const { ports, store } = fakePorts()
    await store.keep('a.txt', 'Dear Ada')
    const ignoringCase = {
      ...store,
      async put(request: Parameters<typeof store.put>[0], options: Parameters<typeof store.put>[1]) {
        return await store.put({ ...request, path: request.path.toLowerCase() }, options)
      },
      async stat(path: string, options: Parameters<typeof store.stat>[1]) {
        const found = await store.stat(path.toLowerCase(), options)
        return found && { ...found, path, version: `of ${path}` }
      },
    }
    const given = { ...ports, stores: providers({ ignoringCase }) }
    const { data } = await answerOf(moveDocument, { from: 'a.txt', to: 'A.txt' }, given)
    expect(data.document.path).toBe('A.txt')
    expect(store.texts()).toEqual({ 'a.txt': 'Dear Ada' })
  })

  it('is not taken for done by another move back to where it comes from', async () => {
    const { ports, store } = fakePorts()
    await store.keep('a.txt', 'Dear Ada')
    let back: unknown
    const busy = {
      ...store,
      async delete(...given: Parameters<typeof store.delete>) {
        back = await faultOf(answerOf(moveDocument, { from: 'b.txt', to: 'a.txt' }, ports)).catch(() => 'moved back')
        return await store.delete(...given)
      },
    }
    await answerOf(moveDocument, { from: 'a.txt', to: 'b.txt' }, { ...ports, stores: providers({ busy }) })
    expect(back).toMatchObject({ code: 'write_conflict', retryable: true })
    expect(store.texts()).toEqual({ 'b.txt': 'Dear Ada' })
  })

  it('keeps the only copy where the one that was at the new path goes meanwhile', async () => {
    const { ports, store } = fakePorts()
    for (const path of ['a.txt', 'b.txt']) await store.keep(path, 'Dear Ada')
    const { signal } = new AbortController()
    const claims: typeof ports.claims = {
      ...ports.claims,
      async claim(request) {
        if (request.key.includes('b.txt')) await store.delete('b.txt', { condition: 'any', signal })
        return await ports.claims.claim(request)
      },
    }
    const fault = await faultOf(answerOf(moveDocument, { from: 'a.txt', to: 'b.txt' }, { ...ports, claims }))
    expect([fault.code, fault.retryable]).toEqual(['write_conflict', true])
    expect(store.texts()).toEqual({ 'a.txt': 'Dear Ada' })
  })

  it('says that older versions do not go along, where they are lost', async () => {
    const { ports, store } = fakePorts()
    const stored = await store.keep('a.txt', 'Dear Ada')
    const capabilities = { versions: true, versionsGo: true as const, addresses: false }
    const keeping = { ...store, capabilities, versions: async () => [stored, { ...stored, version: 'older' }] }
    const codes = async (store: object, dryRun: boolean) => {
      const given = { ...ports, stores: providers({ store: store as typeof keeping }) }
      const { warnings } = await answerOf(moveDocument, { from: 'a.txt', to: 'b.txt', dryRun }, given)
      return warnings?.map(({ code, location }) => [code, location])
    }
    const told = [['versions_left_behind', { pointer: '/from' }]]
    expect(await codes({ ...keeping, capabilities: { versions: true, addresses: false } }, true)).toEqual([])
    expect(await codes({ ...keeping, versions: async () => [stored] }, true)).toEqual([])
    expect(await codes(keeping, true)).toEqual(told)
    expect(await codes(keeping, false)).toEqual(told)
  })

  it.each([
    ['nothing is there now', undefined],
    ['another document is there now', 'another'],
  ])('keeps the only copy where the old one was taken away meanwhile: %s', async (_, text) => {
    const { ports, store } = fakePorts()
    await store.keep('a.txt', 'old')
    // Another move of the same document, which finds the same bytes at the new path; or a delete whose answer was lost.
    const busy = {
      ...store,
      async put(...given: Parameters<typeof store.put>) {
        const stored = await store.put(...given)
        await store.delete('a.txt', { condition: 'any', signal: given[1].signal })
        if (text !== undefined) await store.keep('a.txt', text)
        return stored
      },
    }
    const { data } = await answerOf(
      moveDocument,
      { from: 'a.txt', to: 'b.txt' },
      { ...ports, stores: providers({ busy }) },
    )
    expect(data).toEqual({ document: store.document('b.txt'), from: 'a.txt' })
    expect(store.texts()).toEqual({ ...(text === undefined ? {} : { 'a.txt': text }), 'b.txt': 'old' })
  })

  it('says that it is at both paths where the store cannot take away the very version', async () => {
    const { ports, store } = fakePorts()
    await store.keep('a.txt', 'Dear Ada')
    const unconditional = {
      ...store,
      async delete(): Promise<boolean> {
        throw new ChanceryError('unsupported_option', 'It cannot.')
      },
    }
    const given = { ...ports, stores: providers({ unconditional }) }
    const fault = await faultOf(answerOf(moveDocument, { from: 'a.txt', to: 'b.txt' }, given))
    expect([fault.code, fault.violations]).toEqual([
      'unsupported_option',
      [expect.objectContaining({ pointer: '/from', hint: expect.stringContaining('/delete-document') })],
    ])
    expect(store.texts()).toEqual({ 'a.txt': 'Dear Ada', 'b.txt': 'Dear Ada' })
  })

  it('only looks in a dry run', async () => {
    const { ports, store } = fakePorts()
    await store.keep('a.txt', 'Dear Ada')
    const { data } = await answerOf(moveDocument, { from: 'a.txt', to: 'b.txt', dryRun: true }, ports)
    expect(data.document.path).toBe('b.txt')
    expect(store.texts()).toEqual({ 'a.txt': 'Dear Ada' })
  })

  it('refuses what is not there, and a move to where it is', async () => {
    const { ports, store } = fakePorts()
    await store.keep('a.txt', 'Dear Ada')
    const none = await faultOf(answerOf(moveDocument, { from: 'x.txt', to: 'b.txt' }, ports))
    expect([none.code, none.violations.map(({ pointer }) => pointer)]).toEqual(['document_not_found', ['/from']])
    const same = await faultOf(answerOf(moveDocument, { from: 'a.txt', to: '/a.txt' }, ports))
    expect(same.violations.map(({ pointer, code }) => [pointer, code])).toEqual([['/to', 'same_path']])
  })
})
