import { atOnce, oneByOne } from '../../at-once.ts'
import { present } from '../../present.ts'
import type { Context } from '../../context.ts'
import { ChanceryError, invalidRequest } from '../../errors.ts'
import { isFault, itemProblemOf, logItemFault } from '../../item-problem.ts'
import { partOf, progressTo } from '../../long-work.ts'
import type { JsonObject } from '../../json.ts'
import type { Mailbox, OutgoingEmail } from '../../ports/email-transport.ts'
import type { FillRequest } from '../../ports/document-templates.ts'
import type { EmailContent } from '../../ports/email-templates.ts'
import { type Finding } from '../../model/finding.ts'
import { fillRequest, mergedData, ownUnused } from '../../templates/fill-request.ts'
import { tooMany } from '../../too-many.ts'
import { dispatchEmail, isOpen, messageId, type SentMessage } from '../dispatch-email.ts'
import { emptyFindings } from '../empty-email.ts'
import { inlineFindings } from '../email-attachment.ts'
import type { FilledFrom } from '../email-fingerprint.ts'
import { lookAlikeFindings, mailbox, readMailboxes, writtenMailboxes } from '../email-address.ts'
import { subject } from '../email-fields.ts'
import { emailInLocale } from '../email-in-locale.ts'
import { openEmail } from '../open-email.ts'
import { assertNotTooLate, sendAtFindings } from '../send-at.ts'
import { senderOf } from '../sender.ts'
import { unsubscribeHeaders } from '../unsubscribe-headers.ts'
import type { AnswerOf, InputOf, PortsOf } from '../../contract.ts'
import { fillAttachments, joinedOutcome, type Prepared, prepareAttachments } from './attachments.ts'
import type { fillEmailTemplateContract } from './contract.ts'
import { pointerAsWritten } from './recipient-pointer.ts'

type Input = InputOf<typeof fillEmailTemplateContract>
type Needed = PortsOf<typeof fillEmailTemplateContract>
type Answer = AnswerOf<typeof fillEmailTemplateContract>
type Message = Answer['data']['messages'][number]
type Recipient = Input['recipients'][number]

/** What all recipients have in common. */
interface Mailing {
  readonly input: Input
  /** Of all e-mails; absent where the template says it of each. */
  readonly from: Mailbox | undefined
  readonly template: EmailContent
  readonly attachments: readonly Prepared[]
  /** One is filled at a time, however many are sent at once: a call has one place among those that take documents apart. */
  readonly inTurn: ReturnType<typeof oneByOne>
}

/** How many e-mails a transport takes at once that says nothing of it. */
const sentAtOnce = 10

/**
 * One recipient after the other until one was handed over: a template that fails for all is told instead of sent. Then
 * several at once; any other failure is the recipient's. When two thirds of the time are over, nobody is begun any more: the
 * answer says who is left, and the same call goes on with them.
 */
export async function fillAndSend(input: Input, ports: Needed, context: Context): Promise<Answer> {
  const mailing = await prepareMailing(input, ports, context)
  const begun = ports.clock.now()
  const lastBegin = begun + ((context.deadline - begun) * 2) / 3
  const messages: Message[] = []
  let preview: EmailContent | undefined
  let handedOver = false
  let done = 0
  const one = async ([index, recipient]: readonly [number, Recipient]): Promise<void> => {
    context.signal.throwIfAborted()
    let to = writtenAddresses(recipient)
    try {
      if (ports.clock.now() > lastBegin) throw noTimeLeft()
      const send = async (): Promise<Message> => {
        const addressed = await addressRecipient(recipient, mailing, ports, context)
        to = addressed.to.map(({ address }) => address)
        const { message, email } = await sendTo(addressed, index, mailing, preview === undefined, ports, context)
        if (input.dryRun) preview ??= { ...email }
        return message
      }
      messages[index] = await partOf(
        context,
        `recipient-${index}`,
        send,
        ({ message }) => message === undefined || !isOpen(message),
      )
      handedOver = true
    } catch (error) {
      if (failsForAll(error) && !handedOver) throw 'subject' in input.template ? error : inDocument(error)
      context.signal.throwIfAborted()
      messages[index] = failedMessage(error, to, [index, recipient], handedOver)
      if (isFault(error)) logItemFault(ports.logger, context, error)
    }
    progressTo(context, ++done, input.recipients.length)
  }
  const recipients = input.recipients.entries()
  for (let next = recipients.next(); next.done !== true; next = recipients.next()) {
    await one(next.value)
    if (handedOver) break
  }
  await atOnce(recipients, ports.transports.get(input.provider).capabilities.concurrent ?? sentAtOnce, one)
  return { data: { messages, ...present({ preview }) }, ...present({ goesOn: goesOn(messages) }) }
}

/** Whether a repetition has something left to do. */
function goesOn(messages: readonly Message[]): 'retry' | 'settle' | undefined {
  if (messages.some(({ retryable }) => retryable === true)) return 'retry'
  return messages.some(({ message }) => message !== undefined && isOpen(message)) ? 'settle' : undefined
}

const noTimeLeft = (): ChanceryError =>
  new ChanceryError('provider_unavailable', 'There was no time left to send this one: it was not begun.', {
    details: { reason: 'no_time_left' },
  })

