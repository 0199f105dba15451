import type { VettedDocument } from '../documents/vetted-document.ts'
import type {
  FillOutcome,
  FillRequest,
  InduceRequest,
  InducedTemplate,
  InspectRequest,
  TemplateReport,
} from './document-templates.ts'

/** The parts of an e-mail that a template has. */
export interface EmailContent {
  readonly subject: string
  readonly html?: string
  readonly text?: string
  /** Of a template: texts that its parts put in by name, `{{> footer}}`. */
  readonly partials?: Readonly<Record<string, string>>
}

/** E-mail templates in `{{ }}`: filled with escaping by context, checked, and made from sent e-mails. */
export interface EmailTemplates {
  readonly id: string
  /** @throws `template_invalid`, `data_incomplete`. */
  fill(
    template: EmailContent,
    request: FillRequest,
    options: { readonly signal: AbortSignal },
  ): Promise<FillOutcome & { readonly email: EmailContent }>
  /** Every fault at once. `preview` is there when `data` was given and the template could be filled with it. */
  inspect(
    template: EmailContent,
    request: InspectRequest,
    options: { readonly signal: AbortSignal },
  ): Promise<TemplateReport & { readonly preview?: EmailContent }>
  /** @throws `invalid_request` when the samples have nothing in common. */
  induce(
    samples: readonly EmailContent[],
    request: InduceRequest,
    options: { readonly signal: AbortSignal },
  ): Promise<InducedTemplate<EmailContent>>
  /**
   * Reads an e-mail (`.eml`, or the JSON of an `EmailContent`) as a template or sample.
   * @throws `unsupported_document`, `document_corrupt`.
   */
  read(document: VettedDocument, options: { readonly signal: AbortSignal }): Promise<EmailContent>
}
