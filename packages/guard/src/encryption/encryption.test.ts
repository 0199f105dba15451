import { writeCompoundFile } from '@chancery/formats/compound-file/testing'
import { contentOf, readZip } from '@chancery/formats/zip'
import { docxOf, openDocumentOf } from '@chancery/port-contracts/sample-documents'
import { describe, expect, it } from 'vitest'
import { createDocumentGuard } from '../document-guard.ts'
import { agileOffice, sealedOpenDocument, standardOffice } from './encrypted-fixture.ts'

const { signal } = new AbortController()
const guard = createDocumentGuard()
const password = 'Schlüssel 鍵 🔑'
const plain = docxOf(Array.from({ length: 400 }, (_, index) => `Paragraph ${index} of ${Math.sin(index)}.`))
const vetted = await guard.vet(plain, { signal })

const refusal = (bytes: Uint8Array, given?: string, own = guard): Promise<unknown> =>
  own.vet(bytes, { signal, ...(given === undefined ? {} : { password: given }) }).then(
    () => 'accepted',
    (error: { code: string; details: Record<string, unknown> }) => error.details['reason'] ?? error.code,
  )

const odt = openDocumentOf('text', '<text:p>Sealed words.</text:p>')
const partsOf = (bytes: Uint8Array) =>
  [...readZip(bytes).values()].map((entry) => ({ name: entry.name, content: Buffer.from(contentOf(entry)) }))
const parts = partsOf(odt)
const sealed = (choices = {}): Uint8Array => sealedOpenDocument(parts, password, choices)

describe.each([
  ['Office 2010 and later', agileOffice(plain, password)],
  ['Office with SHA-1 and AES of 128 bits', agileOffice(plain, password, { hash: 'SHA1', keyBits: 128 })],
  ['Office with SHA-256 and AES of 192 bits', agileOffice(plain, password, { hash: 'SHA256', keyBits: 192 })],
  ['Office with SHA-384', agileOffice(plain, password, { hash: 'SHA384' })],
  ['Office 2007', standardOffice(plain, password)],
  ['Office 2007 with AES of 256 bits', standardOffice(plain, password, 256)],
])('a document encrypted by %s', (_name, bytes) => {
  it('is opened by its password, and is then what it was', async () => {
    const opened = await guard.vet(bytes, { signal, password, accept: ['docx'], filename: 'a.docx' })
    expect(opened.type).toBe('docx')
    expect(opened.findings).toEqual([])
    expect(opened.bytes).toEqual(vetted.bytes)
  })

  it('is refused without one, and with another', async () => {
    expect(await refusal(bytes)).toBe('password_missing')
    expect(await refusal(bytes, 'schlüssel 鍵 🔑')).toBe('password_wrong')
  })
})

it('opens what Excel encrypts without asking for a password', async () => {
  expect(await refusal(agileOffice(plain, 'VelvetSweatshop'))).toBe('accepted')
})

it('opens packages of one segment, of none, and of many', async () => {
  const long = docxOf(['x', ...Array.from({ length: 3000 }, () => Math.random().toString(36))])
  for (const bytes of [docxOf(['']), long])
    expect(await refusal(agileOffice(bytes, password), password)).toBe('accepted')
  expect(await refusal(agileOffice(new Uint8Array(), password), password)).toBe('document_corrupt')
  expect(await refusal(agileOffice(Buffer.from('no package'), password), password)).toBe('document_corrupt')
})

