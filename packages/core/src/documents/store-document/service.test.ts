import { describe, expect, it } from 'vitest'
import { parseInput } from '../../operation.ts'
import { answerOf, faultOf, leftAlready, violationsOf } from '../../testing/calls.test-support.ts'
import { bytesOf, digestOf, inline } from '../../testing/document-texts.test-support.ts'
import { fakePorts, limits } from '../../testing/fake-ports.test-support.ts'
import { storeDocument } from './index.ts'

const pdf = 'pdf:A letter'

describe('storing', () => {
  it('keeps the bytes as they come, and answers what is stored', async () => {
    const { ports, store, events } = fakePorts()
    const { data, warnings } = await answerOf(storeDocument, { document: inline(pdf), path: 'a/b.pdf' }, ports)
    expect(store.texts()).toEqual({ 'a/b.pdf': pdf })
    expect(events).toEqual(['put a/b.pdf'])
    expect(data).toEqual({ created: true, unchanged: false, document: store.document('a/b.pdf') })
    expect(data.document).toMatchObject({
      contentType: 'application/pdf',
      sha256: digestOf(bytesOf(pdf)),
      metadata: {},
    })
    expect(warnings).toEqual([])
  })

  it('refuses no document for what is in it', async () => {
    const { ports, store, guard } = fakePorts()
    await answerOf(storeDocument, { document: inline('docx:[broken]'), path: 'a.docx' }, ports)
    expect(store.texts()).toEqual({ 'a.docx': 'docx:[broken]' })
    expect(guard.asked).toEqual([])
  })

  it('copies what is stored already, from another store into the named one', async () => {
    const { ports, store, versioned, events } = fakePorts()
    await store.keep('from.pdf', pdf)
    await answerOf(storeDocument, { document: { path: 'from.pdf' }, path: 'to.pdf', provider: 'versioned' }, ports)
    expect(events).toEqual(['read from.pdf', 'put to.pdf'])
    expect(versioned.texts()).toEqual({ 'to.pdf': pdf })
  })

  it('keeps what is there when it may not overwrite, which is the default', async () => {
    const { ports, store } = fakePorts()
    await store.keep('a.pdf', 'pdf:Before')
    const fault = await faultOf(answerOf(storeDocument, { document: inline(pdf), path: 'a.pdf' }, ports))
    expect(fault).toMatchObject({
      code: 'document_exists',
      violations: [{ pointer: '/path', code: 'document_exists' }],
    })
    expect(store.texts()).toEqual({ 'a.pdf': 'pdf:Before' })
  })

  it.each([
    ['memory', '`overwrite`, `rename`.'],
    ['versioned', '`overwrite`, `rename`, `keep-both-versions`.'],
  ])('says what the store %s could do about it', async (provider, choices) => {
    const { ports } = fakePorts()
    const input = (text: string) => ({ document: inline(text), path: 'a.pdf', provider })
    await answerOf(storeDocument, input('pdf:Before'), ports)
    const { violations } = await faultOf(answerOf(storeDocument, input(pdf), ports))
    expect(violations[0]?.hint).toBe(`Choose another path, or say by \`onConflict\` what becomes of it: ${choices}`)
  })

  it.each([
    ['overwrite', { 'a.pdf': pdf }],
    ['rename', { 'a.pdf': 'pdf:Before', 'a (2).pdf': pdf }],
  ])('does what it is told to where something is: %s', async (onConflict, after) => {
    const { ports, store } = fakePorts()
    await store.keep('a.pdf', 'pdf:Before')
    await answerOf(storeDocument, { document: inline(pdf), path: 'a.pdf', onConflict }, ports)
    expect(store.texts()).toEqual(after)
  })

  it('keeps texts beside the document', async () => {
    const { ports, store } = fakePorts()
    await answerOf(storeDocument, { document: inline(pdf), path: 'a.pdf', metadata: { matter: '7' } }, ports)
    expect(store.document('a.pdf')?.metadata).toEqual({ matter: '7' })
  })

  it('writes nothing in a dry run, and says what it would', async () => {
    const { ports, events, clock } = fakePorts()
    clock.at = Date.UTC(2026, 0, 1)
    const { data } = await answerOf(storeDocument, { document: inline(pdf), path: 'a.pdf', dryRun: true }, ports)
    expect(data).toMatchObject({ created: true, document: { path: 'a.pdf', createdAt: '2026-01-01T00:00:00.000Z' } })
    expect(events).toEqual([])
  })

  it('does nothing once the caller has left', async () => {
    const { ports, events } = fakePorts()
    const fault = await faultOf(answerOf(storeDocument, { document: inline(pdf), path: 'a.pdf' }, ports, leftAlready()))
    expect(fault.code).toBe('cancelled')
    expect(events).toEqual([])
  })

  it('points at the provider that is not there', async () => {
    const { ports } = fakePorts()
    const call = answerOf(storeDocument, { document: inline(pdf), path: 'a.pdf', provider: 'none' }, ports)
    expect(await faultOf(call)).toMatchObject({
      code: 'provider_not_configured',
      violations: [{ pointer: '/provider' }],
      details: { configured: ['memory', 'versioned'] },
    })
  })

  it('points at the document that is not there, or is too large', async () => {
    const { ports } = fakePorts({}, limits({ documentBytes: 5 }))
    const absent = await faultOf(answerOf(storeDocument, { document: { path: 'no.pdf' }, path: 'a.pdf' }, ports))
    expect(absent).toMatchObject({ code: 'document_not_found', violations: [{ pointer: '/document' }] })
    const large = await faultOf(answerOf(storeDocument, { document: inline('123456'), path: 'a.pdf' }, ports))
    expect(large).toMatchObject({ code: 'payload_too_large', violations: [{ pointer: '/document' }] })
  })
})

