import { createProviderApi, ProviderCallFault } from '@chancery/outbound'
import { SmtpFault } from './smtp-fault.ts'

/** Signing in with a token (XOAUTH2): one that is given, or one of a token server (RFC 6749). */
export interface SmtpOAuthSettings {
  /** Used as it is, and never renewed. */
  readonly accessToken?: string
  /** Where tokens come from: `https://login.microsoftonline.com/<tenant>/oauth2/v2.0/token`. */
  readonly tokenUrl?: string
  readonly clientId?: string
  readonly clientSecret?: string
  /** Of the user (RFC 6749, 6). Absent: the client is allowed for itself (4.4). */
  readonly refreshToken?: string
  /** `https://outlook.office365.com/.default` */
  readonly scope?: string
}

export interface OAuthTokens {
  /**
   * @param renew even where the last one still seems good: the mail server has refused it
   * @throws SmtpFault `EOAUTH` where the token server refuses, `ETOKEN` where it gives none
   */
  get(renew: boolean, signal: AbortSignal): Promise<string>
  /** A token was refused before its time. Whether another one may be had: not where it was new. */
  forget(): boolean
}

/** A token is not used in the last minute that it is good for. */
const marginMs = 60_000
/** Where the token server does not say how long it is good. */
const usualSeconds = 300

interface Kept {
  readonly token: string
  /** Whether it was given out before. */
  readonly isUsed: boolean
  readonly until: number
}

/**
 * @param now milliseconds since the epoch
 * @throws `invalid_request` for a token server that is not safe
 */
export function createOAuthTokens(settings: SmtpOAuthSettings, timeoutMs: number, now: () => number): OAuthTokens {
  const { accessToken, tokenUrl } = settings
  if (tokenUrl === undefined) return { get: async () => accessToken ?? '', forget: () => false }
  const api = createProviderApi({ baseUrl: new URL(tokenUrl).origin, timeoutMs })
  const path = tokenUrl.slice(new URL(tokenUrl).origin.length) || '/'
  let kept: Kept | undefined =
    accessToken === undefined ? undefined : { token: accessToken, isUsed: true, until: Infinity }
  let { refreshToken } = settings
  let asking: Promise<Kept> | undefined

  const ask = async (signal: AbortSignal): Promise<Kept> => {
    const { clientId, clientSecret, scope } = settings
    const form = new URLSearchParams({
      grant_type: refreshToken === undefined ? 'client_credentials' : 'refresh_token',
      ...(refreshToken === undefined ? {} : { refresh_token: refreshToken }),
      ...(clientId === undefined ? {} : { client_id: clientId }),
      ...(clientSecret === undefined ? {} : { client_secret: clientSecret }),
      ...(scope === undefined ? {} : { scope }),
    })
    const headers = { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' }
    const answer = await api({ method: 'POST', path, headers, body: Buffer.from(`${form}`) }, signal)
    // RFC 6749, 5.2: what repetition does not mend.
    if (answer.status === 400 || answer.status === 401) throw new SmtpFault({ phase: 'session', code: 'EOAUTH' })
    const given = answer.status === 200 ? readToken(answer.body) : undefined
    if (given === undefined) throw new SmtpFault({ phase: 'session', code: 'ETOKEN' })
    refreshToken = given.refreshToken ?? refreshToken
    return { token: given.token, isUsed: false, until: now() + given.seconds * 1000 - marginMs }
  }

  return {
    async get(renew, signal) {
      if (!renew && kept !== undefined && kept.until > now()) {
        kept = { ...kept, isUsed: true }
        return kept.token
      }
      try {
        // Sessions that open at once share one.
        asking ??= ask(signal).finally(() => (asking = undefined))
        kept = await asking
        return kept.token
      } catch (error) {
        if (!(error instanceof ProviderCallFault)) throw error
        const cancelled = error.reason === 'cancelled' && signal.aborted
        throw new SmtpFault({ phase: 'session', code: 'ETOKEN', ...(cancelled ? { cancelled } : {}) })
      }
    },
    forget() {
      const wasUsed = kept?.isUsed === true
      kept = undefined
      return wasUsed
    },
  }
}

/** RFC 6749, 5.1. */
function readToken(body: string | undefined) {
  try {
    const { access_token: token, expires_in: seconds, refresh_token: refresh } = { ...JSON.parse(body ?? '') }
    if (typeof token !== 'string' || !/^[!-~]+$/.test(token)) return undefined
    const good = Number(seconds ?? usualSeconds)
    return {
      token,
      seconds: Number.isFinite(good) ? good : usualSeconds,
      refreshToken: typeof refresh === 'string' ? refresh : undefined,
    }
  } catch {
    return undefined
  }
}
