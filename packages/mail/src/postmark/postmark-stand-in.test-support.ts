import type { Delivery } from '@chancery/port-contracts/email-transport'
import * as z from 'zod'
import { apiStandIn, type ApiReply, type ApiRequest, type ApiStandIn } from '../api/api-stand-in.test-support.ts'

export const postmarkToken = 'canary-server-token'

/**
 * What `POST /email` takes of what is used, and no more: `SendEmailRequest` of Postmark's Swagger file (server.yml), with the
 * fields that its documentation has since ("Email API": `Metadata`, `MessageStream`).
 */
const mailbox = z.string().regex(/^(?:(?:"(?:[^"\\]|\\.)*" )?<(?:[!-~]+|"[ -~]*")@[!-~]+>|[!-~]+@[!-~]+)$/s)
const mailboxes = z
  .string()
  .transform((text) => [...text.matchAll(/(?:"(?:[^"\\]|\\.)*"|[^",])+/gs)].map(([each]) => each.trim()))
  .pipe(z.array(mailbox).min(1).max(50))
export const postmarkRequest = z
  .strictObject({
    From: mailbox,
    To: mailboxes,
    Cc: mailboxes.optional(),
    Bcc: mailboxes.optional(),
    ReplyTo: mailboxes.optional(),
    Subject: z.string().optional(),
    Tag: z.string().max(1000).optional(),
    HtmlBody: z.string().min(1).optional(),
    TextBody: z.string().min(1).optional(),
    Headers: z.array(z.strictObject({ Name: z.string(), Value: z.string() })).optional(),
    Metadata: z.record(z.string().max(20), z.string().max(80)).optional(),
    MessageStream: z.string().optional(),
    Attachments: z
      .array(
        z.strictObject({
          Name: z.string().min(1),
          Content: z.base64(),
          ContentType: z.string().regex(/^[\w.+-]+\/[\w.+-]+/),
          ContentID: z
            .string()
            .regex(/^cid:./)
            .optional(),
        }),
      )
      .optional(),
  })
  .refine(({ HtmlBody, TextBody }) => HtmlBody !== undefined || TextBody !== undefined)

export interface PostmarkStandIn extends ApiStandIn {
  readonly taken: readonly Delivery[]
}

/** Postmark's API as far as it is used; `inactive`: addresses that bounced before. */
export async function postmarkStandIn(inactive: readonly string[] = []): Promise<PostmarkStandIn> {
  const taken: Delivery[] = []
  const ids = new Map<string, string>()
  const reply = ({ method, url, headers, body: text }: ApiRequest): ApiReply => {
    if (headers['x-postmark-server-token'] !== postmarkToken) {
      return { status: 401, body: { ErrorCode: 10, Message: 'No Account or Server API tokens were supplied.' } }
    }
    const { pathname, searchParams } = new URL(url, 'http://postmark')
    if (method === 'GET' && pathname === '/server') return { status: 200, body: { ID: 1, Name: 'Firm' } }
    if (method === 'GET' && pathname === '/messages/outbound') {
      // Both are required.
      if (!/^\d+$/.test(searchParams.get('count') ?? '') || !/^\d+$/.test(searchParams.get('offset') ?? ''))
        return { status: 422, body: { ErrorCode: 600, Message: 'Bad parameters.' } }
      const found = ids.get(searchParams.get('metadata_chancery_id') ?? '')
      const messages = found === undefined ? [] : [{ MessageID: found }]
      return { status: 200, body: { TotalCount: messages.length, Messages: messages } }
    }
    if (method !== 'POST' || pathname !== '/email' || headers['content-type'] !== 'application/json')
      return { status: 404, body: { ErrorCode: 0, Message: 'Not found.' } }
    const parsed = postmarkRequest.safeParse(JSON.parse(text))
    if (!parsed.success) return { status: 422, body: { ErrorCode: 300, Message: 'Invalid email request.' } }
    const { data } = parsed
    const address = (mailbox: string): string => /<([^<>]*)>$/.exec(mailbox)?.[1] ?? mailbox
    const all = [data.To, data.Cc ?? [], data.Bcc ?? []].map((list) => list.map(address))
    const refused = all.flat().filter((each) => inactive.includes(each))
    if (refused.length === all.flat().length) {
      const message = `You tried to send to recipient(s) that have been marked as inactive. Found inactive addresses: ${refused.join(', ')}.`
      return { status: 422, body: { ErrorCode: 406, Message: message } }
    }
    const [to = [], cc = [], bcc = []] = all
    taken.push({
      subject: data.Subject ?? '',
      ...(data.TextBody === undefined ? {} : { text: data.TextBody }),
      ...(data.HtmlBody === undefined ? {} : { html: data.HtmlBody }),
      from: address(data.From),
      to,
      cc,
      bcc,
      headers: Object.fromEntries((data.Headers ?? []).map(({ Name, Value }) => [Name, Value])),
      attachments: (data.Attachments ?? []).map(({ Name, Content, ContentType, ContentID }) => ({
        filename: Name,
        contentType: ContentType,
        ...(ContentID === undefined ? {} : { contentId: ContentID.slice(4) }),
        bytes: Buffer.from(Content, 'base64'),
      })),
    })
    const MessageID = `pm-${taken.length}`
    ids.set(data.Metadata?.['chancery_id'] ?? '', MessageID)
    const Message =
      refused.length === 0
        ? 'OK'
        : `Message OK, but will not deliver to these inactive addresses: ${refused.join(', ')}.`
    return { status: 200, body: { To: '', SubmittedAt: '', MessageID, ErrorCode: 0, Message } }
  }
  return { ...(await apiStandIn(reply)), taken }
}
