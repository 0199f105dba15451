import type { ProblemCodeName } from '@chancery/core'

/** An address beside the operations that is called without a key, by others' machines. */
export interface OpenRoute {
  /** With its one parameter in braces. */
  readonly path: string
  readonly operationId: string
  readonly summary: string
  readonly description: string
  readonly parameter: { readonly name: string; readonly description: string }
  /** Media types of what it takes, with their schemas. */
  readonly takes: Readonly<Record<string, unknown>>
  readonly answer: { readonly status: '200' | '204'; readonly description: string }
  readonly problems: readonly ProblemCodeName[]
}

/** Where providers tell what became of e-mails. */
export const emailEventsRoute: OpenRoute = {
  path: '/email-events/{provider}',
  operationId: 'receiveEmailEvents',
  summary: 'Hears what a provider tells of e-mails.',
  description:
    'Called by SendGrid, Postmark, Resend and Amazon SNS. What they send is signed by them, or brings a secret: there is no API key. An e-mail in doubt is settled; who bounced for good, complained or wants none gets nothing any more. What was told before has no effect.',
  parameter: { name: 'provider', description: '`sendgrid`, `postmark`, `resend` or `ses`.' },
  takes: { 'application/json': { schema: { description: 'As the provider’s own documentation has it.' } } },
  answer: { status: '204', description: 'It was heard, and all that follows from it is durable.' },
  problems: ['malformed_json', 'event_signature_invalid', 'operation_not_found', 'payload_too_large', 'overloaded'],
}

/** Where mail programs take a recipient off. */
export const unsubscribeRoute: OpenRoute = {
  path: '/unsubscribe/{token}',
  operationId: 'unsubscribe',
  summary: 'Takes the recipient of an e-mail off (RFC 8058).',
  description:
    'Called by mail programs, by the link of `List-Unsubscribe`. The link itself says whose it is, and nobody else can make it: there is no API key. A GET changes nothing.',
  parameter: { name: 'token', description: 'Of the link.' },
  takes: {
    'application/x-www-form-urlencoded': {
      schema: {
        type: 'object',
        properties: { 'List-Unsubscribe': { const: 'One-Click' } },
        required: ['List-Unsubscribe'],
      },
    },
  },
  answer: { status: '200', description: 'The recipient gets no more e-mails.' },
  problems: ['operation_not_found', 'payload_too_large', 'invalid_request'],
}

export const openRoutes: readonly OpenRoute[] = [emailEventsRoute, unsubscribeRoute]

/** The parameter of its path, as OpenAPI has it. */
export const pathParameter = ({ parameter }: OpenRoute): Readonly<Record<string, unknown>> => ({
  ...parameter,
  in: 'path',
  required: true,
  schema: { type: 'string' },
})
