import { openEach } from '../../documents/open-document.ts'
import { present } from '../../present.ts'
import { tooMany } from '../../too-many.ts'
import { dispatchEmail, isOpen, messageId } from '../dispatch-email.ts'
import { inlineFindings, openAttachment } from '../email-attachment.ts'
import { emptyFindings } from '../empty-email.ts'
import type { Context } from '../../context.ts'
import { lookAlikeFindings } from '../email-address.ts'
import { assertNotTooLate, sendAtFindings } from '../send-at.ts'
import { senderOf } from '../sender.ts'
import { unsubscribeHeaders } from '../unsubscribe-headers.ts'
import type { AnswerOf, InputOf, PortsOf } from '../../contract.ts'
import type { sendEmailContract } from './contract.ts'

/** Hands one e-mail over, once for each Idempotency-Key. */
export async function send(
  input: InputOf<typeof sendEmailContract>,
  ports: PortsOf<typeof sendEmailContract>,
  context: Context,
): Promise<AnswerOf<typeof sendEmailContract>> {
  assertNotTooLate(input.sendAt, ports.clock)
  const from = senderOf(input.from, ports, context)
  const people = input.to.length + input.cc.length + input.bcc.length
  const limit = ports.settings.limits.records
  if (people > limit) throw tooMany('/to', limit, people)
  if (input.attachments.length > ports.settings.limits.attachments) {
    throw tooMany('/attachments', ports.settings.limits.attachments, input.attachments.length)
  }
  const opened = await openEach(input.attachments, (source, index) =>
    openAttachment(source, `/attachments/${index}`, ports, context),
  )
  const attachments = opened.map(({ attachment }) => attachment)
  const { html, text } = present(input)
  const message = await dispatchEmail(
    {
      id: messageId(0, 'send-email', ports, context),
      from,
      to: input.to,
      cc: input.cc,
      bcc: input.bcc,
      replyTo: input.replyTo,
      subject: input.subject,
      ...present({ html, text }),
      attachments,
      headers: { ...input.headers, ...unsubscribeHeaders(input.unsubscribe, input, ports) },
      tags: input.tags,
      metadata: input.metadata,
      date: ports.clock.now(),
      ...(input.sendAt === undefined ? {} : { sendAt: Date.parse(input.sendAt) }),
    },
    { ...input, showsRequest: true },
    ports,
    context,
  )
  return {
    data: { message },
    ...(isOpen(message) && { goesOn: 'settle' }),
    warnings: [
      ...sendAtFindings(input.sendAt, ports.clock),
      ...lookAlikeFindings([from, ...input.replyTo, ...input.to, ...input.cc, ...input.bcc]),
      ...opened.flatMap(({ warnings }) => warnings),
      ...inlineFindings(html, attachments),
      ...emptyFindings({ ...input, attachments }),
    ],
  }
}
