import { createHarness, type Harness } from '@chancery/harness'
import { docxOf, openDocumentOf } from '@chancery/port-contracts/sample-documents'
import { afterAll, describe, expect, it } from 'vitest'
import { encryptedPdf } from '../packages/reading-pdf/src/encrypted-fixture.ts'
import { contentOf, readZip } from '../packages/formats/src/zip/index.ts'
import { agileOffice, sealedOpenDocument, standardOffice } from '../packages/guard/src/encryption/encrypted-fixture.ts'

const password = 'open sesame'
const says = 'What was kept secret.'
const openDocument = [...readZip(openDocumentOf('text', `<text:p>${says}</text:p>`)).values()]
const documents: readonly (readonly [name: string, bytes: Uint8Array])[] = [
  ['agile.docx', agileOffice(docxOf([says]), password)],
  ['standard.docx', standardOffice(docxOf([says]), password)],
  [
    'sealed.odt',
    sealedOpenDocument(
      openDocument.map((entry) => ({ name: entry.name, content: contentOf(entry) })),
      password,
    ),
  ],
  ['locked.pdf', encryptedPdf([{ text: says, x: 70, y: 700 }], password)],
]

describe.each(['inline', 'processes'])('an encrypted document, with safety "%s"', (safety) => {
  const harness: Harness = createHarness({ configuration: { CHANCERY_SAFETY: safety } })
  afterAll(() => harness.close())
  const read = (filename: string, content: Uint8Array, more: object = {}) =>
    harness.call('extract-document', { document: { content, filename }, ...more })

  it.each(documents)('is read with its password: %s', async (filename, bytes) => {
    const { data } = await read(filename, bytes, { password })
    expect(data.text).toBe(says)
  })

  it.each(documents)('is refused without one, at the document: %s', async (filename, bytes) => {
    await expect(read(filename, bytes)).rejects.toMatchObject({
      code: 'document_encrypted',
      details: { reason: 'password_missing' },
      violations: [{ pointer: '/document' }],
    })
  })

  it.each(documents)('is refused with another, at the password: %s', async (filename, bytes) => {
    const refused = read(filename, bytes, { password: 'Open sesame' })
    await expect(refused).rejects.toMatchObject({
      code: 'document_encrypted',
      details: { reason: 'password_wrong' },
      violations: [{ pointer: '/password' }],
    })
    const said = await refused.catch((error: Error) => `${error.message}${JSON.stringify(error)}`)
    expect(said).not.toMatch(/sesame/i)
  })
})

it('a password that nothing wants changes nothing', async () => {
  const harness = createHarness()
  const { data } = await harness.call('extract-document', {
    document: { content: docxOf([says]), filename: 'a.docx' },
    password,
  })
  expect(data.text).toBe(says)
  await harness.close()
})
