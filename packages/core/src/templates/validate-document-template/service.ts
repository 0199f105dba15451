import { localeFor } from '../fill-request.ts'
import { templateType, templateTypes } from '../template-format.ts'
import { delimitersOf } from '../../shapes/tag-delimiters.ts'
import { Content } from '../../model/content.ts'
import { deliverDocument } from '../../documents/deliver-document.ts'
import { openDocument } from '../../documents/open-document.ts'
import { present } from '../../present.ts'
import type { Context } from '../../context.ts'
import type { AnswerOf, InputOf, PortsOf } from '../../contract.ts'
import type { validateDocumentTemplateContract } from './contract.ts'

/** Every fault of a Word template at once, and of data or a schema against it. */
export async function checkTemplate(
  input: InputOf<typeof validateDocumentTemplateContract>,
  ports: PortsOf<typeof validateDocumentTemplateContract>,
  context: Context,
): Promise<AnswerOf<typeof validateDocumentTemplateContract>> {
  const template = await openDocument(input.template, '/template', templateTypes, ports, context, { faults: 'report' })
  const { data, schema } = present(input)
  const { annotated, ...report } = await ports.documentTemplates.inspect(
    template,
    {
      ...localeFor(input, ports),
      ...present({ data, schema }),
      ...delimitersOf(input.delimiters),
      annotate: input.annotate,
    },
    { signal: context.signal },
  )
  const findings = [...template.findings, ...report.findings]
  const valid = findings.every((each) => each.severity !== 'error')
  if (annotated === undefined) return { data: { ...report, valid, findings } }
  const stem = (template.filename ?? 'template').replace(/\.(?:docx|dotx|docm|dotm|odt|ott)$/i, '')
  const { bytes, contentType } = annotated
  const made = { contentType, content: new Content([bytes]), filename: `${stem} annotated.${templateType(template)}` }
  const copy = await deliverDocument(made, undefined, false, ports, context)
  return { data: { ...report, valid, findings, annotated: copy } }
}