async function prepareMailing(input: Input, ports: Needed, context: Context): Promise<Mailing> {
  const { limits } = ports.settings
  if (input.recipients.length > limits.records) throw tooMany('/recipients', limits.records, input.recipients.length)
  assertNotTooLate(input.sendAt, ports.clock)
  // Before anything is opened: what is not there is told first.
  ports.transports.get(input.provider)
  const from = input.from === undefined ? undefined : senderOf(input.from, ports, context)
  const template = await openEmail(input.template, '/template', ports, context)
  const isOfTemplate = template.from !== undefined
  return {
    input,
    from: from ?? (isOfTemplate ? undefined : senderOf(undefined, ports, context)),
    template,
    attachments: await prepareAttachments(input.attachments, '/attachments', ports, context),
    inTurn: oneByOne(),
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

/** An e-mail as it is filled for one recipient, and what is told of the filling. */
interface FilledEmail {
  readonly email: EmailContent
  readonly outgoing: OutgoingEmail
  readonly filledFrom: FilledFrom
  readonly report: Pick<Message, 'filled' | 'missing' | 'unused' | 'findings'>
}

/** Fills the e-mail and its attachments with the recipient's data. */
async function fillFor(
  { recipient, data, to }: Addressed,
  index: number,
  { input, from, template: inAllLanguages, attachments: common }: Mailing,
  ports: Needed,
  context: Context,
): Promise<FilledEmail> {
  const locale = recipient.locale ?? input.locale
  const request = fillRequest(data, { missing: input.missing }, { ...input, locale }, ports)
  const template = emailInLocale(inAllLanguages, request.locale)
  const filled = await ports.emailTemplates.fill(template, request, { signal: context.signal })
  const { email: whole, ...ofEmail } = filled
  const { from: sender, ...email } = whole
  const pointer = `${pointerOf(index)}/attachments`
  const prepared = [...common, ...(await prepareAttachments(recipient.attachments, pointer, ports, context))]
  const { attachments, outcomes } = await fillAttachments(prepared, request, ports, context)
  const report = joinedOutcome(ofEmail, outcomes)
  const outgoing: OutgoingEmail = {
    id: messageId(index, 'fill-email-template', ports, context),
    from: from ?? senderOf(sender === undefined ? undefined : filledSender(sender), ports, context),
    to,
    cc: input.cc,
    bcc: input.bcc,
    replyTo: input.replyTo,
    ...email,
    subject: oneLine(email.subject),
    attachments,
    headers: { ...input.headers, ...unsubscribeHeaders(input.unsubscribe, { ...input, to }, ports) },
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
  return {
    email,
    outgoing,
    filledFrom,
    report: {
      ...report,
      unused: ownUnused(report.unused, recipient.client),
      findings: [
        ...report.findings,
        ...prepared.flatMap((each) => (each.kind === 'ready' ? each.warnings : [])),
        ...inlineFindings(email.html, attachments),
        ...emptyFindings(outgoing),
        ...lookAlikeFindings(to),
        ...sendAtFindings(input.sendAt, ports.clock),
      ],
    },
  }
}

/** Fills the e-mail of one recipient, and hands it over. */
async function sendTo(
  addressed: Addressed,
  index: number,
  mailing: Mailing,
  showsRequest: boolean,
  ports: Needed,
  context: Context,
): Promise<{ readonly message: Message; readonly email: EmailContent }> {
  const { email, outgoing, filledFrom, report } = await mailing.inTurn(() =>
    fillFor(addressed, index, mailing, ports, context),
  )
  const { provider, dryRun } = mailing.input
  const sent = await dispatchEmail(outgoing, { provider, dryRun, showsRequest, filledFrom }, ports, context)
  const message: Message = {
    to: addressed.to.map(({ address }) => address),
    subject: outgoing.subject,
    status: sent.status,
    id: sent.id,
    message: sent,
    ...report,
    ...present({ error: errorOf(sent) }),
  }
  return { message, email }
}

/** Of one that is in doubt, or that an earlier call has scheduled and that surely was not sent. */
function errorOf({ status, doubt, code }: SentMessage): Message['error'] {
  if (doubt !== undefined) return { code: doubt.code, message: doubt.message, errors: [] }
  if (status !== 'failed' || code === undefined) return undefined
  return { code, message: 'The e-mail was not sent, and will not be.', errors: [] }
}

/** @throws what is no recipient's own, as long as nothing was handed over */
const failedMessage = (
  error: unknown,
  to: readonly string[],
  [index, recipient]: readonly [number, Recipient],
  handedOver: boolean,
): Message => ({
  to,
  status: 'failed',
  retryable: ChanceryError.is(error) && error.retryable,
  filled: [],
  missing: missingPaths(error),
  unused: [],
  findings: [],
  error: problemAt(pointerOf(index), error, recipient, handedOver),
})

/** The fault of one recipient, at the places that it wrote. */
function problemAt(base: string, error: unknown, recipient: Recipient, handedOver: boolean) {
  const problem = itemProblemOf(error, base, ['to', 'client', 'data'], handedOver)
  const errors = problem.errors.map((each) =>
    each.pointer.startsWith(`${base}/`)
      ? { ...each, pointer: base + pointerAsWritten(each.pointer.slice(base.length), recipient) }
      : each,
  )
  return { ...problem, errors }
}

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

/** A sender of values: a name with a comma in it needs no quotation marks. */
function filledSender(filled: string): Mailbox {
  const [, name, address] = /^([^<]*)<([^<>]*)>$/.exec(filled) ?? []
  const result = mailbox.safeParse(address === undefined ? filled : { address, name: (name ?? '').trim() })
  if (result.success) return result.data
  throw invalidRequest(
    '/data',
    'invalid_sender',
    'The filled sender of the template is no e-mail address.',
    'Write one address, alone or as `Name <address>`, or give `from`.',
  )
}

/** A filled subject is checked again: a value may have brought a line break along. */
function oneLine(filled: string): string {
  const result = subject.safeParse(filled)
  if (result.success) return result.data
  throw invalidRequest('/data', 'invalid_subject', 'The filled subject is longer than 998 characters or not one line.')
}
