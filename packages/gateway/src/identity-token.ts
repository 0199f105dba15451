/** A token in the compact form of RFC 7515, taken apart; nothing of it is to be believed yet. */
export interface IdentityToken {
  /** As it came. */
  readonly text: string
  readonly header: Readonly<Record<string, unknown>>
  readonly claims: Readonly<Record<string, unknown>>
  /** Base64url, or what a platform wrote in its place. */
  readonly signature: string
}

/** `undefined` where it does not have the form of a signed token. */
export function readIdentityToken(text: string): IdentityToken | undefined {
  const [, header, claims, signature] = /^([\w-]+)\.([\w-]+)\.([\w-]+)$/.exec(text) ?? []
  const parsed = [objectOf(header), objectOf(claims)]
  if (parsed[0] === undefined || parsed[1] === undefined || signature === undefined) return undefined
  return { text, header: parsed[0], claims: parsed[1], signature }
}

function objectOf(part: string | undefined): Readonly<Record<string, unknown>> | undefined {
  if (part === undefined) return undefined
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString('utf8'))
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Readonly<Record<string, unknown>>)
      : undefined
  } catch {
    return undefined
  }
}
