import { Content } from '../../model/content.ts'
import { deliverDocument } from '../../documents/deliver-document.ts'
import { openDocument, openEach } from '../../documents/open-document.ts'
import { tooMany } from '../../too-many.ts'
import { induceRequest } from '../induction-input.ts'
import { type Context, spaceOf } from '../../context.ts'
import type { AnswerOf, InputOf, PortsOf } from '../../contract.ts'
import type { generateDocumentTemplateContract } from './contract.ts'

/** A Word template out of filled documents, stored where that is wanted. */
export async function makeTemplate(
  input: InputOf<typeof generateDocumentTemplateContract>,
  ports: PortsOf<typeof generateDocumentTemplateContract>,
  context: Context,
): Promise<AnswerOf<typeof generateDocumentTemplateContract>> {
  const limit = ports.settings.limits.samples
  if (input.samples.length > limit) throw tooMany('/samples', limit, input.samples.length)
  const samples = await openEach(input.samples, (source, index) =>
    openDocument(source, `/samples/${index}`, ['docx'], ports, context),
  )
  const induced = await ports.documentTemplates.induce(samples, induceRequest(input, ports, context), {
    signal: context.signal,
  })
  // Before it is stored: a repetition after a failure here finds nothing in its way.
  if (!input.dryRun) await ports.eventTeller.templateGenerated(spaceOf(context.principal), 'document')
  const {
    template: { bytes, contentType },
    ...report
  } = induced
  return {
    data: {
      template: await deliverDocument(
        { contentType, content: new Content([bytes]), filename: input.filename },
        input.output,
        input.dryRun,
        ports,
        context,
      ),
      ...report,
    },
    warnings: samples.flatMap((sample) => sample.findings),
  }
}