describe('encrypted OpenDocument', () => {
  it('is opened by its password, part by part', async () => {
    const opened = await guard.vet(sealed(), { signal, password })
    expect(opened.type).toBe('odt')
    const inside = new Map(partsOf(opened.bytes).map(({ name, content }) => [name, content]))
    for (const { name, content } of parts)
      if (name !== 'META-INF/manifest.xml') expect(inside.get(name)).toEqual(content)
    expect(Buffer.from(inside.get('META-INF/manifest.xml') ?? []).toString()).not.toContain('encryption')
  })

  it('is refused without one, and with another', async () => {
    expect(await refusal(sealed())).toBe('password_missing')
    expect(await refusal(sealed(), 'another')).toBe('password_wrong')
  })

  it('may have parts with odd names', async () => {
    const odd = [...parts, { name: 'Pictures/a & b &lt; > \'".xml', content: Buffer.from('<a/>') }]
    expect(await refusal(sealedOpenDocument(odd, password), password)).toBe('accepted')
  })

  it('is refused where a part would become too large', async () => {
    const bomb = [...parts, { name: 'Pictures/a.bin', content: Buffer.alloc(3_000_000) }]
    const small = createDocumentGuard({ limits: { partBytes: 1_000_000 } })
    expect(await refusal(sealedOpenDocument(bomb, password), password, small)).toBe('payload_too_large')
    const twice = [...bomb, { name: 'Pictures/b.bin', content: Buffer.alloc(3_000_000) }]
    const narrow = createDocumentGuard({ limits: { packageBytes: 5_000_000 } })
    expect(await refusal(sealedOpenDocument(twice, password), password, narrow)).toBe('payload_too_large')
  })
})

describe('encryption that cannot be undone', () => {
  it('says that a password does not help', async () => {
    expect(await refusal(agileOffice(plain, password, { chaining: 'ChainingModeCFB' }), password)).toBe(
      'encryption_unsupported',
    )
    expect(await refusal(sealed({ cipher: 'Blowfish CFB' }), password)).toBe('encryption_unsupported')
    const rights = writeCompoundFile([{ name: 'EncryptedPackage', bytes: new Uint8Array(5000) }])
    expect(await refusal(rights, password)).toBe('encryption_unsupported')
  })

  it('is refused where keys are to be made in more rounds than allowed', async () => {
    const limit = 500_000
    for (const bytes of [
      agileOffice(plain, password, { statedRounds: limit + 1 }),
      sealed({ statedRounds: limit + 1 }),
    ])
      expect(await refusal(bytes, password)).toBe('payload_too_large')
    expect(await refusal(agileOffice(plain, password, { statedRounds: 4_294_967_295 }))).toBe('payload_too_large')
    const many = Array.from({ length: 30 }, (_, index) => ({ name: `a${index}.xml`, content: Buffer.from('<a/>') }))
    const strict = createDocumentGuard({ limits: { keyRounds: 1000 } })
    expect(await refusal(sealedOpenDocument([...parts, ...many], password), password, strict)).toBe('payload_too_large')
  })

  it('is refused, whatever of it is damaged', async () => {
    const allowed = new Set([
      'accepted',
      'document_corrupt',
      'password_wrong',
      'encryption_unsupported',
      'payload_too_large',
    ])
    const small = docxOf(['small'])
    for (const bytes of [
      agileOffice(small, password, { rounds: 10 }),
      standardOffice(small, password),
      sealed({ rounds: 10 }),
    ]) {
      for (let at = 0; at < bytes.length; at += Math.max(1, Math.floor(bytes.length / 60))) {
        const damaged = bytes.slice()
        damaged[at] = (damaged[at] ?? 0) ^ 0x41
        expect(allowed).toContain(await refusal(damaged, password))
        expect(allowed).toContain(
          await refusal(bytes.slice(0, at + 1), password).then((code) =>
            code === 'unsupported_document' ? 'document_corrupt' : code,
          ),
        )
      }
    }
  })

  it('stops when the call is cancelled', async () => {
    const bytes = agileOffice(plain, password, { rounds: 10, statedRounds: 500_000 })
    const controller = new AbortController()
    const vetting = guard.vet(bytes, { signal: controller.signal, password })
    setTimeout(() => controller.abort(), 20)
    await expect(vetting).rejects.toMatchObject({ code: 'cancelled' })
  })
})
