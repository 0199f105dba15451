import { documentTemplatesContract } from '@chancery/port-contracts/document-templates'
import { afterAll } from 'vitest'
import { odt, p, textsOf } from '../../../odt-templates/src/testing/odt-builder.ts'
import { createDocumentSandbox } from '../document-sandbox.ts'
import { inlineJobs } from './inline-jobs.ts'
import { otherContracts } from './sandboxed-contracts.test-support.ts'
import { sandboxedTemplates } from './sandboxed-templates.ts'

const sandbox = createDocumentSandbox()
afterAll(() => sandbox.close())

otherContracts('in this process', inlineJobs())

// Handed on as Word templates are; the latter are tried in children by `npm test`.
documentTemplatesContract('OpenDocument templates in children', () => ({
  templates: sandboxedTemplates(sandbox, {
    pages: 500,
    cells: 200_000,
    documentBytes: 32 * 1024 * 1024,
    maxMs: 30_000,
  }),
  make: (...paragraphs) => odt(paragraphs.map(p).join('')),
  read: textsOf,
  type: 'odt',
  merges: false,
}))
