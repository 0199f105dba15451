import { ChanceryError, invalidRequest } from '@chancery/core'
import { createProviderApi, type ProviderApi, ProviderCallFault } from '@chancery/outbound'
import type { Connector } from '../format/connector-format.ts'
import { fillText } from '../format/fill-template.ts'
import { isObject } from '../format/value-path.ts'
import type { CrmConnection, EngineClock } from './connection.ts'
import { credentialsRefused, jsonOf, problemOfAnswer, problemOfCall } from './crm-problem.ts'

/** What a call shows for itself. */
export interface AccessToken {
  /** Headers of a call. @throws `provider_failed` where the vendor refuses the credentials, `provider_*` */
  headers(): Promise<Readonly<Record<string, string>>>
  /** After a 401: whether another token may be had, which the next `headers` then asks for. */
  renew(refused: Readonly<Record<string, string>>): boolean
}

/** Of one call for a token, in ms. */
const timeoutMs = 15_000
/** A token is not used in the last of its time, in ms. */
const marginMs = 60_000

/**
 * How a connection shows who it is: by a token that is given, or by OAuth 2.0 (RFC 6749), with the refresh token of somebody's
 * consent or the client's own credentials. Access tokens are kept in memory until they expire; many calls ask for one once.
 * @throws `invalid_request` for credentials that no header takes, or too few of them
 */
