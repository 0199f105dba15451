import type { DocumentGuard } from '@chancery/core'
import { documentGuardContract } from '@chancery/port-contracts/document-guard'
import { docxBody, docxOf, docxParts, pdfOf } from '@chancery/port-contracts/sample-documents'
import { buildZip } from '@chancery/port-contracts/zip-builder'
import { createHash, randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createDocumentGuard } from './document-guard.ts'
import { rememberingGuard } from './remembering-guard.ts'

documentGuardContract('the guard that remembers', (documentBytes) =>
  rememberingGuard(createDocumentGuard({ limits: { documentBytes } })),
)

const { signal } = new AbortController()

/** A guard, and how often the one behind it was asked. */
function counted(): { readonly guard: DocumentGuard; readonly asked: () => number } {
  const inner = createDocumentGuard()
  let asked = 0
  const vet: DocumentGuard['vet'] = (bytes, options) => {
    asked++
    return inner.vet(bytes, options)
  }
  return { guard: rememberingGuard({ ...inner, vet }), asked: () => asked }
}

describe('a package that comes again and again', () => {
  const bytes = docxOf(['Dear {name}'])

  it('is vetted twice', async () => {
    const { guard, asked } = counted()
    const options = { signal, filename: 'letter.pdf' }
    const first = await guard.vet(bytes, options)
    const second = await guard.vet(bytes.slice(), options)
    for (let count = 0; count < 5; count++) expect(await guard.vet(bytes.slice(), options)).toBe(second)
    expect(asked()).toBe(2)
    const sha256 = createHash('sha256').update(second.bytes).digest('hex')
    expect(second).toEqual({ ...first, sha256 })
    expect(second.findings).toMatchObject([{ severity: 'warning' }])
  })

  it('is another one under another name, for other types, with a password, and where faults are to be told', async () => {
    const { guard, asked } = counted()
    const others = [
      {},
      { filename: 'a.docx' },
      { contentType: 'application/zip' },
      { accept: ['docx'] },
      { password: 'x' },
      { faults: 'report' },
    ] as const
    for (const options of [...others, ...others]) await guard.vet(bytes, { signal, ...options })
    expect(asked()).toBe(2 * others.length)
    for (const options of others) await guard.vet(bytes, { signal, ...options })
    expect(asked()).toBe(2 * others.length + 2)
    await expect(guard.vet(bytes, { signal, accept: ['pdf'] })).rejects.toMatchObject({ code: 'unsupported_document' })
  })

  it('is another one where a byte differs; refusals are not kept', async () => {
    const { guard, asked } = counted()
    for (let count = 0; count < 3; count++) await guard.vet(bytes, { signal })
    const broken = bytes.slice(0, -1)
    for (let count = 0; count < 3; count++)
      await expect(guard.vet(broken, { signal })).rejects.toMatchObject({ code: 'document_corrupt' })
    expect(asked()).toBe(5)
  })

  it('is no other kind of document', async () => {
    const { guard, asked } = counted()
    for (let count = 0; count < 3; count++)
      expect(await guard.vet(pdfOf(['x']), { signal })).not.toHaveProperty('sha256')
    expect(asked()).toBe(3)
  })

  it('is forgotten after many others', async () => {
    const { guard, asked } = counted()
    // What begins like XML, as one of 256 does by chance, would be read as that.
    const large = (index: number): Uint8Array =>
      buildZip([...docxParts(docxBody([`${index}`])), { name: 'a.bin', content: randomBytes(7_000_000).fill(1, 0, 4) }])
    for (const document of [bytes, ...Array.from({ length: 5 }, (_, index) => large(index))])
      for (let count = 0; count < 2; count++) await guard.vet(document, { signal })
    expect(asked()).toBe(12)
    await guard.vet(bytes, { signal })
    expect(asked()).toBe(13)
  })
})
