import type { Delivery } from '@chancery/port-contracts/email-transport'
import * as z from 'zod'
import { apiStandIn, type ApiReply, type ApiRequest, type ApiStandIn } from '../api/api-stand-in.test-support.ts'

export const resendKey = 're_canary_key'

/**
 * What `POST /emails` takes of what is used, and no more: `SendEmailRequest` of Resend's OpenAPI (resend/resend-openapi, MIT),
 * and the bounds of its words.
 */
const mailbox = z.string().regex(/^(?:(?:"(?:[^"\\]|\\.)*" )?<(?:[!-~]+|"[ -~]*")@[!-~]+>|[!-~]+@[!-~]+)$/s)
const word = z.string().regex(/^[A-Za-z0-9_-]{1,256}$/)
export const resendRequest = z.strictObject({
  from: mailbox,
  to: z.array(mailbox).min(1).max(50),
  cc: z.array(mailbox).min(1).optional(),
  bcc: z.array(mailbox).min(1).optional(),
  reply_to: z.array(mailbox).min(1).optional(),
  subject: z.string().min(1),
  text: z.string(),
  html: z.string().min(1).optional(),
  headers: z.record(z.string(), z.string()).optional(),
  scheduled_at: z.iso.datetime().optional(),
  tags: z.array(z.strictObject({ name: word, value: word })),
  attachments: z
    .array(
      z.strictObject({
        filename: z.string().min(1),
        content: z.base64(),
        content_type: z.string().regex(/^[\w.+-]+\/[\w.+-]+/),
        content_id: z.string().optional(),
      }),
    )
    .optional(),
})

export interface ResendStandIn extends ApiStandIn {
  readonly taken: readonly Delivery[]
  /** Forgets all keys, as Resend does after 24 hours. */
  forget(): void
}

const refused = (status: number, name: string): ApiReply => ({
  status,
  body: { statusCode: status, name, message: '' },
})

/** Resend's API as far as it is used, with its idempotency keys. */
export async function resendStandIn(): Promise<ResendStandIn> {
  const taken: Delivery[] = []
  const keys = new Map<string, { readonly text: string; readonly reply: ApiReply }>()
  const reply = ({ method, url, headers, body: text }: ApiRequest): ApiReply => {
    if (headers.authorization !== `Bearer ${resendKey}`) return refused(403, 'invalid_api_key')
    // The key may send alone.
    if (method === 'GET' && url === '/domains') return refused(401, 'restricted_api_key')
    if (method !== 'POST' || url !== '/emails' || headers['content-type'] !== 'application/json')
      return refused(404, 'not_found')
    const key = String(headers['idempotency-key'] ?? '')
    if (key.length < 1 || key.length > 256) return refused(400, 'invalid_idempotency_key')
    const known = keys.get(key)
    if (known !== undefined) return known.text === text ? known.reply : refused(409, 'invalid_idempotent_request')
    const parsed = resendRequest.safeParse(JSON.parse(text))
    if (!parsed.success) return refused(422, 'validation_error')
    const { data } = parsed
    const address = (mailbox: string): string => /<([^<>]*)>$/.exec(mailbox)?.[1] ?? mailbox
    taken.push({
      subject: data.subject,
      ...(data.text === '' ? {} : { text: data.text }),
      ...(data.html === undefined ? {} : { html: data.html }),
      from: address(data.from),
      to: data.to.map(address),
      cc: (data.cc ?? []).map(address),
      bcc: (data.bcc ?? []).map(address),
      headers: data.headers ?? {},
      attachments: (data.attachments ?? []).map(({ filename, content, content_type, content_id }) => ({
        filename,
        contentType: content_type,
        ...(content_id === undefined ? {} : { contentId: content_id }),
        bytes: Buffer.from(content, 'base64'),
      })),
    })
    const answer = { status: 200, body: { id: `re-${taken.length}` } }
    keys.set(key, { text, reply: answer })
    return answer
  }
  return { ...(await apiStandIn(reply)), taken, forget: () => keys.clear() }
}