export function accessToken(
  connector: Connector,
  connection: CrmConnection,
  baseUrl: string,
  clock: EngineClock,
): AccessToken {
  const { auth } = connector
  const { token, clientId, clientSecret, refreshToken } = connection
  for (const [name, value] of Object.entries({ token, clientId, clientSecret, refreshToken })) {
    if (value !== undefined && !/^[!-~]+$/.test(value))
      throw invalidRequest(`/${name}`, 'invalid_key', 'Must be one word of ASCII, without spaces.')
  }
  if (token !== undefined) {
    const headers: Readonly<Record<string, string>> =
      auth.key === undefined ? { authorization: `${auth.scheme} ${token}` } : { [auth.key.header]: token }
    return { headers: async () => headers, renew: () => false }
  }
  const grant = refreshToken === undefined ? 'client_credentials' : 'refresh_token'
  const { oauth } = auth
  if (oauth === undefined || clientId === undefined || clientSecret === undefined || !oauth.grants.includes(grant)) {
    throw missingCredentials(connector, connection)
  }
  const isBasic = oauth.client === 'basic'
  const form = new URLSearchParams({
    grant_type: grant,
    ...(isBasic ? {} : { client_id: clientId, client_secret: clientSecret }),
  })
  const client = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`
  if (oauth.scope !== undefined) form.set('scope', oauth.scope)
  const { api, path } = tokenApi(oauth.address, connector, connection, baseUrl)
  const { refreshTokens } = connection
  /** The last that the vendor put in place of the configured one, as far as it is kept nowhere else. */
  let rotated: string | undefined
  /** Of the same connection in another process too. @throws `provider_unavailable` for one that cannot be kept */
  async function current(): Promise<string | undefined> {
    if (rotated === undefined || refreshTokens === undefined)
      return rotated ?? (await refreshTokens?.last()) ?? refreshToken
    // What is used up and not kept leaves nothing to begin with again.
    if (!(await keep(rotated))) throw notKept(connector)
    return (await refreshTokens.last()) ?? refreshToken
  }
  let held: { readonly headers: Readonly<Record<string, string>>; readonly until: number } | undefined
  let asking: Promise<Readonly<Record<string, string>>> | undefined

  const askAlone = async (): Promise<Readonly<Record<string, string>>> =>
    refreshTokens === undefined ? await ask() : await refreshTokens.alone(ask)

  async function ask(): Promise<Readonly<Record<string, string>>> {
    const refresh = await current()
    if (refresh !== undefined) form.set('refresh_token', refresh)
    // Nobody's signal: others may wait for the same token.
    const { signal } = new AbortController()
    const answer = await api(
      {
        method: 'POST',
        path,
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          ...(isBasic ? { authorization: client } : {}),
        },
        body: Buffer.from(form.toString()),
      },
      signal,
    ).catch((error: unknown) => {
      throw error instanceof ProviderCallFault ? problemOfCall(error, connector, signal) : error
    })
    const said = jsonOf(answer)
    const given = isObject(said) ? said : {}
    // RFC 6749, 5.2: 400 with `invalid_grant`; Zoho says so with 200.
    if ([400, 401, 403].includes(answer.status) || (answer.status === 200 && 'error' in given)) {
      throw credentialsRefused(connector, answer.status)
    }
    const access = given['access_token']
    if (answer.status !== 200 || typeof access !== 'string' || !/^[!-~]+$/.test(access)) {
      throw problemOfAnswer(answer, connector, clock.now())
    }
    const next = given['refresh_token']
    if (typeof next === 'string' && next !== refresh && refresh !== undefined) await keep(next)
    const seconds = Number(given['expires_in'])
    // Salesforce does not say: it is then used until it is refused.
    const until = seconds > 0 ? clock.now() + Math.max(seconds * 1000 - marginMs, 0) : Number.POSITIVE_INFINITY
    held = { headers: { authorization: `${auth.scheme} ${access}` }, until }
    return held.headers
  }

  /** Whether it is kept where it outlasts the process. */
  async function keep(token: string): Promise<boolean> {
    rotated = token
    if (refreshTokens === undefined) return false
    try {
      await refreshTokens.keep(token)
      rotated = undefined
      return true
    } catch {
      // A disk that is full: the access token that came with it is good, and before the next one it is tried again.
      return false
    }
  }

  return {
    async headers() {
      if (held !== undefined && clock.now() < held.until) return held.headers
      asking ??= askAlone().finally(() => (asking = undefined))
      return await asking
    },
    renew(refused) {
      // Another call may have renewed it meanwhile.
      if (held?.headers === refused) held = undefined
      return true
    },
  }
}

const notKept = ({ title, id }: Connector): ChanceryError =>
  new ChanceryError(
    'provider_unavailable',
    `The refresh token that ${title} gave last cannot be kept; it is not used before it is.`,
    { details: { provider: id, reason: 'token_not_kept' } },
  )

/** Each part that is not there. */
function missingCredentials({ title, auth }: Connector, connection: CrmConnection): ChanceryError {
  const needed = [
    ...(auth.oauth === undefined ? [] : (['clientId', 'clientSecret'] as const)),
    ...(auth.oauth?.grants.includes('client_credentials') === false ? (['refreshToken'] as const) : []),
  ]
  const missing = needed.filter((name) => connection[name] === undefined)
  const message = `is needed by ${title}, unless there is a token that does not expire.`
  return new ChanceryError('invalid_request', 'Credentials are missing.', {
    violations: (missing.length === 0 ? (['token'] as const) : missing).map((name) => ({
      pointer: `/${name}`,
      code: 'credentials_missing',
      message,
      hint: 'The vendor gives it where the application is registered.',
    })),
  })
}

function tokenApi(
  address: string,
  { parameters }: Connector,
  connection: CrmConnection,
  baseUrl: string,
): { readonly api: ProviderApi; readonly path: string } {
  const texts = { ...parameters, ...connection.parameters }
  const filled = connection.tokenAddress ?? fillText(address, { texts, fields: [] })
  const url = new URL(filled, filled.startsWith('/') ? new URL(baseUrl).origin : undefined)
  const api = createProviderApi({
    baseUrl: url.origin,
    timeoutMs,
    allowPrivateAddresses:
      connection.tokenAddress !== undefined || (address.startsWith('/') && connection.address !== undefined),
  })
  return { api, path: `${url.pathname}${url.search}` }
}
