import { hash } from 'node:crypto'
import { createDocumentGuard } from '@chancery/guard'
import { docxOf, pngOf } from '@chancery/port-contracts/sample-documents'
import { expect, it } from 'vitest'
import { jobBudget } from './job-budget.ts'

const guard = createDocumentGuard()
const { signal } = new AbortController()

it('leaves a package of many equal paragraphs twice the work that it was measured to take, however few bytes they are', async () => {
  // 150,000 elements in some kilobytes, read within 0.3 s on a quiet machine.
  const document = await guard.vet(docxOf(Array.from({ length: 50_000 }, () => 'Paid')), { signal })
  expect(document.bytes.length).toBeLessThan(100_000)
  expect(jobBudget([document], 30_000) - jobBudget([{ ...document, tags: 0 }], 30_000)).toBeGreaterThan(600)
})

it('leaves a large picture twice the work that it was measured to take, however few bytes it is', async () => {
  // 100 million pixels in some kilobytes are made ready for OCR within 1.3 s on a quiet machine.
  const side = 10_000
  const document = await guard.vet(pngOf(1, 1, { width: side, height: side }), { signal })
  expect(jobBudget([document], 30_000) - jobBudget([{ ...document, pixels: 0 }], 30_000)).toBeGreaterThan(2600)
})

it('leaves no work more time than the call has', async () => {
  const document = await guard.vet(docxOf(Array.from({ length: 50_000 }, () => 'Paid')), { signal })
  expect(jobBudget([document], 2600)).toBe(2600)
})

it('leaves a mail the time for the sheet that is attached to it', async () => {
  // Bytes that nothing compresses further, as those of a sheet.
  const bytes = docxOf(Array.from({ length: 20_000 }, (_, index) => hash('sha256', `${index}`)))
  const sheet = await guard.vet(bytes, { signal })
  const mail = await guard.vet(mailWith(bytes), { signal })
  expect(mail.type).toBe('eml')
  expect(jobBudget([mail], 60_000)).toBeGreaterThan(jobBudget([{ ...sheet, tags: 0 }], 60_000))
})

const mailWith = (attached: Uint8Array): Uint8Array =>
  Buffer.from(
    [
      'From: Ada <ada@example.com>',
      'To: office@example.com',
      'Subject: The list',
      'MIME-Version: 1.0',
      'Content-Type: application/vnd.openxmlformats-officedocument.wordprocessingml.document; name=list.docx',
      'Content-Transfer-Encoding: base64',
      '',
      Buffer.from(attached).toString('base64').replaceAll(/.{76}/g, '$&\r\n'),
    ].join('\r\n'),
  )
