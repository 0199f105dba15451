import type { DocumentTemplates } from '@chancery/core'
import { fillText } from '@chancery/tags'
import { fillDocument } from './fill/fill-document.ts'
import { induceDocument } from './induce/induce-document.ts'
import { inspectDocument } from './validate/inspect-document.ts'

/** Word templates (.docx): filled by docxtemplater with our own tag language, checked by an own reading of the file. */
export const createWordTemplates = (): DocumentTemplates => ({
  id: 'word',
  fill: (template, request, { signal }) => fillDocument(template, request, signal),
  fillText: async (text, request) => fillText(text, request),
  async inspect(template, request, { signal }) {
    signal.throwIfAborted()
    return inspectDocument(template, request, signal)
  },
  induce: induceDocument,
})
