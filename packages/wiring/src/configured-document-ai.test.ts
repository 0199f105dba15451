import { cutPdf } from '@chancery/document-ai'
import { pdfOf } from '@chancery/port-contracts/sample-documents'
import { afterAll, expect, it } from 'vitest'
import { readConfiguration } from './configuration.ts'
import { documentAiExtractor, sandboxedCutter } from './configured-document-ai.ts'
import { createDocumentSandbox } from './sandbox/document-sandbox.ts'

const sandbox = createDocumentSandbox()
afterAll(() => sandbox.close())

const { signal } = new AbortController()
const request = { maxPages: 10, piece: { pages: 1, bytes: 100_000 } }

it('cuts PDFs in a child process as it would here', async () => {
  const pdf = pdfOf(['Invoice no. 7'])
  const cut = sandboxedCutter(sandbox, 30_000)
  expect(await cut(pdf, request, { signal })).toEqual(await cutPdf(pdf, request, { signal }))
  expect((await cut(pdf, request, { signal })).pieces).toHaveLength(1)
  await expect(cut(new TextEncoder().encode('%PDF-1.7 nothing'), request, { signal })).rejects.toMatchObject({
    code: 'document_corrupt',
  })
})

it('puts the embedded reader behind it only where that is asked for', () => {
  let asked = 0
  const make = (fallback: string) =>
    documentAiExtractor(readConfiguration({ CHANCERY_DOCUMENT_AI_FALLBACK: fallback }), undefined, () => {
      asked++
      return { id: 'embedded', types: ['pdf'], extract: () => Promise.reject(new Error('not asked')) }
    })
  expect(make('').id).toBe('document-ai')
  expect(asked).toBe(0)
  expect(make('embedded-and-quota').id).toBe('document-ai')
  expect(asked).toBe(1)
})
