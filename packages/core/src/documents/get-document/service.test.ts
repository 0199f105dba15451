import { describe, expect, it } from 'vitest'
import { executeStream } from '../../operation.ts'
import { aContext, answerOf, faultOf, leftAlready, violationsOf } from '../../testing/calls.test-support.ts'
import { bytesOf, digestOf, textOf } from '../../testing/document-texts.test-support.ts'
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
  ])('refuses %j', (input, pointer) => {
    expect(violationsOf(getDocument, input).map(([at]) => at)).toEqual([pointer])
  })
})
