/** One mailbox. `address` was checked (`emailAddress` in core) and holds no control characters; so does `name`. */
export interface Mailbox {
  readonly address: string
  readonly name?: string
}

/** A file as bytes, not yet encoded; the name is one without folders. */
export interface OutgoingAttachment {
  readonly filename: string
  readonly contentType: string
  readonly bytes: Uint8Array
  /** An inline image: the html refers to it as `cid:<contentId>`. */
  readonly contentId?: string
}

/** An e-mail that was checked and is ready to go. */
export interface OutgoingEmail {
  /** Stable for one Idempotency-Key; transports that can, send it to their provider to prevent doubles. */
  readonly id: string
  readonly from: Mailbox
  readonly to: readonly Mailbox[]
  readonly cc: readonly Mailbox[]
  readonly bcc: readonly Mailbox[]
  readonly replyTo: readonly Mailbox[]
  readonly subject: string
  readonly text?: string
  readonly html?: string
  readonly attachments: readonly OutgoingAttachment[]
  /** Extra headers; none that the message itself defines. */
  readonly headers: Readonly<Record<string, string>>
  readonly tags: readonly string[]
  readonly metadata: Readonly<Record<string, string>>
  /** Milliseconds since the epoch. */
  readonly date: number
  /** Milliseconds since the epoch; send not before. */
  readonly sendAt?: number
}

/**
 * The provider has taken the e-mail, which is not yet delivered. `accepted` and `rejected` are addresses of to, cc and
 * bcc.
 */
export interface Receipt {
  /** `captured`: kept in an outbox instead of sent. */
  readonly status: 'sent' | 'scheduled' | 'captured'
  /** By which the provider finds it again; empty where it names none. */
  readonly providerMessageId: string
  readonly accepted: readonly string[]
  readonly rejected: readonly { readonly address: string; readonly code: string; readonly message: string }[]
  /** The transport that has taken it, where that is not the one that was asked: one of several behind it. */
  readonly provider?: string
}

/** An e-mail that wants more is refused before it is handed over: `unsupported_option`, `payload_too_large`. */
export interface EmailTransportCapabilities {
  /** The same `id` handed over twice is delivered once. */
  readonly deduplicates: boolean
  /** For how long it does, in ms from the first time on; absent: for ever. */
  readonly deduplicatesForMs?: number
  readonly schedule: boolean
  readonly tags: boolean
  readonly metadata: boolean
  /** Bytes of one message with all attachments. */
  readonly maxBytes: number
  /** E-mails that it takes at once; absent: 10. */
  readonly concurrent?: number
}

export interface SendOptions {
  readonly signal: AbortSignal
  /** Milliseconds since the epoch by which the call must have ended: a transport that waits does not wait beyond it. */
  readonly deadline?: number
}

/** What goes to the provider for an e-mail, byte for byte, without any key or password. */
export interface RenderedEmail {
  /** `message/rfc822` for a MIME message, `application/json` for the body of a call. */
  readonly contentType: string
  readonly bytes: Uint8Array
}

/** What a provider knows of an e-mail. `absent`: it never took it, and will not take it any more from an earlier try. */
export type FoundEmail = { readonly state: 'taken'; readonly receipt: Receipt } | { readonly state: 'absent' }

/** Hands e-mails over for delivery. */
export interface EmailTransport {
  readonly id: string
  readonly capabilities: EmailTransportCapabilities
  /**
   * Resolves when the provider has taken the message; a refused recipient is data in the receipt, not a throw.
   * @throws `provider_unavailable` (surely not handed over; safe to repeat), `provider_failed` and `provider_timeout`
   *   with `details.ambiguous: true` where it may have been handed over (`cancelled` too), `invalid_request` for a
   *   message that it refuses.
   */
  send(email: OutgoingEmail, options: SendOptions): Promise<Receipt>
  /** What `send` would hand over, for a dry run; refuses what `send` would refuse. Nothing leaves. */
  render?(email: OutgoingEmail): Promise<RenderedEmail>
  /**
   * What became of an e-mail that was handed over, and of which the answer was lost. `undefined`: it cannot be told, now or
   * at all. Throws as `send` does where the provider cannot be asked; asking sends nothing.
   */
  lookUp?(email: OutgoingEmail, options: { readonly signal: AbortSignal }): Promise<FoundEmail | undefined>
  /** Resolves when the transport can be used; throws `provider_unavailable` otherwise, with `details.reason` (`UnreadyReason`) where known. */
  check(options: { readonly signal: AbortSignal }): Promise<void>
}
