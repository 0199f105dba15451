import * as z from 'zod'
import type { Context } from '../context.ts'
import { safeName } from '../documents/document-path.ts'
import { openDocument, openEach } from '../documents/open-document.ts'
import type { VettedDocument } from '../documents/vetted-document.ts'
import { contentTypes } from '../documents/document-type.ts'
import { ChanceryError, invalidRequest } from '../errors.ts'
import { itemProblemOf } from '../item-problem.ts'
import type { JsonObject } from '../json.ts'
import { defineOperation } from '../operation.ts'
import type { Mailbox, OutgoingAttachment, OutgoingEmail } from '../ports/email-transport.ts'
import type { FillRequest } from '../ports/document-templates.ts'
import type { Ports } from '../ports/index.ts'
import { present } from '../present.ts'
import { crossField } from '../shapes/cross-field.ts'
import { attachmentSource, documentSource } from '../shapes/document-source.ts'
import { finding, type Finding } from '../shapes/finding.ts'
import { fillReport, itemProblem, jsonData } from '../shapes/json-data.ts'
import { localeOptions } from '../shapes/locale.ts'
import { missingPolicy } from '../shapes/missing-policy.ts'
import { convertDocument } from '../templates/convert-document.ts'
import { fillErrorAt, fillRequest, mergedData, openingValues, ownUnused } from '../templates/fill-request.ts'
import { tooMany } from '../too-many.ts'
import { dispatchEmail, inlineFindings, messageId, openAttachment, senderOf } from './dispatch-email.ts'
import { mailbox, readMailboxes, recipientMailboxes, writtenMailboxes } from './email-address.ts'
import { copies, emailTemplate, envelopeFields, sentMessage, subject } from './email-fields.ts'
import { attachmentDigest, digestOf } from './email-fingerprint.ts'
import { openEmail } from './open-email.ts'
import { preview } from './validate-email-template.ts'
import { openProblems } from '../documents/source-problems.ts'

const filledAttachment = z.lazy(() =>
  z
    .strictObject({
      template: documentSource,
      format: z.enum(['docx', 'pdf']).default('docx'),
      filename: z.string().min(1).max(1024).optional().describe('May hold tags in `{}`.'),
    })
    .meta({ id: 'FilledAttachment', description: 'A Word template, filled with the same data as the e-mail.' }),
)

const anyAttachments = z.lazy(() => z.array(z.union([filledAttachment, attachmentSource])).default([]))
type AnyAttachment = z.output<typeof anyAttachments>[number]

const needs = [
  'stores',
  'guard',
  'remoteDocuments',
  'settings',
  'emailTemplates',
  'documentTemplates',
  'converters',
  'transports',
  'emailLedger',
  'clientDirectory',
  'hasher',
  'ids',
  'clock',
  'logger',
] as const
type Needed = Pick<Ports, (typeof needs)[number]>

/**
 * One recipient after the other. A template that fails for all throws, as long as nothing was handed over; any other
 * failure is the recipient's.
 */
export const fillEmailTemplate = defineOperation({
  name: 'fill-email-template',
  area: 'email',
  summary: 'Fills an e-mail template for each recipient and sends it.',
  description:
    'HTML is escaped by context. Each recipient gets an own message with own data; one bad recipient never stops the rest, and each outcome is reported; a template with faults is refused before anything is sent. Attachments may be Word templates that are filled with the same data.',
  effect: true,
  cost: 'documents',
  takesDocuments: true,
  producesDocuments: false,
  input: z.lazy(() =>
    z.strictObject({
      template: emailTemplate,
      recipients: z
        .array(
          z
            .strictObject({
              to: recipientMailboxes.optional().describe('Absent: the e-mail address of the `client`.'),
              data: jsonData.optional().describe('Of this recipient; goes before the common data.'),
              client: z
                .string()
                .min(1)
                .max(128)
                .optional()
                .describe('The id of an imported client: its record is there under `client.`.'),
              attachments: anyAttachments,
            })
            .refine((recipient) => recipient.to !== undefined || recipient.client !== undefined, {
              ...crossField,
              message: 'Give `to` or `client`.',
              params: { code: 'no_recipient' },
            }),
        )
        .min(1),
      data: jsonData.optional().describe('Common to all recipients.'),
      missing: missingPolicy.default('error'),
      ...localeOptions(),
      ...envelopeFields(),
      ...copies(),
      attachments: anyAttachments,
    }),
  ),
  output: z.lazy(() =>
    z.object({
      messages: z.array(
        z.object({
          to: z.array(z.string()),
          subject: z.string().optional(),
          status: z.enum(['sent', 'scheduled', 'captured', 'validated', 'failed']),
          id: z.string().optional(),
          message: sentMessage.optional(),
          ...fillReport(),
          findings: z.array(finding),
          error: itemProblem.optional().describe('Where it failed.'),
        }),
      ),
      preview: preview.optional().describe('In a dry run: the first e-mail that could be filled.'),
    }),
  ),
  needs,
  problems: [
    ...openProblems,
    'client_not_found',
    'unsupported_option',
    'template_invalid',
    'data_incomplete',
    'delivery_unknown',
  ],
  examples: [
    {
      title: 'Two recipients',
      input: {
        template: { subject: 'Invoice {{number}}', text: 'Dear {{name}},\n\n{{total | currency:"EUR"}} is due.\n' },
        from: 'office@example.com',
        recipients: [
          { to: 'ada@example.com', data: { name: 'Ada Lovelace', number: '2026-001', total: 120 } },
          { to: 'alan@example.com', data: { name: 'Alan Turing', number: '2026-002', total: 80.5 } },
        ],
      },
    },
  ],
  async run(input, ports, context) {
    const { limits } = ports.settings
    if (input.recipients.length > limits.records) throw tooMany('/recipients', limits.records, input.recipients.length)
    const from = senderOf(input.from, ports)
    ports.transports.get(input.provider)
    const template = await openEmail(input.template, '/template', ports, context)
    const shared = await prepareAttachments(input.attachments, '/attachments', ports, context)
    const messages = []
    let shown: z.output<typeof preview> | undefined
    let handedOver = false
    for (const [index, recipient] of input.recipients.entries()) {
      context.signal.throwIfAborted()
      const pointer = `/recipients/${index}`
      let addresses = writtenMailboxes(recipient.to).map((to) => (typeof to === 'string' ? to : to.address))
      try {
        const given = readMailboxes(recipient.to)
        const data = await mergedData([input.data, recipient.data], recipient.client, '/client', ports, context)
        const to = given.length > 0 ? given : clientMailbox(data)
        addresses = to.map(({ address }) => address)
        const request = fillRequest(data, { missing: input.missing }, input, ports)
        const { email, ...report } = await ports.emailTemplates.fill(template, request, { signal: context.signal })
        const own = await prepareAttachments(recipient.attachments, `${pointer}/attachments`, ports, context)
        const attachments = await fillAttachments([...shared, ...own], request, ports, context)
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
          attachments: [...shared, ...own].map(({ digest }) => digest),
        }
        const { provider, dryRun } = input
        const message = await dispatchEmail(outgoing, { provider, dryRun, filledFrom }, ports, context)
        handedOver = true
        if (input.dryRun) shown ??= { ...email }
        messages.push({
          to: addresses,
          subject: outgoing.subject,
          status: message.status,
          id: message.id,
          message,
          ...report,
          unused: ownUnused(report.unused, recipient.client),
          findings: [...report.findings, ...inlineFindings(email.html, attachments)] as readonly Finding[],
        })
      } catch (error) {
        if (failsForAll(error) && !handedOver) throw 'subject' in input.template ? error : inDocument(error)
        messages.push({
          to: addresses,
          status: 'failed' as const,
          filled: [],
          missing: missingPaths(error),
          unused: [],
          findings: [],
          error: itemProblemOf(error, pointer, ['to', 'client', 'data']),
        })
      }
    }
    return { data: { messages, ...present({ preview: shown }) } }
  },
})

