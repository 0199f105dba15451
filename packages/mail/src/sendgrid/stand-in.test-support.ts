import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Delivery } from '@chancery/port-contracts/email-transport'
import * as z from 'zod'
import type { MailSendBody } from './mail-send-body.ts'

/** `uniqueItems`: of addresses, or of words. */
const isDistinct = (items: readonly (string | { readonly email: string })[]): boolean =>
  new Set(items.map((item) => (typeof item === 'string' ? item : item.email.toLowerCase()))).size === items.length

const mailbox = z.strictObject({
  email: z.string().regex(/^(?:[!-~]{1,64}|"[ -~]{0,62}")@[!-~]+$/),
  name: z.string().optional(),
})
/**
 * What `POST /v3/mail/send` takes of what is used, and no more: fields, types and bounds of SendGrid's OpenAPI
 * (sendgrid/sendgrid-oai, `mail_send`, MIT) and of the words that describe them.
 */
export const sendGridRequest = z.strictObject({
  personalizations: z
    .array(
      z.strictObject({
        to: z.array(mailbox).min(1).max(1000),
        cc: z.array(mailbox).min(1).max(1000).optional(),
        bcc: z.array(mailbox).min(1).max(1000).optional(),
        custom_args: z.record(z.string(), z.string()).optional(),
        send_at: z.int().optional(),
      }),
    )
    .min(1)
    .max(1000),
  from: mailbox,
  reply_to_list: z.array(mailbox).min(1).max(1000).refine(isDistinct).optional(),
  subject: z.string().min(1),
  content: z.array(z.strictObject({ type: z.enum(['text/plain', 'text/html']), value: z.string().min(1) })).min(1),
  attachments: z
    .array(
      z.strictObject({
        content: z.base64().min(1),
        filename: z.string().min(1),
        type: z.string().regex(/^[^;\s]+$/),
        disposition: z.enum(['inline', 'attachment']),
        content_id: z.string().optional(),
      }),
    )
    .optional(),
  headers: z.record(z.string(), z.string().regex(/^[ -~]*$/)).optional(),
  categories: z.array(z.string().max(255)).max(10).refine(isDistinct).optional(),
  mail_settings: z.strictObject({ sandbox_mode: z.strictObject({ enable: z.boolean() }) }).optional(),
})

export interface Received {
  readonly method: string
  readonly url: string
  readonly headers: IncomingHttpHeaders
  readonly body: MailSendBody
}

export type Answer = (response: ServerResponse) => void

/** What the API answers when it takes a message. */
export const taken: Answer = (response) => response.writeHead(202, { 'X-Message-Id': 'sg-1' }).end()

/** A stand-in of SendGrid's v3 API on 127.0.0.1: keeps what it gets, answers what it is told to, and 400 to what the API does not take. */
export async function sendGridStandIn(): Promise<{
  readonly baseUrl: string
  readonly received: readonly Received[]
  answer(next: Answer): void
  close(): Promise<void>
}> {
  const received: Received[] = []
  let answer = taken
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const text = Buffer.concat(chunks).toString()
    const { method = '', url = '', headers } = request
    received.push({ method, url, headers, body: text === '' ? {} : JSON.parse(text) })
    if (headers.authorization !== 'Bearer SG.test-key') {
      response.writeHead(401, { 'content-type': 'application/json' })
      response.end('{"errors":[{"message":"The provided authorization grant is invalid","field":null}]}')
    } else if (method === 'GET' && url === '/v3/scopes') response.writeHead(200).end('{"scopes":["mail.send"]}')
    else if (method !== 'POST' || url !== '/v3/mail/send' || headers['content-type'] !== 'application/json')
      response.writeHead(404, { 'content-type': 'application/json' }).end('{"errors":[{"message":"Not Found"}]}')
    else if (!sendGridRequest.safeParse(JSON.parse(text)).success) {
      response
        .writeHead(400, { 'content-type': 'application/json' })
        .end('{"errors":[{"message":"Bad Request","field":null}]}')
    } else answer(response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    answer: (next) => {
      answer = next
    },
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** The e-mails that came, as the port's contract looks at them. */
export const deliveriesOf = (received: readonly Received[]): Delivery[] =>
  received
    .filter(({ method }) => method === 'POST')
    .map(({ body }) => {
      const [personalization] = body.personalizations
      const addresses = (list: typeof personalization.cc = []) => list.map(({ email }) => email)
      const content = (type: string) => body.content.find((each) => each.type === type)?.value
      const text = content('text/plain')
      const html = content('text/html')
      return {
        subject: body.subject,
        ...(text === undefined ? {} : { text }),
        ...(html === undefined ? {} : { html }),
        from: body.from.email,
        to: addresses(personalization.to),
        cc: addresses(personalization.cc),
        bcc: addresses(personalization.bcc),
        headers: body.headers ?? {},
        attachments: (body.attachments ?? []).map(({ content, content_id, filename, type }) => ({
          filename,
          contentType: type,
          ...(content_id === undefined ? {} : { contentId: content_id }),
          bytes: Buffer.from(content, 'base64'),
        })),
      }
    })
