import { createHash, createHmac } from 'node:crypto'
import type { Delivery } from '@chancery/port-contracts/email-transport'
import * as z from 'zod'
import { apiStandIn, type ApiReply, type ApiRequest, type ApiStandIn } from '../api/api-stand-in.test-support.ts'
import { parsedDelivery } from '../mime/parsed-delivery.test-support.ts'

export const sesKeys = { region: 'eu-central-1', accessKeyId: 'AKIDCANARY', secretAccessKey: 'canary/secret+key' }

const address = z.string().regex(/^(?:[!-~]+|"[ -~]*")@[!-~]+$/)
const word = z.string().regex(/^[A-Za-z0-9_-]{1,256}$/)
/** What `SendEmail` takes of what is used, and no more: `SendEmailRequest` of Amazon's service model (sesv2-2019-09-27). */
export const sesRequest = z.strictObject({
  FromEmailAddress: address,
  Destination: z
    .strictObject({
      ToAddresses: z.array(address),
      CcAddresses: z.array(address),
      BccAddresses: z.array(address),
    })
    .refine((lists) => Object.values(lists).flat().length <= 50),
  Content: z.strictObject({ Raw: z.strictObject({ Data: z.base64() }) }),
  EmailTags: z.array(z.strictObject({ Name: word, Value: word })),
  ConfigurationSetName: z.string().optional(),
})

export interface SesStandIn extends ApiStandIn {
  deliveries(): Promise<readonly Delivery[]>
  readonly count: number
}

const refused = (status: number, name: string): ApiReply => ({
  status,
  headers: { 'x-amzn-errortype': `${name}:http://internal.amazon.com/coral/` },
  body: { message: '' },
})

/** Version 2 of the API of Amazon SES as far as it is used. `account`: whether the key may look at the account. */
export async function sesStandIn({ account = true } = {}): Promise<SesStandIn> {
  const taken: { readonly bcc: readonly string[]; readonly message: Uint8Array }[] = []
  const reply = (request: ApiRequest): ApiReply => {
    const { method, url, body: text } = request
    if (!isSigned(request)) return refused(403, 'InvalidSignatureException')
    if (method === 'GET' && url === '/v2/email/account') {
      return account ? { status: 200, body: { SendingEnabled: true } } : refused(403, 'AccessDeniedException')
    }
    if (
      method !== 'POST' ||
      url !== '/v2/email/outbound-emails' ||
      request.headers['content-type'] !== 'application/json'
    )
      return refused(404, 'NotFoundException')
    const parsed = sesRequest.safeParse(JSON.parse(text))
    if (!parsed.success) return refused(400, 'BadRequestException')
    const { Content, Destination } = parsed.data
    taken.push({ bcc: Destination.BccAddresses, message: Buffer.from(Content.Raw.Data, 'base64') })
    return { status: 200, body: { MessageId: `ses-${taken.length}` } }
  }
  return {
    ...(await apiStandIn(reply)),
    get count() {
      return taken.length
    },
    deliveries: async () =>
      await Promise.all(taken.map(async ({ bcc, message }) => ({ ...(await parsedDelivery(message)), bcc }))),
  }
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()

/** Amazon's documentation, "Create a signed AWS API request", written for this test from its steps. */
function isSigned({ method, url, headers, body }: ApiRequest): boolean {
  const { authorization = '' } = headers
  const [, key, scope = '', names = '', signature] =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/([^,]+), SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/.exec(
      authorization,
    ) ?? []
  const date = String(headers['x-amz-date'] ?? '')
  const [day = '', region = '', service = ''] = scope.split('/')
  if (key !== sesKeys.accessKeyId || region !== sesKeys.region || service !== 'ses' || !date.startsWith(day))
    return false
  const signed = names.split(';')
  if (!signed.includes('host') || !signed.includes('x-amz-date')) return false
  const canonical = [
    method,
    url,
    '',
    ...signed.map((name) => `${name}:${String(headers[name]).trim()}`),
    '',
    names,
    sha256(body),
  ].join('\n')
  const text = ['AWS4-HMAC-SHA256', date, scope, sha256(canonical)].join('\n')
  const last = [day, region, service, 'aws4_request'].reduce<string | Buffer>(hmac, `AWS4${sesKeys.secretAccessKey}`)
  return hmac(last, text).toString('hex') === signature
}
