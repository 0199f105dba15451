import { ChanceryError, type DocumentConverter } from '@chancery/core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { docxOf } from './sample-documents.ts'

export interface DocumentConverterUnderTest {
  readonly converter: DocumentConverter & { close?(): Promise<void> }
  /** Whether it opens documents for real, so that what is broken is found. */
  readonly reads: boolean
}

/** What everything that turns documents into others must do. */
export function documentConverterContract(name: string, make: () => Promise<DocumentConverterUnderTest>): void {
  describe(`${name} keeps the contract of a document converter`, () => {
    const types = { from: 'docx', to: 'pdf' } as const
    const { signal } = new AbortController()
    let under: DocumentConverterUnderTest
    beforeAll(async () => {
      under = await make()
    })
    afterAll(() => under.converter.close?.())

    it('says how much it does at once', () => expect(under.converter.parallel).toBeGreaterThan(0))

    it('turns a Word document into a PDF, again and again', async () => {
      for (const text of ['Größe 名前', 'second']) {
        const pdf = await under.converter.convert(docxOf([text]), types, { signal })
        expect(Buffer.from(pdf.subarray(0, 5)).toString()).toBe('%PDF-')
        expect(Buffer.from(pdf).lastIndexOf('%%EOF')).toBeGreaterThan(0)
      }
    })

    it('does several that are asked for at once', async () => {
      const texts = ['a', 'b', 'c']
      const all = await Promise.all(texts.map((text) => under.converter.convert(docxOf([text]), types, { signal })))
      expect(all.every(({ length }) => length > 100)).toBe(true)
    })

    it('refuses types that it cannot do', async () => {
      const wanted = { from: 'png', to: 'docx' } as const
      await expect(under.converter.convert(new Uint8Array(3), wanted, { signal })).rejects.toMatchObject({
        code: 'unsupported_option',
      })
    })

    it('refuses what it cannot read, and goes on', async () => {
      if (!under.reads) return
      const error: unknown = await under.converter
        .convert(docxOf(['x'.repeat(3000)]).slice(0, 400), types, { signal })
        .catch((thrown: unknown) => thrown)
      expect(ChanceryError.is(error) && error.code).toBe('document_corrupt')
      expect((await under.converter.convert(docxOf(['whole']), types, { signal })).length).toBeGreaterThan(100)
    })

    it('can be used, and says so, unless it is not asked any more', async () => {
      await expect(under.converter.check({ signal })).resolves.toBeUndefined()
      await expect(under.converter.check({ signal: AbortSignal.abort() })).rejects.toThrow()
    })

    it('stops with its caller, and goes on for others', async () => {
      await expect(
        under.converter.convert(docxOf(['x']), types, { signal: AbortSignal.abort() }),
      ).rejects.toMatchObject({
        code: 'cancelled',
      })
      const leaving = new AbortController()
      const left = under.converter.convert(docxOf(['x']), types, { signal: leaving.signal })
      setTimeout(() => leaving.abort(), 5)
      await expect(left).rejects.toMatchObject({ code: 'cancelled' })
      expect((await under.converter.convert(docxOf(['y']), types, { signal })).length).toBeGreaterThan(100)
    })
  })
}
