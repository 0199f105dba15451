import { optionalPackage } from '@chancery/core'

/** The part of the SDK's client that is used; its own types leave most of it out. */
export interface SendGridClient {
  setDefaultHeader(name: string, value: string): unknown
  setDefaultRequest(name: string, value: unknown): unknown
  request(request: {
    readonly method: 'GET' | 'POST'
    readonly url: string
    readonly body?: unknown
  }): Promise<[{ readonly statusCode: number; readonly headers: Readonly<Record<string, unknown>> }, unknown]>
}

interface SendGridModule {
  readonly MailService: new () => { readonly client: SendGridClient }
}

export interface SendGridClientSettings {
  readonly apiKey: string
  /** With a slash at its end. */
  readonly baseUrl: string
  readonly timeoutMs: number
  readonly signal: AbortSignal
}

/**
 * A client of its own for one call, so that no two share a key, a signal or an address. It is the client that
 * `@sendgrid/mail` sends with, without `MailService.send`, which copies the e-mail's headers into the HTTP request.
 */
export async function sendGridClient(settings: SendGridClientSettings): Promise<SendGridClient> {
  // A CommonJS package: in a bundle, `default` is all that an import gives.
  const { default: mail } = (await optionalPackage(
    '@sendgrid/mail',
    'To send by SendGrid',
    () => import('@sendgrid/mail'),
  )) as unknown as { readonly default: SendGridModule }
  const { client } = new mail.MailService()
  // Not `setApiKey`: it resets the base URL, and prints to the console.
  client.setDefaultHeader('Authorization', `Bearer ${settings.apiKey}`)
  client.setDefaultRequest('baseUrl', settings.baseUrl)
  client.setDefaultRequest('timeout', settings.timeoutMs)
  client.setDefaultRequest('signal', settings.signal)
  // A redirect would carry the key and the e-mail to another host.
  client.setDefaultRequest('maxRedirects', 0)
  client.setDefaultRequest('maxContentLength', 1024 * 1024)
  return client
}
