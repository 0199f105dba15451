import { textExtractorContract } from '@chancery/port-contracts/text-extractor'
import { vettedForTest } from '@chancery/port-contracts/vetted-for-test'
import { expect, it } from 'vitest'
import { docxOf, paragraph, run } from '../../packages/reading-office/src/docx/docx-fixture.ts'
import { createEmbeddedExtractor } from '../../packages/reading/src/index.ts'
import { embeddedReaders } from '../../packages/sandbox/src/jobs/embedded-readers.ts'
import { docOf } from '../../packages/reading-office/src/legacy/doc-fixture.ts'
import { pptOf, shape } from '../../packages/reading-office/src/legacy/ppt-fixture.ts'
import { msgOf } from '../../packages/reading-mail/src/mail/message-fixture.ts'
import { linesAt, pdfOf } from '../../packages/reading-pdf/src/pdf-fixture.ts'
import { readForTest } from './read-for-test.ts'

/** All of it in Unicode, for programs that know only ASCII with a question mark. */
const rtfOf = (lines: readonly string[]): string =>
  `{\\rtf1${lines.map((line) => `${Array.from({ length: line.length }, (_, at) => `\\u${line.charCodeAt(at)}?`).join('')}\\par`).join('')}}`

const says = ['Größe', 'naïve', '日本語 𝒳', 'ende']
const subject =
  (type: Parameters<typeof vettedForTest>[1], bytes: Uint8Array | string, words = says) =>
  () => ({
    extractor: createEmbeddedExtractor({ readers: embeddedReaders }),
    document: vettedForTest(bytes, type),
    says: words,
  })

textExtractorContract('docx', subject('docx', docxOf({ body: says.map((text) => paragraph(run(text))).join('') })), {
  detectsDamage: true,
})
textExtractorContract(
  'pdf',
  subject('pdf', pdfOf({ pages: [linesAt(70, 700, ['Größe', 'naïve']), linesAt(70, 700, ['ende'])] }), [
    'Größe',
    'naïve',
    'ende',
  ]),
)
textExtractorContract('html', subject('html', says.map((text) => `<p>${text}`).join('')))
textExtractorContract('markdown', subject('markdown', says.join('\n\n')))
textExtractorContract('csv', subject('csv', says.join(',')))
textExtractorContract('tsv', subject('tsv', says.join('\t')))
textExtractorContract('text', subject('text', says.join('\n')))
textExtractorContract('json', subject('json', JSON.stringify(says)))
textExtractorContract('rtf', subject('rtf', rtfOf(says)))
textExtractorContract('eml', subject('eml', `Content-Type: text/plain; charset=utf-8\r\n\r\n${says.join('\r\n')}`))
textExtractorContract('msg', subject('msg', msgOf({ properties: { 0x1000: says.join('\n') } })))
textExtractorContract('vcard', subject('vcard', `BEGIN:VCARD\nFN:${says.join('\nNOTE:')}\nEND:VCARD`))
textExtractorContract('doc', subject('doc', docOf({ body: says.map((text) => ({ text, style: 0 })), footnotes: '' })))
textExtractorContract(
  'ppt',
  subject('ppt', pptOf([{ shapes: says.map((text) => shape({ text: { kind: 4, text } })) }])),
)

it('cuts out words where a reader knows no places', async () => {
  const { words, text } = await readForTest('# One two\n\nthree', 'markdown', { words: true })
  expect(words?.map(({ span }) => text.slice(span.start, span.end))).toEqual(['One', 'two', 'three'])
  expect((await readForTest('One', 'text')).words).toBeUndefined()
})

it('has no page where none of the wanted ones is there', async () => {
  const model = await readForTest(pdfOf({ pages: [linesAt(70, 700, ['one'])] }), 'pdf', { pages: [9] })
  expect(model).toMatchObject({ text: '', pages: [], warnings: [{ code: 'page_not_found' }] })
})
