/**
 * What a provider tells of an e-mail. `taken`: it has it, or has delivered it; `dropped`: it has it, and does not deliver it;
 * `bounced`: a mail server has refused it, for good where `isPermanent`; `complained`, `unsubscribed`: the recipient wants none.
 */
export type EmailEventKind = 'taken' | 'dropped' | 'bounced' | 'complained' | 'unsubscribed'

/** One thing that a provider tells. */
export interface EmailEvent {
  /** The same whenever the provider tells it again. */
  readonly id: string
  readonly kind: EmailEventKind
  /** The id of the e-mail, as its transport sent it along. Absent: it is none of ours, or the provider does not say. */
  readonly email?: string
  readonly providerMessageId?: string
  /** Of the recipient that it is about. Absent: of all, or the provider does not say of which. */
  readonly address?: string
  /** The mail server's enhanced status: 5.1.1. */
  readonly code?: string
  readonly isPermanent?: boolean
}

/** A request by which a provider tells something, before anybody has looked at it. */
export interface EmailEventRequest {
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  /** Of the address. */
  readonly query: Readonly<Record<string, string>>
  readonly body: Uint8Array
}

/** Reads what one provider tells. */
export interface EmailEventReader {
  /** As the transport is called. */
  readonly id: string
  /**
   * The events of a request that is the provider's, in their order; what concerns nobody here is left out.
   * @throws `event_signature_invalid` where it is not the provider's, or older than it may be; `malformed_json`
   */
  read(
    request: EmailEventRequest,
    options: { readonly now: number; readonly signal: AbortSignal },
  ): Promise<readonly EmailEvent[]>
}
