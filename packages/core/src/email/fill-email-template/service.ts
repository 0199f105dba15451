import { present } from '../../present.ts'
import type { Context } from '../../context.ts'
import { ChanceryError, invalidRequest } from '../../errors.ts'
import { isFault, itemProblemOf, logItemFault } from '../../item-problem.ts'
import { partOf, progressTo } from '../../long-work.ts'
import type { JsonObject } from '../../json.ts'
import type { Mailbox, OutgoingEmail } from '../../ports/email-transport.ts'
import type { FillRequest } from '../../ports/document-templates.ts'
import type { EmailContent } from '../../ports/email-templates.ts'
import { type Finding } from '../../shapes/finding.ts'
import { fillRequest, mergedData, ownUnused } from '../../templates/fill-request.ts'
import { tooMany } from '../../too-many.ts'
import { dispatchEmail, messageId, senderOf, inlineFindings } from '../dispatch-email.ts'
import { mailbox, readMailboxes, writtenMailboxes } from '../email-address.ts'
import { subject } from '../email-fields.ts'
import { openEmail } from '../open-email.ts'
import type { AnswerOf, InputOf, PortsOf } from '../../contract.ts'
import { fillAttachments, type Prepared, prepareAttachments } from './attachments.ts'
import type { fillEmailTemplateContract } from './contract.ts'

type Input = InputOf<typeof fillEmailTemplateContract>
type Needed = PortsOf<typeof fillEmailTemplateContract>
type Answer = AnswerOf<typeof fillEmailTemplateContract>
type Message = Answer['data']['messages'][number]
type Recipient = Input['recipients'][number]

/** What all recipients have in common. */
interface Mailing {
  readonly input: Input
  readonly from: Mailbox
  readonly template: EmailContent
  readonly attachments: readonly Prepared[]
}

/**
 * One recipient after the other. A template that fails for all throws, as long as nothing was handed over; any other
 * failure is the recipient's.
 */
export async function fillAndSend(input: Input, ports: Needed, context: Context): Promise<Answer> {
  const mailing = await prepareMailing(input, ports, context)
  const messages: Message[] = []
  let preview: EmailContent | undefined
  let handedOver = false
  for (const [index, recipient] of input.recipients.entries()) {
    context.signal.throwIfAborted()
    let to = writtenAddresses(recipient)
    try {
      messages.push(
        await partOf(context, `recipient-${index}`, async () => {
          const addressed = await addressRecipient(recipient, mailing, ports, context)
          to = addressed.to.map(({ address }) => address)
          const { message, email } = await sendTo(addressed, index, mailing, ports, context)
          if (input.dryRun) preview ??= { ...email }
          return message
        }),
      )
      handedOver = true
    } catch (error) {
      if (failsForAll(error) && !handedOver) throw 'subject' in input.template ? error : inDocument(error)
      context.signal.throwIfAborted()
      const failed = failedMessage(error, to, index, handedOver)
      if (isFault(error)) logItemFault(ports.logger, context, error)
      messages.push(failed)
    }
    progressTo(context, index + 1, input.recipients.length)
  }
  return { data: { messages, ...present({ preview }) } }
}

async function prepareMailing(input: Input, ports: Needed, context: Context): Promise<Mailing> {
  const { limits } = ports.settings
  if (input.recipients.length > limits.records) throw tooMany('/recipients', limits.records, input.recipients.length)
  const from = senderOf(input.from, ports)
  // Before anything is opened: one that is not there is told first.
  ports.transports.get(input.provider)
  return {
    input,
    from,
    template: await openEmail(input.template, '/template', ports, context),
    attachments: await prepareAttachments(input.attachments, '/attachments', ports, context),
  }
}

/** A recipient, with the data and the addresses of the client that it names. */
interface Addressed {
  readonly recipient: Recipient
  readonly data: JsonObject
  readonly to: readonly Mailbox[]
}

const writtenAddresses = ({ to }: Recipient): string[] =>
  writtenMailboxes(to).map((each) => (typeof each === 'string' ? each : each.address))

async function addressRecipient(
  recipient: Recipient,
  { input }: Mailing,
  ports: Needed,
  context: Context,
): Promise<Addressed> {
  const given = readMailboxes(recipient.to)
  const data = await mergedData([input.data, recipient.data], recipient.client, '/client', ports, context)
  return { recipient, data, to: given.length > 0 ? given : clientMailbox(data) }
}

