import { describe, expect, it } from 'vitest'
import { executeStream } from '../../operation.ts'
import type { AddressRequest } from '../../ports/document-store.ts'
import { providers } from '../../ports/providers.ts'
import { aContext, answerOf, faultOf, leftAlready, violationsOf } from '../../testing/calls.test-support.ts'
import { bytesOf, digestOf, textOf } from '../../testing/document-texts.test-support.ts'
import { signs } from '../../testing/fake-store.test-support.ts'
import { fakePorts, limits } from '../../testing/fake-ports.test-support.ts'
import { getDocument } from './index.ts'

describe('having a document again', () => {
  it('answers the bytes as they were stored, and what is known of them', async () => {
    const { ports, store } = fakePorts()
    const stored = await store.keep('letters/ada.txt', 'Dear Ada')
    const { data } = await answerOf(getDocument, { path: 'letters/ada.txt' }, ports)
    expect(data.document).toEqual({
      filename: 'ada.txt',
      contentType: stored.contentType,
      size: 8,
      sha256: digestOf(bytesOf('Dear Ada')),
      content: btoa('Dear Ada'),
      stored,
    })
  })

  it('answers an older version of a store that keeps them', async () => {
    const { ports, versioned } = fakePorts()
    const { version } = await versioned.keep('a.txt', 'old')
    await versioned.keep('a.txt', 'new')
    const { data } = await answerOf(getDocument, { path: 'a.txt', version, provider: 'versioned' }, ports)
    expect(data.document).toMatchObject({ content: btoa('old'), stored: { version } })
  })

  it('answers an address of the bytes in their place, of a version too', async () => {
    const { ports, store, events } = fakePorts()
    const { version, ...stored } = await store.keep('letters/ada.txt', 'Dear Ada', 'text/plain')
    const asked: AddressRequest[] = []
    const signing = {
      ...store,
      ...signs(asked),
      read: async () => ({ document: { ...stored, version }, bytes: bytesOf('') }),
    }
    const given = { ...ports, stores: providers({ memory: signing }) }
    const output = { address: { seconds: 60 } }
    const input = { path: 'letters/ada.txt', output }
    const { data } = await answerOf(getDocument, input, given)
    expect(data.address?.url).toBe('https://store.example/letters/ada.txt')
    expect(data.document).toMatchObject({ filename: 'ada.txt', size: 8, stored: { ...stored, version } })
    expect(data.document.content).toBeUndefined()
    await answerOf(getDocument, { ...input, version, output: { address: {} } }, given)
    const read = { path: 'letters/ada.txt', act: 'read', filename: 'ada.txt', contentType: 'text/plain' }
    expect(asked).toEqual([
      { ...read, seconds: 60 },
      { ...read, seconds: 900, version },
    ])
    expect(await executeStream(getDocument, input, given, aContext())).toBeUndefined()
    const none = await faultOf(answerOf(getDocument, { path: 'b.txt', output }, given))
    expect([none.code, asked.length]).toEqual(['document_not_found', 2])
    expect(events).toEqual([])
  })

  it('says what to do instead where a store has no addresses', async () => {
    const { ports, store } = fakePorts()
    await store.keep('a.txt', 'Dear Ada')
    const fault = await faultOf(answerOf(getDocument, { path: 'a.txt', output: { address: {} } }, ports))
    expect([fault.code, fault.kind]).toEqual(['unsupported_option', 'invalid-input'])
    expect(fault.violations).toMatchObject([
      { pointer: '/output/address', hint: expect.stringContaining('octet-stream') },
    ])
  })

  it.each([
    [{ output: {} }, '/output/address'],
    [{ output: { address: { seconds: 59 } } }, '/output/address/seconds'],
    [{ output: { address: { seconds: 3601 } } }, '/output/address/seconds'],
  ])('refuses an order of an address such as %j', (more, pointer) => {
    expect(violationsOf(getDocument, { path: 'a.txt', ...more }).map(([at]) => at)).toEqual([pointer])
  })

  it('gives the bytes in pieces that are taken one by one', async () => {
    const { ports, store } = fakePorts()
    const text = 'x'.repeat(600_000)
    await store.keep('a.txt', text, 'text/plain')
    const stream = await executeStream(getDocument, { path: 'a.txt' }, ports, aContext())
    expect(stream).toMatchObject({ filename: 'a.txt', contentType: 'text/plain' })
    const pieces: Uint8Array[] = []
    for await (const piece of stream?.bytes ?? []) pieces.push(piece)
    expect(pieces.length).toBe(3)
    expect(pieces.map(textOf).join('')).toBe(text)
  })

  it('refuses what is not there, or is larger than may be read', async () => {
    const { ports, store } = fakePorts({}, limits({ documentBytes: 3 }))
    await store.keep('a.txt', 'four')
    const none = await faultOf(answerOf(getDocument, { path: 'b.txt' }, ports))
    expect([none.code, none.violations.map(({ pointer }) => pointer)]).toEqual(['document_not_found', ['/path']])
    const large = await faultOf(answerOf(getDocument, { path: 'a.txt' }, ports))
    expect(large.code).toBe('payload_too_large')
    const version = await faultOf(answerOf(getDocument, { path: 'a.txt', version: '1' }, ports))
    expect(version.code).toBe('unsupported_option')
    const provider = await faultOf(answerOf(getDocument, { path: 'a.txt', provider: 'x' }, ports))
    expect(provider.violations.map(({ pointer }) => pointer)).toEqual(['/provider'])
  })

  it.each([
    [{ start: 0 }, 'abcdefghij', { start: 0, end: 10 }],
    [{ start: 3, end: 5 }, 'de', { start: 3, end: 5 }],
    [{ start: 9, end: 5000 }, 'j', { start: 9, end: 10 }],
    [{ last: 3 }, 'hij', { start: 7, end: 10 }],
    [{ last: 11 }, 'abcdefghij', { start: 0, end: 10 }],
  ])('answers the bytes %j alone, also of what is larger than may be read as a whole', async (range, text, told) => {
    const { ports, store, versioned } = fakePorts({}, limits({ documentBytes: text.length }))
    const { version } = await store.keep('a.txt', 'abcdefghij')
    const { data } = await answerOf(getDocument, { path: 'a.txt', range, ifVersion: version }, ports)
    expect(data).toMatchObject({
      document: { size: 10, sha256: digestOf(bytesOf('abcdefghij')), content: btoa(text) },
      range: { ...told, size: 10 },
    })
    const stream = await executeStream(getDocument, { path: 'a.txt', range }, ports, aContext())
    expect(stream).toMatchObject({ byteLength: text.length, version, range: { ...told, size: 10 } })
    const older = await versioned.keep('a.txt', 'abcdefghij')
    await versioned.keep('a.txt', '')
    const input = { path: 'a.txt', version: older.version, provider: 'versioned', range }
    expect((await answerOf(getDocument, input, ports)).data.document.content).toBe(btoa(text))
  })

  it('says that a document has none of the bytes, or is another one than was meant', async () => {
    const { ports, store } = fakePorts()
    const { version } = await store.keep('a.txt', 'four')
    await store.keep('none.txt', '')
    for (const input of [
      { path: 'a.txt', range: { start: 4 } },
      { path: 'none.txt', range: { last: 1 } },
    ]) {
      const fault = await faultOf(answerOf(getDocument, input, ports))
      expect([fault.code, fault.violations[0]?.pointer]).toEqual(['range_not_satisfiable', '/range'])
    }
    await store.keep('a.txt', 'five')
    for (const more of [{}, { range: { start: 0 } }]) {
      const fault = await faultOf(answerOf(getDocument, { path: 'a.txt', ifVersion: version, ...more }, ports))
      expect([fault.code, fault.violations[0]?.pointer]).toEqual(['write_conflict', '/ifVersion'])
    }
    const absent = await faultOf(answerOf(getDocument, { path: 'b.txt', range: { start: 0 } }, ports))
    expect([absent.code, absent.violations[0]?.pointer]).toEqual(['document_not_found', '/path'])
  })

  it('never puts bytes of two versions together', async () => {
    const { ports, store } = fakePorts()
    await store.keep('a.txt', 'first')
    const changing = {
      ...store,
      read: async (...given: Parameters<typeof store.read>) => {
        await store.keep('a.txt', 'other')
        return store.read(...given)
      },
    }
    const given = { ...ports, stores: providers({ memory: changing }) }
    const fault = await faultOf(answerOf(getDocument, { path: 'a.txt', range: { last: 2 } }, given))
    expect([fault.code, fault.retryable]).toEqual(['write_conflict', true])
  })

  it('stops for a caller that left', async () => {
    const { ports } = fakePorts()
    await expect(answerOf(getDocument, { path: 'a.txt' }, ports, leftAlready())).rejects.toMatchObject({
      code: 'cancelled',
    })
  })

  it.each([
    [{}, '/path'],
    [{ path: '../a' }, '/path'],
    [{ path: 'a', version: '' }, '/version'],
    [{ path: 'a', range: {} }, '/range'],
    [{ path: 'a', range: { end: 5 } }, '/range'],
    [{ path: 'a', range: { start: 5, end: 5 } }, '/range/end'],
    [{ path: 'a', range: { start: -1 } }, '/range/start'],
    [{ path: 'a', range: { start: 1.5 } }, '/range/start'],
    [{ path: 'a', range: { last: 0 } }, '/range/last'],
    [{ path: 'a', range: { start: 0, last: 1 } }, '/range/last'],
    [{ path: 'a', range: { end: 3, last: 1 } }, '/range/end'],
    [{ path: 'a', range: { start: 0 }, output: { address: {} } }, '/range'],
  ])('refuses %j', (input, pointer) => {
    expect(violationsOf(getDocument, input).map(([at]) => at)).toEqual([pointer])
  })
})
