import type { VettedDocument } from '../model/vetted-document.ts'
import type { JsonSchema } from '../json.ts'
import type { Finding } from '../model/finding.ts'
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
  /** Of a template: MJML, of which its html is made. */
  readonly mjml?: string
  /** Of a template: texts that its parts put in by name, `{{> footer}}`. */
  readonly partials?: Readonly<Record<string, string>>
  /**
   * Of a template: JSON Schema of its data. Texts with `contentMediaType: "text/html"` may be written with three braces,
   * as html that is sanitized.
   */
  readonly schema?: JsonSchema
  /** Of a template: its style sheets are written into the elements that they style, in the filled html. */
  readonly inlineCss?: boolean
  /** Of a template: what mail programs show beside the subject. It stands, hidden, at the beginning of the filled html. */
  readonly preheader?: string
  /** The sender, as `Name <address>`. Of a template with tags; the sender of a call goes first. */
  readonly from?: string
  /** Of a template: the same e-mail in other languages, by BCP 47 tag. */
  readonly locales?: Readonly<Record<string, LocalizedEmail>>
}

/** An e-mail template in another language: what it does not say of sender and partials is said as in the first. */
export type LocalizedEmail = Omit<EmailContent, 'schema' | 'inlineCss' | 'locales'>

/** What an e-mail template is checked against, and how strictly; `data` and `schema` as for documents. */
export interface InspectEmailRequest extends InspectRequest {
  readonly profile?: 'strict' | 'default' | 'lenient'
  /** By code of a finding. */
  readonly severities?: Readonly<Record<string, Finding['severity'] | 'off'>>
  /** Families (`gmail`) and programs (`outlook.windows`) that matter. */
  readonly clients?: readonly string[]
  /** Items that lists may get, where the schema does not say. */
  readonly longestList?: number
  /** The same e-mail in other languages, by language tag. */
  readonly locales?: Readonly<Record<string, EmailContent>>
}

/** What finding of an e-mail template is about; `foreign` are tags of other systems. */
export type FindingGroup =
  | 'syntax'
  | 'foreign'
  | 'variables'
  | 'structure'
  | 'css'
  | 'clients'
  | 'accessibility'
  | 'images'
  | 'links'
  | 'deliverability'
  | 'size'
  | 'security'

export interface EmailFinding extends Finding {
  readonly group: FindingGroup
  /** Of one of the other locales. */
  readonly locale?: string
  /** What mail programs differ in, by its name at caniemail.com, with those that lack it. */
  readonly feature?: string
  readonly clients?: readonly ClientVerdict[]
  readonly url?: string
}

/** A mail program, as `family.platform`, that shows something in part or not at all. */
export interface ClientVerdict {
  readonly client: string
  readonly name: string
  readonly support: 'partial' | 'none'
}

/** A value that a template reads. `path` is dotted, items of lists by the name of the list. */
export interface TemplateVariable {
  readonly path: string
  readonly fields: readonly string[]
  readonly occurrences: number
  readonly required: boolean
  /** JSON Schema's name of its type, where the template says. */
  readonly type?: string
}

/** What of a template a mail program lacks, by names of features. */
export interface ClientGaps {
  readonly client: string
  readonly name: string
  readonly partial: readonly string[]
  readonly none: readonly string[]
}

/** What the check of an e-mail template finds. */
export interface EmailTemplateReport extends TemplateReport {
  readonly findings: readonly EmailFinding[]
  /** How many there are of each code, also beyond those that are listed. */
  readonly summary: readonly (Pick<EmailFinding, 'code' | 'group' | 'severity'> & { readonly count: number })[]
  readonly variables: readonly TemplateVariable[]
  readonly matrix: readonly ClientGaps[]
  /** Day of the data about mail programs. */
  readonly clientDataDate: string
  /** Characters of the subject, bytes of the others; filled, where that is possible. */
  readonly sizes: {
    readonly subject?: number
    readonly html: number
    readonly text: number
    readonly longestHtml?: number
  }
  readonly preview?: EmailContent
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
  /**
   * Every fault at once. `preview` is there when `data` was given and the template could be filled with it.
   * @throws `invalid_request` for codes and mail programs that there are not.
   */
  inspect(
    template: EmailContent,
    request: InspectEmailRequest,
    options: { readonly signal: AbortSignal },
  ): Promise<EmailTemplateReport>
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
