import { describe, expect, it } from 'vitest'
import { ChanceryError } from '../errors.ts'
import { aContext, faultOf } from '../testing/calls.test-support.ts'
import { bytesOf, inline, textOf } from '../testing/document-texts.test-support.ts'
import { fakePorts, limits } from '../testing/fake-ports.test-support.ts'
import { toBase64 } from '../model/base64.ts'
import { fetchBytes, openDocument, openEach } from './open-document.ts'

const base64 = (text: string): string => toBase64([bytesOf(text)])

describe('the bytes of a source', () => {
  it('that comes along are its own, as base64 or as bytes', async () => {
    const { ports } = fakePorts()
    const named = { filename: 'a.txt', contentType: 'text/plain' }
    for (const content of [base64('Hello'), bytesOf('Hello')]) {
      const { bytes, ...rest } = await fetchBytes({ content, ...named }, '/document', ports, aContext())
      expect(textOf(bytes)).toBe('Hello')
      expect(rest).toEqual(named)
      expect(Object.keys(await fetchBytes({ content }, '/document', ports, aContext()))).toEqual(['bytes'])
    }
  })

  it('are read from a store, in the version that is wanted', async () => {
    const { ports, versioned } = fakePorts()
    const { version } = await versioned.keep('a/b.txt', 'one')
    await versioned.keep('a/b.txt', 'two', 'text/odd')
    const source = { path: 'a/b.txt', provider: 'versioned' }
    const open = async (more: object) => {
      const { bytes, ...rest } = await fetchBytes({ ...source, ...more }, '/document', ports, aContext())
      return { text: textOf(bytes), ...rest }
    }
    expect(await open({})).toEqual({ text: 'two', filename: 'b.txt', contentType: 'text/odd' })
    expect(await open({ version })).toEqual({ text: 'one', filename: 'b.txt', contentType: 'text/plain' })
    expect(await open({ filename: 'c.txt' })).toMatchObject({ filename: 'c.txt' })
    const fault = await faultOf(fetchBytes({ path: 'a', version: '1' }, '/document', ports, aContext()))
    expect(fault.code).toBe('unsupported_option')
  })

  it('are fetched from an address, whose names count where the call has none', async () => {
    const { ports, fetched } = fakePorts({}, limits({ documentBytes: 99 }))
    const url = 'https://example.com/a'
    expect(await fetchBytes({ url }, '/document', ports, aContext())).toMatchObject({
      filename: 'afar.docx',
      contentType: 'text/odd',
    })
    const named = { filename: 'own.docx', contentType: 'text/own' }
    expect(await fetchBytes({ url, ...named }, '/document', ports, aContext())).toMatchObject(named)
    expect(fetched).toEqual([
      { url, maxBytes: 99 },
      { url, maxBytes: 99 },
    ])
  })

  it('are as many as are allowed', async () => {
    const { ports, store } = fakePorts({}, limits({ documentBytes: 5 }))
    await store.keep('5', '12345')
    await store.keep('6', '123456')
    const open = (source: object) => fetchBytes(source, '/document', ports, aContext())
    for (const source of [inline('12345'), { content: base64('12345') }, { path: '5' }])
      expect(textOf((await open(source)).bytes)).toBe('12345')
    expect(await faultOf(open(inline('123456')))).toMatchObject({
      code: 'payload_too_large',
      violations: [{ pointer: '/document' }],
      details: { what: 'document bytes', limit: 5, actual: 6 },
    })
    expect(await faultOf(open({ path: '6' }))).toMatchObject({ code: 'payload_too_large' })
    // Base64 is measured before it is read, to within the two bytes of its padding.
    expect(await faultOf(open({ content: base64('12345678') }))).toMatchObject({ details: { limit: 5, actual: 7 } })
  })

  it('that are no base64 are told at the content', async () => {
    const { ports } = fakePorts()
    expect(await faultOf(fetchBytes({ content: '!' }, '/document', ports, aContext()))).toMatchObject({
      code: 'invalid_request',
      violations: [{ pointer: '/document/content', code: 'invalid_base64' }],
    })
  })
})

describe('opening a document', () => {
  it('tells the guard what it may be, and how it is named', async () => {
    const { ports, guard } = fakePorts()
    const context = aContext()
    const source = inline('docx:[fault]', { filename: 'a.docx', contentType: 'x/y' })
    await openDocument(source, '/document', ['docx'], ports, context, { faults: 'report', password: 'p' })
    await openDocument(inline('docx:A'), '/document', undefined, ports, context)
    expect(guard.asked).toEqual([
      {
        filename: 'a.docx',
        contentType: 'x/y',
        accept: ['docx'],
        faults: 'report',
        password: 'p',
        signal: context.signal,
      },
      { signal: context.signal },
    ])
  })
})

it('tells the only fault of many documents as it is', async () => {
  const only = new ChanceryError('document_corrupt', 'It is damaged.', { details: { a: 1 } })
  const fault = await faultOf(
    openEach([1, 2], async (each) => {
      if (each === 2) throw only
    }),
  )
  expect(fault).toBe(only)
})

it('may be tried again only where all faults of many may', async () => {
  const of = (...retryable: boolean[]) =>
    faultOf(
      openEach(retryable, async (each) => {
        throw new ChanceryError('document_corrupt', 'It is damaged.', { retryable: each })
      }),
    )
  expect([(await of(true, true)).retryable, (await of(true, false)).retryable]).toEqual([true, false])
})
