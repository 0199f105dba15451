import { createPrivateKey } from 'node:crypto'
import { ChanceryError, type Violation } from '@chancery/core'
import { readProviderAddress } from '@chancery/outbound'
import { createOAuthTokens, type OAuthTokens, type SmtpOAuthSettings } from './oauth-token.ts'

/** A setting of the wrong form is `invalid_request`, thrown when the transport is made. */
export interface SmtpSettings {
  /** Name or address of the server. */
  readonly host: string
  /** Default: 465 with `tls`, else 587. */
  readonly port?: number
  /**
   * `starttls` (default): in the clear until the server has been asked for TLS, which it must speak; `tls`: from the first byte;
   * `none`: never, and then without a password, unless the server is this machine.
   */
  readonly security?: 'starttls' | 'tls' | 'none'
  readonly user?: string
  readonly password?: string
  /** In place of a password. */
  readonly oauth?: SmtpOAuthSettings
  /** How this machine names itself (EHLO). Default: its host name where that is a full one. */
  readonly name?: string
  /** Certificates that vouch for the server's, in PEM; default: those of Node. */
  readonly ca?: string
  /** Sessions at once; default 5. */
  readonly connections?: number
  /** Bytes of one message; default 25 MiB. A server that says less is obeyed. */
  readonly maxBytes?: number
  /** How long the server may stay silent, in ms; default 20,000. */
  readonly timeoutMs?: number
  readonly dkim?: DkimSettings
  /**
   * A header by which the server recognizes a message that it was given before, for 24 hours: `Resend-Idempotency-Key` at
   * Resend, `Idempotency-Key` at Lettermint. Only for a server that says so in its documentation.
   */
  readonly idempotencyHeader?: string
  readonly id?: string
  /** Milliseconds since the epoch. */
  readonly now?: () => number
}

/** Signing with the key of the sender's domain (RFC 6376). */
export interface DkimSettings {
  readonly domain: string
  readonly selector: string
  /** An RSA key, in PEM. */
  readonly privateKey: string
}

/** By a password, or by a token. */
export type SmtpLogin =
  | { readonly user: string; readonly pass: string }
  | { readonly user: string; readonly tokens: OAuthTokens }

export type CheckedSmtpSettings = Omit<SmtpSettings, 'user' | 'password' | 'oauth'> &
  Required<Pick<SmtpSettings, 'port' | 'security' | 'connections' | 'maxBytes' | 'timeoutMs' | 'id'>> & {
    readonly login?: SmtpLogin
  }

const hostName = /^[\w.:-]{1,253}$/
const domainName = /^[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?$/i
const local = new Set(['127.0.0.1', '::1', 'localhost'])

/** The settings with their defaults. @throws `invalid_request` with all that is wrong */
export function checkedSmtpSettings(settings: SmtpSettings): CheckedSmtpSettings {
  const { user, password, oauth, ...others } = settings
  const { host, security = 'starttls', dkim, idempotencyHeader } = settings
  const violations: Violation[] = []
  const check = (ok: boolean, pointer: string, message: string): void => {
    if (!ok) violations.push({ pointer, code: 'invalid_setting', message })
  }
  check(hostName.test(host), '/host', 'The host of the mail server must be a name or an address.')
  if (oauth === undefined)
    check((user === undefined) === (password === undefined), '/password', 'User and password go together.')
  else checkOAuth(settings, oauth, check)
  check(
    security !== 'none' || user === undefined || local.has(host),
    '/security',
    'A password or token is sent over TLS only, unless the mail server is this machine.',
  )
  check(
    idempotencyHeader === undefined || /^[A-Za-z][A-Za-z-]{1,60}$/.test(idempotencyHeader),
    '/idempotencyHeader',
    'It is not the name of a header.',
  )
  if (dkim !== undefined) {
    check(domainName.test(dkim.domain), '/dkim/domain', 'It is not a domain.')
    check(domainName.test(dkim.selector), '/dkim/selector', 'It is not a selector.')
    check(isRsaKey(dkim.privateKey), '/dkim/privateKey', 'It is not an RSA key of 1024 bits or more in PEM.')
  }
  if (violations.length > 0) {
    throw new ChanceryError('invalid_request', 'The settings of the mail server are not right.', { violations })
  }
  return {
    ...others,
    security,
    port: settings.port ?? (security === 'tls' ? 465 : 587),
    connections: settings.connections ?? 5,
    maxBytes: settings.maxBytes ?? 25 * 1024 * 1024,
    timeoutMs: settings.timeoutMs ?? 20_000,
    id: settings.id ?? 'smtp',
    ...(user === undefined ? {} : loginOf(user, settings)),
  }
}

function loginOf(user: string, settings: SmtpSettings): Pick<CheckedSmtpSettings, 'login'> {
  const { password, oauth, timeoutMs = 20_000, now = Date.now } = settings
  if (oauth !== undefined) return { login: { user, tokens: createOAuthTokens(oauth, timeoutMs, now) } }
  return password === undefined ? {} : { login: { user, pass: password } }
}

type Check = (ok: boolean, pointer: string, message: string) => void

function checkOAuth({ user, password }: SmtpSettings, oauth: SmtpOAuthSettings, check: Check): void {
  const { accessToken, tokenUrl, clientId, clientSecret, refreshToken } = oauth
  check(user !== undefined, '/user', 'A token is of a user.')
  check(password === undefined, '/password', 'A token comes in place of a password.')
  check(accessToken === undefined || /^[!-~]+$/.test(accessToken), '/oauth/accessToken', 'A token is one word.')
  if (tokenUrl === undefined) {
    check(accessToken !== undefined, '/oauth/accessToken', 'Give a token, or the address of a token server.')
    return
  }
  check(isTokenUrl(tokenUrl), '/oauth/tokenUrl', 'The token server must have an https address.')
  check(clientId !== undefined, '/oauth/clientId', 'A token server wants the id of the client.')
  const isAllowed = clientSecret !== undefined || refreshToken !== undefined
  check(isAllowed, '/oauth/clientSecret', 'A token server wants a secret, or a token to renew.')
}

function isTokenUrl(address: string): boolean {
  try {
    readProviderAddress(address)
    return true
  } catch {
    return false
  }
}

function isRsaKey(pem: string): boolean {
  try {
    const { asymmetricKeyType, asymmetricKeyDetails } = createPrivateKey(pem)
    return asymmetricKeyType === 'rsa' && (asymmetricKeyDetails?.modulusLength ?? 0) >= 1024
  } catch {
    return false
  }
}
