import { createHarness } from '@chancery/harness'
import { expect, it } from 'vitest'

const harness = createHarness()
const base64 = (text: string): string => Buffer.from(text, 'latin1').toString('base64')

it.each([
  ['note.txt', '', 'text/plain', []],
  ['rows.csv', '', 'text/csv', []],
  ['scan.pdf', '', 'application/octet-stream', []],
  ['nothing', '', 'application/octet-stream', []],
  ['note.txt', 'Dear Ms Müller\n', 'text/plain', []],
  ['scan.docx', '%PDF-1.7\n%%EOF\n', 'application/pdf', ['type_mismatch']],
])('stores %s, which holds %j, as %s', async (path, text, contentType, warned) => {
  const { data, warnings } = await harness.call('store-document', {
    document: { content: base64(text), filename: path },
    path,
    onConflict: 'rename',
  })
  expect(data.document.contentType).toBe(contentType)
  expect(warnings.map(({ code }) => code)).toEqual(warned)
})