/** A fault of the template, or of the key, that all recipients have in common: one answer says it, and nothing was sent. */
const failsForAll = (error: unknown): error is ChanceryError =>
  ChanceryError.is(error) &&
  (error.code === 'idempotency_mismatch' ||
    (error.code === 'template_invalid' && error.violations.every(({ pointer }) => !pointer.startsWith('/recipients/'))))

const localeOf = ({ locale, timeZone, currency }: FillRequest) => [locale, timeZone, currency]

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

type Prepared =
  | { readonly kind: 'ready'; readonly attachment: OutgoingAttachment; readonly digest: string }
  | {
      readonly kind: 'template'
      /** Where it stands in the request. */
      readonly pointer: string
      readonly template: VettedDocument
      readonly format: 'docx' | 'pdf'
      readonly filename?: string
      readonly digest: string
    }

/** Opens attachments once, also those that are filled anew for each recipient. */
async function prepareAttachments(
  sources: readonly AnyAttachment[],
  pointer: string,
  ports: Needed,
  context: Context,
): Promise<Prepared[]> {
  const { limits } = ports.settings
  if (sources.length > limits.attachments) throw tooMany(pointer, limits.attachments, sources.length)
  // Only what has a key is ever held against what went before.
  const digested = (digest: () => string): string => (context.idempotencyKey === undefined ? '' : digest())
  return openEach(sources, async (source, index): Promise<Prepared> => {
    const at = `${pointer}/${index}`
    if ('template' in source) {
      const template = await openDocument(source.template, `${at}/template`, ['docx'], ports, context)
      const { format, filename } = source
      const digest = digested(() => {
        const sha256 = ports.hasher.sha256(template.bytes)
        return digestOf({ sha256, name: template.filename, format, filename }, ports.hasher)
      })
      return { kind: 'template', pointer: at, template, format, digest, ...present({ filename }) }
    }
    const { attachment } = await openAttachment(source, at, ports, context)
    return { kind: 'ready', attachment, digest: digested(() => attachmentDigest(attachment, ports.hasher)) }
  })
}

async function fillAttachment(
  { template, format, pointer }: Extract<Prepared, { kind: 'template' }>,
  request: FillRequest,
  ports: Needed,
  context: Context,
): Promise<Uint8Array> {
  try {
    const opening = { ...request, ...openingValues(ports, context) }
    const { content } = await ports.documentTemplates.fill(template, opening, { signal: context.signal })
    const { bytes } = content
    return format === 'pdf' ? await convertDocument(bytes, 'docx', 'pdf', ports.converters, context) : bytes
  } catch (error) {
    throw fillErrorAt(pointer, error)
  }
}

async function fillAttachments(
  prepared: readonly Prepared[],
  request: FillRequest,
  ports: Needed,
  context: Context,
): Promise<OutgoingAttachment[]> {
  const attachments: OutgoingAttachment[] = []
  for (const each of prepared) {
    if (each.kind === 'ready') {
      attachments.push(each.attachment)
      continue
    }
    const bytes = await fillAttachment(each, request, ports, context)
    const stem = (each.template.filename ?? 'document').replace(/\.(?:docx|dotx)$/i, '')
    const named =
      each.filename === undefined ? stem : (await ports.documentTemplates.fillText(each.filename, request)).text
    attachments.push({
      filename: `${safeName(named).replace(/\.(?:docx|pdf)$/i, '')}.${each.format}`,
      contentType: contentTypes[each.format],
      bytes,
    })
  }
  return attachments
}
