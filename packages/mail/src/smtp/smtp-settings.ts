import { createPrivateKey } from 'node:crypto'
import { ChanceryError, type Violation } from '@chancery/core'

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
}

/** Signing with the key of the sender's domain (RFC 6376). */
export interface DkimSettings {
  readonly domain: string
  readonly selector: string
  /** An RSA key, in PEM. */
  readonly privateKey: string
}

export type CheckedSmtpSettings = Omit<SmtpSettings, 'user' | 'password'> &
  Required<Pick<SmtpSettings, 'port' | 'security' | 'connections' | 'maxBytes' | 'timeoutMs' | 'id'>> & {
    readonly login?: { readonly user: string; readonly pass: string }
  }

const hostName = /^[\w.:-]{1,253}$/
const domainName = /^[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?$/i
const local = new Set(['127.0.0.1', '::1', 'localhost'])

/** The settings with their defaults. @throws `invalid_request` with all that is wrong */
export function checkedSmtpSettings(settings: SmtpSettings): CheckedSmtpSettings {
  const { user, password, ...others } = settings
  const { host, security = 'starttls', dkim, idempotencyHeader } = settings
  const violations: Violation[] = []
  const check = (ok: boolean, pointer: string, message: string): void => {
    if (!ok) violations.push({ pointer, code: 'invalid_setting', message })
  }
  check(hostName.test(host), '/host', 'The host of the mail server must be a name or an address.')
  check((user === undefined) === (password === undefined), '/password', 'User and password go together.')
  check(
    security !== 'none' || user === undefined || local.has(host),
    '/security',
    'A password is sent over TLS only, unless the mail server is this machine.',
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
    ...(user === undefined || password === undefined ? {} : { login: { user, pass: password } }),
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
