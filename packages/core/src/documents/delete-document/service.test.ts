import { describe, expect, it } from 'vitest'
import { ChanceryError } from '../../errors.ts'
import { providers } from '../../ports/providers.ts'
import { answerOf, faultOf, violationsOf } from '../../testing/calls.test-support.ts'
import { fakePorts } from '../../testing/fake-ports.test-support.ts'
import { moveDocument } from '../move-document/index.ts'
import { deleteDocument } from './index.ts'

describe('deleting', () => {
  it('takes the document away, and answers what was there', async () => {
    const { ports, store, events } = fakePorts()
    const stored = await store.keep('a/b.txt', 'Dear Ada')
    const { data } = await answerOf(deleteDocument, { path: 'a/b.txt' }, ports)
    expect(data).toEqual({ document: stored })
    expect(store.texts()).toEqual({})
    expect(events).toEqual(['delete a/b.txt'])
  })

  it('is told of a move that takes the document elsewhere meanwhile, and takes nothing from it', async () => {
    const { ports, store } = fakePorts()
    await store.keep('a.txt', 'Dear Ada')
    const faults: ChanceryError[] = []
    const busy = {
      ...store,
      async put(...given: Parameters<typeof store.put>) {
        const stored = await store.put(...given)
        faults.push(await faultOf(answerOf(deleteDocument, { path: 'a.txt' }, moving)))
        // What is only looked at is in nobody's way.
        await answerOf(deleteDocument, { path: 'a.txt', dryRun: true }, moving)
        return stored
      },
    }
    const moving = { ...ports, stores: providers({ busy }) }
    await answerOf(moveDocument, { from: 'a.txt', to: 'b.txt' }, moving)
    expect(faults).toMatchObject([{ code: 'write_conflict', retryable: true }])
    expect(store.texts()).toEqual({ 'b.txt': 'Dear Ada' })
    const gone = await faultOf(answerOf(deleteDocument, { path: 'a.txt' }, moving))
    expect(gone.code).toBe('document_not_found')
  })

  it('takes the version away that is named, and no other', async () => {
    const { ports, store } = fakePorts()
    const { version } = await store.keep('a.txt', 'old')
    const newer = await store.keep('a.txt', 'new')
    const fault = await faultOf(answerOf(deleteDocument, { path: 'a.txt', ifVersion: version }, ports))
    expect([fault.code, fault.retryable]).toEqual(['write_conflict', false])
    expect(fault.violations.map(({ pointer, code }) => [pointer, code])).toEqual([['/ifVersion', 'version_differs']])
    expect(store.texts()).toEqual({ 'a.txt': 'new' })
    await answerOf(deleteDocument, { path: 'a.txt', ifVersion: newer.version }, ports)
    expect(store.texts()).toEqual({})
  })

  it('takes away what it answers, also while others write', async () => {
    const { ports, store } = fakePorts()
    await store.keep('a.txt', 'old')
    let writes = 0
    const busy = {
      ...store,
      async delete(...[path, options]: Parameters<typeof store.delete>) {
        if (writes++ < 2) await store.keep('a.txt', `new ${writes}`)
        return store.delete(path, options)
      },
    }
    const { data } = await answerOf(deleteDocument, { path: 'a.txt' }, { ...ports, stores: providers({ busy }) })
    expect(data.document.size).toBe('new 2'.length)
    expect(store.texts()).toEqual({})
  })

  it('takes away what is there where a store knows no condition of deletes, and no version by its name', async () => {
    const { ports, store } = fakePorts()
    const { version } = await store.keep('a.txt', 'Dear Ada')
    const unconditional = {
      ...store,
      async delete(...[path, options]: Parameters<typeof store.delete>) {
        if (options.condition !== 'any') throw new ChanceryError('unsupported_option', 'It cannot.')
        return store.delete(path, options)
      },
    }
    const given = { ...ports, stores: providers({ unconditional }) }
    const fault = await faultOf(answerOf(deleteDocument, { path: 'a.txt', ifVersion: version }, given))
    expect([fault.code, fault.violations.map(({ pointer }) => pointer)]).toEqual(['unsupported_option', ['/ifVersion']])
    expect(store.texts()).toEqual({ 'a.txt': 'Dear Ada' })
    const { data } = await answerOf(deleteDocument, { path: 'a.txt' }, given)
    expect(data.document.version).toBe(version)
    expect(store.texts()).toEqual({})
  })

  it('gives up where others write all the time', async () => {
    const { ports, store } = fakePorts()
    await store.keep('a.txt', 'old')
    const busy = {
      ...store,
      async delete(...[path, options]: Parameters<typeof store.delete>) {
        await store.keep('a.txt', 'new')
        return store.delete(path, options)
      },
    }
    const fault = await faultOf(answerOf(deleteDocument, { path: 'a.txt' }, { ...ports, stores: providers({ busy }) }))
    expect([fault.code, fault.retryable]).toEqual(['write_conflict', true])
  })

  it('only looks in a dry run', async () => {
    const { ports, store } = fakePorts()
    const stored = await store.keep('a.txt', 'Dear Ada')
    const { data } = await answerOf(deleteDocument, { path: 'a.txt', dryRun: true }, ports)
    expect(data).toEqual({ document: stored })
    expect(store.texts()).toEqual({ 'a.txt': 'Dear Ada' })
  })

  it('refuses what is not there', async () => {
    const { ports } = fakePorts()
    for (const dryRun of [false, true]) {
      const { code, violations } = await faultOf(answerOf(deleteDocument, { path: 'a.txt', dryRun }, ports))
      expect([code, violations.map(({ pointer }) => pointer)]).toEqual(['document_not_found', ['/path']])
    }
  })

  it('refuses an empty version', () => {
    expect(violationsOf(deleteDocument, { path: 'a.txt', ifVersion: '' })).toEqual([['/ifVersion', 'too_small']])
  })
})
