import { createHarness } from '@chancery/harness'
import { docxOf } from '@chancery/port-contracts/sample-documents'
import { afterAll, expect, it } from 'vitest'

const harness = createHarness({ configuration: { CHANCERY_SAFETY: 'processes' } })
afterAll(() => harness.close())

const line = 'The fee for this part of the work is due within thirty days of the invoice, and paid without deduction.'
const longLetter = docxOf(['Client: Ada Lovelace', 'Date: 3 March 2026', ...Array.from({ length: 1500 }, () => line)])

it('looks for facts of long samples though every place for samples is taken', async () => {
  // More calls than children: each holds one, and asks for facts that are found in another.
  const calls = Array.from({ length: 5 }, () =>
    harness.call('generate-document-template', {
      samples: [{ content: longLetter, filename: 'letter.docx' }],
      dryRun: true,
    }),
  )
  for (const { data } of await Promise.all(calls)) {
    expect(data).toMatchObject({
      fields: expect.arrayContaining([expect.objectContaining({ values: ['3 March 2026'] })]),
    })
  }
})