describe('a checksum', () => {
  const input = { document: inline(pdf), path: 'a.pdf' }

  it('that fits is taken in either case', async () => {
    const { ports, store } = fakePorts()
    await answerOf(storeDocument, { ...input, sha256: digestOf(bytesOf(pdf)).toUpperCase() }, ports)
    expect(store.texts()).toEqual({ 'a.pdf': pdf })
  })

  it('that does not fit is refused before anything is written', async () => {
    const { ports, events } = fakePorts()
    const fault = await faultOf(answerOf(storeDocument, { ...input, sha256: '0'.repeat(64) }, ports))
    expect(fault).toMatchObject({
      code: 'checksum_mismatch',
      violations: [
        { pointer: '/sha256', code: 'checksum_mismatch', message: `The bytes have ${digestOf(bytesOf(pdf))}.` },
      ],
    })
    expect(events).toEqual([])
  })
})

describe('the content type', () => {
  const kept = async (document: object, more: object = {}): Promise<readonly [string, unknown]> => {
    const { ports } = fakePorts()
    const { data, warnings = [] } = await answerOf(storeDocument, { document, path: 'plain', ...more }, ports)
    return [
      data.document.contentType,
      warnings.map(({ code, severity, location }) => [code, severity, location?.pointer]),
    ]
  }
  const mismatch = (pointer: string) => ['type_mismatch', 'warning', pointer]

  it('is that of the bytes, whatever the source says of them', async () => {
    expect(await kept(inline(pdf))).toEqual(['application/pdf', []])
    expect(await kept(inline(pdf, { contentType: 'image/png' }))).toEqual([
      'application/pdf',
      [mismatch('/document/contentType')],
    ])
  })

  it('is as it is given, with a remark where the bytes say otherwise', async () => {
    expect(await kept(inline(pdf), { contentType: 'image/png' })).toEqual(['image/png', [mismatch('/contentType')]])
    expect(await kept(inline(pdf, { contentType: 'image/png' }), { contentType: 'application/pdf' })).toEqual([
      'application/pdf',
      [],
    ])
  })

  it('is looked at without its parameters and its case', async () => {
    expect(await kept(inline(pdf), { contentType: 'Application/PDF; a=b' })).toEqual(['Application/PDF; a=b', []])
    expect(await kept(inline(pdf), { contentType: 'Image/PNG ; a=b' })).toEqual([
      'Image/PNG ; a=b',
      [mismatch('/contentType')],
    ])
  })

  it('of unknown bytes is that of the source, else bytes of no type', async () => {
    expect(await kept(inline('\0', { contentType: 'image/png' }))).toEqual(['image/png', []])
    expect(await kept(inline('\0'))).toEqual(['application/octet-stream', []])
    expect(await kept(inline('\0', { filename: 'a.pdf' }))).toEqual(['application/octet-stream', []])
  })

  it('tells no text type from another', async () => {
    expect(await kept(inline('Some text', { filename: 'a.csv' }), { contentType: 'text/csv' })).toEqual([
      'text/csv',
      [],
    ])
  })

  it('tells a text from what is none', async () => {
    expect(await kept(inline('Some text', { filename: 'a.pdf' }))).toEqual(['text/plain', [mismatch('/document')]])
    expect(await kept(inline(pdf, { filename: 'a.txt' }))).toEqual(['application/pdf', [mismatch('/document')]])
  })

  it('makes no remark of types and endings that are not known, or known as any bytes', async () => {
    expect(await kept(inline(pdf, { filename: 'a.xyz' }), { contentType: 'application/x-odd' })).toEqual([
      'application/x-odd',
      [],
    ])
    expect(await kept(inline(pdf, { filename: 'a.bin' }), { contentType: 'application/octet-stream' })).toEqual([
      'application/octet-stream',
      [],
    ])
  })

  it('is held against the ending of the name, and of the path where there is no name', async () => {
    const { ports } = fakePorts()
    const { warnings } = await answerOf(storeDocument, { document: inline(pdf), path: 'a.b/c.DOCX' }, ports)
    expect(warnings).toEqual([
      {
        code: 'type_mismatch',
        severity: 'warning',
        message: 'The bytes are pdf, the name says .docx.',
        hint: 'The ending of this type is .pdf.',
        location: { pointer: '/document' },
      },
    ])
  })

  it.each(['txt', 'md', 'csv', 'tsv', 'json', 'xml', 'html', 'svg', 'vcf', 'eml'])(
    'of an empty text is what its ending says: .%s',
    async (ending) => {
      const [contentType] = await kept(inline('', { filename: `a.${ending}` }))
      const [plain, warnings] = await kept(inline('Some text', { filename: `a.${ending}` }))
      expect(contentType).not.toBe('application/octet-stream')
      expect([plain, warnings]).toEqual(['text/plain', []])
    },
  )

  it('of nothing is none where its ending is that of no text', async () => {
    expect(await kept(inline('', { filename: 'a.pdf' }))).toEqual(['application/octet-stream', []])
  })
})