/** Fills the e-mail and its attachments with the recipient's data, and hands it over. */
async function sendTo(
  { recipient, data, to }: Addressed,
  index: number,
  { input, from, template, attachments: common }: Mailing,
  ports: Needed,
  context: Context,
): Promise<{ readonly message: Message; readonly email: EmailContent }> {
  const request = fillRequest(data, { missing: input.missing }, input, ports)
  const { email, ...report } = await ports.emailTemplates.fill(template, request, { signal: context.signal })
  const pointer = `${pointerOf(index)}/attachments`
  const prepared = [...common, ...(await prepareAttachments(recipient.attachments, pointer, ports, context))]
  const attachments = await fillAttachments(prepared, request, ports, context)
  const outgoing: OutgoingEmail = {
    id: messageId(index, 'fill-email-template', ports, context),
    from,
    to,
    cc: input.cc,
    bcc: input.bcc,
    replyTo: input.replyTo,
    ...email,
    subject: oneLine(email.subject),
    attachments,
    headers: input.headers,
    tags: input.tags,
    metadata: input.metadata,
    date: ports.clock.now(),
    ...(input.sendAt === undefined ? {} : { sendAt: Date.parse(input.sendAt) }),
  }
  const filledFrom = {
    template,
    request: [recipient.data, input.data, recipient.client, input.missing, localeOf(request)],
    attachments: prepared.map(({ digest }) => digest),
  }
  const { provider, dryRun } = input
  const sent = await dispatchEmail(outgoing, { provider, dryRun, filledFrom }, ports, context)
  const message: Message = {
    to: to.map(({ address }) => address),
    subject: outgoing.subject,
    status: sent.status,
    id: sent.id,
    message: sent,
    ...report,
    unused: ownUnused(report.unused, recipient.client),
    findings: [...report.findings, ...inlineFindings(email.html, attachments)],
  }
  return { message, email }
}

/** @throws what is no recipient's own, as long as nothing was handed over */
const failedMessage = (error: unknown, to: readonly string[], index: number, handedOver: boolean): Message => ({
  to,
  status: 'failed',
  filled: [],
  missing: missingPaths(error),
  unused: [],
  findings: [],
  error: itemProblemOf(error, pointerOf(index), ['to', 'client', 'data'], handedOver),
})

const pointerOf = (index: number): string => `/recipients/${index}`

/** A fault of the template, or of the key, that all recipients have in common: one answer says it, and nothing was sent. */
const failsForAll = (error: unknown): error is ChanceryError =>
  ChanceryError.is(error) &&
  (error.code === 'idempotency_mismatch' ||
    (error.code === 'template_invalid' && error.violations.every(({ pointer }) => !pointer.startsWith('/recipients/'))))

const localeOf = ({ locale, timeZone, currency, translations }: FillRequest) => [
  locale,
  timeZone,
  currency,
  ...(translations === undefined ? [] : [translations]),
]

/** Of a template that is a document, the request has no fields to point at; `location` names them. */
const inDocument = ({ code, message, details, violations }: ChanceryError): ChanceryError =>
  new ChanceryError(code, message, {
    details,
    violations: violations.map((each) =>
      each.pointer.startsWith('/template') ? { ...each, pointer: '/template' } : each,
    ),
  })

/** What an incomplete recipient lacks: where the failure says so. */
function missingPaths(error: unknown): string[] {
  const violations = ChanceryError.is(error) ? error.violations : []
  const paths = violations
    .filter(({ code }) => code === 'missing_value')
    .map(({ location }) => (location as Finding['location'])?.path)
  return [...new Set(paths.filter((path) => path !== undefined))]
}

function clientMailbox(data: JsonObject): readonly Mailbox[] {
  const client = data['client'] as JsonObject | undefined
  const parsed = mailbox.safeParse({ address: client?.['email'] ?? '', name: client?.['name'] ?? '' })
  if (parsed.success) return [parsed.data]
  throw invalidRequest('/client', 'no_address', 'This client has no e-mail address.', 'Give `to`.')
}

/** A filled subject is checked again: a value may have brought a line break along. */
function oneLine(filled: string): string {
  const result = subject.safeParse(filled)
  if (result.success) return result.data
  throw invalidRequest('/data', 'invalid_subject', 'The filled subject is longer than 998 characters or not one line.')
}
