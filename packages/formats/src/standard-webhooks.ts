import { createHmac, timingSafeEqual } from 'node:crypto'

/** What Standard Webhooks signs (https://www.standardwebhooks.com, "Signature scheme"), by HMAC with SHA-256. */
export interface SignedMessage {
  readonly id: string
  /** Seconds since the epoch. */
  readonly timestamp: number
  /** As it is sent, byte for byte. */
  readonly body: string
}

/** How old a message may be, or how far ahead, in seconds: as the libraries of Standard Webhooks have it. */
export const toleranceSeconds = 300

/** A secret as it is written: `whsec_` and 24 to 64 bytes in base64. `undefined`: it is none. */
export function readWebhookSecret(text: string): Uint8Array | undefined {
  const base64 = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(text)?.[1]
  if (base64 === undefined) return undefined
  const secret = new Uint8Array(Buffer.from(base64, 'base64'))
  return secret.length >= 24 && secret.length <= 64 ? secret : undefined
}

/** `v1,` and the signature in base64; several are parted by spaces. */
export const webhookSignature = (secret: Uint8Array, { id, timestamp, body }: SignedMessage): string =>
  `v1,${createHmac('sha256', secret).update(`${id}.${timestamp}.${body}`).digest('base64')}`

/** Whether one of the secrets has signed it; takes as long wherever a signature is wrong. @param header all its signatures */
export function isSignedWebhook(secrets: readonly Uint8Array[], header: string, message: SignedMessage): boolean {
  const given = header.split(' ').slice(0, 16)
  return secrets.some((secret) => {
    const right = Buffer.from(webhookSignature(secret, message))
    return given.some((each) => {
      const bytes = Buffer.from(each)
      return bytes.length === right.length && timingSafeEqual(bytes, right)
    })
  })
}
