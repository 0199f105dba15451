import { present } from '../../present.ts'
import { Content } from '../../model/content.ts'
import { deliverDocument } from '../../documents/deliver-document.ts'
import { baseName } from '../../model/document-path.ts'
import { contentTypes } from '../../model/document-type.ts'
import { openEach } from '../../documents/open-document.ts'
import { invalidRequest } from '../../errors.ts'
import { induceRequest } from '../../templates/induction-input.ts'
import { tooMany } from '../../too-many.ts'
import { openEmail } from '../open-email.ts'
import { type Context, spaceOf } from '../../context.ts'
import type { AnswerOf, InputOf, PortsOf } from '../../contract.ts'
import type { generateEmailTemplateContract } from './contract.ts'

/** An e-mail template out of sent e-mails. */
export async function makeEmailTemplate(
  input: InputOf<typeof generateEmailTemplateContract>,
  ports: PortsOf<typeof generateEmailTemplateContract>,
  context: Context,
): Promise<AnswerOf<typeof generateEmailTemplateContract>> {
  const limit = ports.settings.limits.samples
  if (input.samples.length > limit) throw tooMany('/samples', limit, input.samples.length)
  const samples = await openEach(input.samples, (source, index) =>
    openEmail(source, `/samples/${index}`, ports, context),
  )
  const induced = await ports.emailTemplates.induce(samples, induceRequest(input, ports, context), {
    signal: context.signal,
  })
  if (induced.template.html === undefined && induced.template.text === undefined) {
    throw invalidRequest(
      '/samples',
      'samples_unrelated',
      'The samples share neither html nor text.',
      'Give e-mails that have the same parts.',
    )
  }
  if (!input.dryRun) await ports.eventTeller.templateGenerated(spaceOf(context.principal), 'email')
  if (input.output === undefined) return { data: induced }
  const bytes = new TextEncoder().encode(`${JSON.stringify(induced.template, null, 2)}\n`)
  const { stored } = await deliverDocument(
    { filename: baseName(input.output.path), content: new Content([bytes]), contentType: contentTypes.json },
    input.output,
    input.dryRun,
    ports,
    context,
  )
  return { data: { ...induced, ...present({ stored }) } }
}
