import { describe, expect, it } from 'vitest'
import type { AddressRequest, DocumentStore } from '../../ports/document-store.ts'
import { providers } from '../../ports/providers.ts'
import { aContext, answerOf, faultOf, leftAlready, violationsOf } from '../../testing/calls.test-support.ts'
import { bytesOf, digestOf, now } from '../../testing/document-texts.test-support.ts'
import { signs } from '../../testing/fake-store.test-support.ts'
import { fakePorts, limits } from '../../testing/fake-ports.test-support.ts'
import { getUpload } from '../get-upload/index.ts'
import { putUploadPart } from './index.ts'

const part = (text: string, more: object = {}) => ({
  upload: 'offer',
  part: 1,
  document: { content: bytesOf(text) },
  ...more,
})

describe('a part of an upload', () => {
  it('is kept where no caller sees it, for two days', async () => {
    const { ports, store } = fakePorts()
    const { data } = await answerOf(putUploadPart, part('Dear '), ports)
    expect(data).toEqual({
      upload: 'offer',
      part: 1,
      size: 5,
      sha256: digestOf(bytesOf('Dear ')),
      expiresAt: new Date(now + 48 * 60 * 60 * 1000).toISOString(),
    })
    const paths: string[] = []
    for await (const entry of store.list('.uploads', aContext())) if (entry.kind === 'document') paths.push(entry.path)
    expect(paths).toEqual([expect.stringMatching(/^\.uploads\/_\/[0-9a-f]{32}\/offer\/0001$/)])
  })

  it('takes the place of itself when it is sent again', async () => {
    const { ports } = fakePorts()
    await answerOf(putUploadPart, part('one'), ports)
    await answerOf(putUploadPart, part('twelve'), ports)
    const { data } = await answerOf(getUpload, { upload: 'offer' }, ports)
    expect(data.parts).toMatchObject([{ part: 1, size: 6 }])
  })

  it('is of its caller and its space alone', async () => {
    const { ports } = fakePorts()
    await answerOf(putUploadPart, part('one'), ports)
    for (const principal of [
      { id: 'another', operations: '*' as const },
      { id: 'caller', space: 'berlin', operations: '*' as const },
    ]) {
      const { data } = await answerOf(getUpload, { upload: 'offer' }, ports, { principal })
      expect(data.parts).toEqual([])
    }
    const rotated = { id: 'newer', caller: 'caller', operations: '*' as const }
    expect((await answerOf(getUpload, { upload: 'offer' }, ports, { principal: rotated })).data.parts).toHaveLength(1)
  })

  it('is held to the digest that is stated, and to the bound of documents', async () => {
    const { ports, events } = fakePorts({}, limits({ documentBytes: 3 }))
    const wrong = await faultOf(answerOf(putUploadPart, part('one', { sha256: digestOf(bytesOf('two')) }), ports))
    expect([wrong.code, wrong.violations.map(({ pointer }) => pointer)]).toEqual(['checksum_mismatch', ['/sha256']])
    const large = await faultOf(answerOf(putUploadPart, part('four'), ports))
    expect(large.code).toBe('payload_too_large')
    await answerOf(putUploadPart, part('one', { dryRun: true, sha256: digestOf(bytesOf('one')).toUpperCase() }), ports)
    expect(events).toEqual([])
  })

  it('takes parts along that expired, of whomever, when it is the first', async () => {
    const { ports, clock, store } = fakePorts()
    await answerOf(putUploadPart, part('old', { upload: 'old' }), ports)
    clock.at += 49 * 60 * 60 * 1000
    await answerOf(putUploadPart, part('b', { part: 2 }), ports)
    const kept = async (): Promise<number> => {
      let count = 0
      for await (const { kind } of store.list('.uploads', aContext())) count += kind === 'document' ? 1 : 0
      return count
    }
    expect(await kept()).toBe(2)
    expect((await answerOf(getUpload, { upload: 'old' }, ports)).data.parts).toEqual([])
    const other = { id: 'another', operations: '*' as const }
    await answerOf(putUploadPart, part('a'), ports, { principal: other })
    // The fake store's clock stands still: the second part was as old.
    expect(await kept()).toBe(1)
  })

  it('leaves an expired part that is sent again while it looks', async () => {
    const { ports, clock, store } = fakePorts()
    await answerOf(putUploadPart, part('old', { upload: 'old', part: 2 }), ports)
    clock.at += 49 * 60 * 60 * 1000
    const looking: DocumentStore = {
      ...store,
      async delete(path, options) {
        // Between the look and the delete.
        await answerOf(putUploadPart, part('anew', { upload: 'old', part: 2 }), ports)
        return await store.delete(path, options)
      },
    }
    await answerOf(putUploadPart, part('one'), { ...ports, uploads: providers({ memory: looking }) })
    expect(Object.values(store.texts())).toEqual(expect.arrayContaining(['anew', 'one']))
  })

  it('may be sent to an address of the store, and is one part then', async () => {
    const { ports, store, clock } = fakePorts({}, limits({ uploadBytes: 100 }))
    await answerOf(putUploadPart, part('old', { upload: 'old' }), ports)
    clock.at += 49 * 60 * 60 * 1000
    const asked: AddressRequest[] = []
    const given = { ...ports, uploads: providers({ memory: { ...store, ...signs(asked) } }) }
    const input = { upload: 'offer', part: 1, output: { address: { seconds: 120 } } }
    const { data } = await answerOf(putUploadPart, { ...input, dryRun: true }, given)
    const expiresAt = new Date(clock.at + 48 * 60 * 60 * 1000).toISOString()
    expect([data, Object.keys(store.texts())]).toEqual([{ upload: 'offer', part: 1, expiresAt }, [expect.any(String)]])
    const sent = await answerOf(putUploadPart, input, given)
    expect(sent.data).toMatchObject({ expiresAt, address: { url: expect.stringMatching(/^https:.*\/offer\/0001$/) } })
    expect(Object.keys(store.texts())).toEqual([])
    const [, { path = '', ...order } = {}] = asked
    expect(order).toEqual({ act: 'create', seconds: 120, maxBytes: 100 })
    // What another program puts there is the part.
    await store.keep(path, 'Dear ')
    // That is the hour by the fake store's clock.
    clock.at -= 49 * 60 * 60 * 1000
    expect((await answerOf(getUpload, { upload: 'offer' }, ports)).data.parts).toMatchObject([{ part: 1, size: 5 }])
  })

  it('says what to do instead where a store has no addresses', async () => {
    const { ports } = fakePorts()
    const fault = await faultOf(answerOf(putUploadPart, { upload: 'offer', part: 1, output: { address: {} } }, ports))
    expect(fault).toMatchObject({ code: 'unsupported_option', violations: [{ pointer: '/output/address' }] })
  })

  it('stops for a caller that left', async () => {
    const { ports } = fakePorts()
    await expect(answerOf(putUploadPart, part('a'), ports, leftAlready())).rejects.toMatchObject({ code: 'cancelled' })
  })

  it.each([
    [{}, ['/upload', '/part', '/document']],
    [part('a', { upload: '../a' }), ['/upload']],
    [part('a', { upload: '' }), ['/upload']],
    [part('a', { part: 0 }), ['/part']],
    [part('a', { part: 1001 }), ['/part']],
    [part('a', { sha256: 'x' }), ['/sha256']],
    [part('a', { output: { address: {} } }), ['/output']],
    [{ upload: 'a', part: 1, output: { address: {} }, sha256: '0'.repeat(64) }, ['/sha256']],
  ])('refuses %j', (input, pointers) => {
    expect(violationsOf(putUploadPart, input).map(([at]) => at)).toEqual(pointers)
  })
})