describe('what it takes', () => {
  const base = { document: inline('a'), path: 'a' }
  const entries = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, '']))

  it('is a plain effect of a document', () => {
    expect(storeDocument).toMatchObject({
      name: 'store-document',
      area: 'documents',
      effect: true,
      cost: 'plain',
      takesDocuments: true,
      producesDocuments: false,
    })
  })

  it('has defaults', () => {
    expect(parseInput(storeDocument.input, base)).toMatchObject({ onConflict: 'fail', dryRun: false })
  })

  it.each([
    ['provider', 'p'.repeat(64), 'p'.repeat(65), '/provider', 'too_big'],
    ['contentType', `a/${'b'.repeat(253)}`, `a/${'b'.repeat(254)}`, '/contentType', 'too_big'],
    ['contentType', 'a/b; c=d', 'a', '/contentType', 'invalid_format'],
    ['metadata', { ['k'.repeat(64)]: '' }, { ['k'.repeat(65)]: '' }, `/metadata/${'k'.repeat(65)}`, 'invalid_key'],
    ['metadata', { k: 'v'.repeat(1024) }, { k: 'v'.repeat(1025) }, '/metadata/k', 'too_big'],
    ['metadata', entries(64), entries(65), '/metadata', 'too_big'],
    ['sha256', 'aF'.repeat(32), 'a'.repeat(63), '/sha256', 'invalid_format'],
  ])('bounds %s', (field, most, more, pointer, code) => {
    expect(violationsOf(storeDocument, { ...base, [field]: most })).toEqual([])
    expect(violationsOf(storeDocument, { ...base, [field]: more })).toEqual([[pointer, code]])
  })
})

describe('a version to replace', () => {
  it('is the one that is there, and goes with a policy that replaces', async () => {
    const { ports, store } = fakePorts()
    const { version } = await store.keep('a.pdf', 'pdf:old')
    const input = { document: inline(pdf), path: 'a.pdf', onConflict: 'overwrite', ifVersion: version }
    const { data } = await answerOf(storeDocument, input, ports)
    expect(data).toMatchObject({ created: false, unchanged: false, previousVersion: version })
    expect((await faultOf(answerOf(storeDocument, { ...input, document: inline('pdf:x') }, ports))).code).toBe(
      'write_conflict',
    )
    for (const onConflict of ['fail', 'rename', 'skip-if-same', undefined])
      expect(violationsOf(storeDocument, { ...input, onConflict })).toEqual([['/ifVersion', 'unexpected_field']])
  })
})
