import { textExtractorContract } from '@chancery/port-contracts/text-extractor'
import { vettedForTest } from '@chancery/port-contracts/vetted-for-test'
import { docxOf, paragraph, run } from './docx/docx-fixture.ts'
import { createEmbeddedExtractor } from './embedded.ts'
import { linesAt, pdfOf } from './pdf/pdf-fixture.ts'

const says = ['Größe', 'naïve', '日本語 𝒳', 'ende']
const subject =
  (type: Parameters<typeof vettedForTest>[1], bytes: Uint8Array | string, words = says) =>
  () => ({
    extractor: createEmbeddedExtractor(),
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
