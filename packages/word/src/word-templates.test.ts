import { documentTemplatesContract } from '@chancery/port-contracts/document-templates'
import { docx, p, textOf } from './testing/docx-builder.ts'
import { createWordTemplates } from './word-templates.ts'

documentTemplatesContract('createWordTemplates', () => ({
  templates: createWordTemplates(),
  make: (...paragraphs) => docx(paragraphs.map((text) => p(text)).join('')),
  read: (bytes) => textOf(bytes).split('\n'),
}))
