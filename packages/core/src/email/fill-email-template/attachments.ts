import { present } from '../../present.ts'
import type * as z from 'zod'
import type { Context } from '../../context.ts'
import { safeName } from '../../model/document-path.ts'
import { openDocument, openEach } from '../../documents/open-document.ts'
import type { VettedDocument } from '../../model/vetted-document.ts'
import { contentTypes } from '../../model/document-type.ts'
import type { OutgoingAttachment } from '../../ports/email-transport.ts'
import type { FillOutcome, FillRequest } from '../../ports/document-templates.ts'
import type { Ports } from '../../ports/index.ts'
import { convertDocument } from '../../templates/convert-document.ts'
import { fillErrorAt, openingValues } from '../../templates/fill-request.ts'
import { type FilledFormat, filledFormat, templateTypes } from '../../templates/template-format.ts'
import type { Finding } from '../../model/finding.ts'
import { tooMany } from '../../too-many.ts'
import { openAttachment } from '../email-attachment.ts'
import { attachmentDigest, digestOf, digestOfBytes } from '../email-fingerprint.ts'
import type { anyAttachments } from './contract.ts'

type AnyAttachment = z.output<typeof anyAttachments>[number]

type AttachmentPorts = Pick<
  Ports,
  'stores' | 'guard' | 'remoteDocuments' | 'settings' | 'documentTemplates' | 'converters' | 'hasher'
>

/** An attachment that was opened: as it is, or a template that is filled for each recipient. */
export type Prepared =
  | {
      readonly kind: 'ready'
      readonly attachment: OutgoingAttachment
      readonly digest: string
      readonly warnings: readonly Finding[]
    }
  | {
      readonly kind: 'template'
      /** Where it stands in the request. */
      readonly pointer: string
      readonly template: VettedDocument
      readonly format: FilledFormat
      readonly filename?: string
      readonly digest: string
    }

/** Opens attachments once, also those that are filled anew for each recipient. */
export async function prepareAttachments(
  sources: readonly AnyAttachment[],
  pointer: string,
  ports: AttachmentPorts,
  context: Context,
): Promise<Prepared[]> {
  const { limits } = ports.settings
  if (sources.length > limits.attachments) throw tooMany(pointer, limits.attachments, sources.length)
  // Only what has a key is ever held against what went before.
  const digested = async (digest: () => Promise<string>): Promise<string> =>
    context.idempotencyKey === undefined ? '' : await digest()
  return openEach(sources, async (source, index): Promise<Prepared> => {
    const at = `${pointer}/${index}`
    if ('template' in source) {
      const template = await openDocument(source.template, `${at}/template`, templateTypes, ports, context)
      const { filename } = source
      const format = filledFormat(template, source.format, `${at}/format`)
      const digest = await digested(async () => {
        const sha256 = await digestOfBytes(template.bytes, ports.hasher)
        return await digestOf({ sha256, name: template.filename, format, filename }, ports.hasher)
      })
      return { kind: 'template', pointer: at, template, format, digest, ...present({ filename }) }
    }
    const { attachment, warnings } = await openAttachment(source, at, ports, context)
    const digest = await digested(() => attachmentDigest(attachment, ports.hasher))
    return { kind: 'ready', attachment, warnings, digest }
  })
}

async function fillAttachment(
  { template, format, pointer }: Extract<Prepared, { kind: 'template' }>,
  request: FillRequest,
  ports: AttachmentPorts,
  context: Context,
): Promise<{ readonly bytes: Uint8Array; readonly outcome: FillOutcome }> {
  try {
    const opening = { ...request, ...openingValues(ports, context) }
    const { content, ...filled } = await ports.documentTemplates.fill(template, opening, { signal: context.signal })
    const { bytes } = content
    const findings = filled.findings.map((each) => ({ ...each, location: { ...each.location, pointer } }))
    return {
      bytes: format === 'pdf' ? await convertDocument(bytes, template.type, 'pdf', ports.converters, context) : bytes,
      outcome: { filled: filled.filled, missing: filled.missing, unused: filled.unused, findings },
    }
  } catch (error) {
    throw fillErrorAt(pointer, error)
  }
}

/** The attachments of one recipient, and what is told of each that was filled. */
export interface FilledAttachments {
  readonly attachments: readonly OutgoingAttachment[]
  readonly outcomes: readonly FillOutcome[]
}

/** The attachments of one recipient. @throws what a fill throws, at the attachment */
export async function fillAttachments(
  prepared: readonly Prepared[],
  request: FillRequest,
  ports: AttachmentPorts,
  context: Context,
): Promise<FilledAttachments> {
  const attachments: OutgoingAttachment[] = []
  const outcomes: FillOutcome[] = []
  for (const each of prepared) {
    if (each.kind === 'ready') {
      attachments.push(each.attachment)
      continue
    }
    const { bytes, outcome } = await fillAttachment(each, request, ports, context)
    outcomes.push(outcome)
    const stem = (each.template.filename ?? 'document').replace(/\.(?:docx|dotx|odt|ott)$/i, '')
    const named =
      each.filename === undefined ? stem : (await ports.documentTemplates.fillText(each.filename, request)).text
    attachments.push({
      filename: `${safeName(named).replace(/\.(?:docx|odt|pdf)$/i, '')}.${each.format}`,
      contentType: contentTypes[each.format],
      bytes,
    })
  }
  return { attachments, outcomes }
}

/** What is told of an e-mail and its attachments: data that any of them reads is used. */
export function joinedOutcome(email: FillOutcome, outcomes: readonly FillOutcome[]): FillOutcome {
  const all = (of: 'filled' | 'missing'): string[] => [
    ...new Set([email, ...outcomes].flatMap((outcome) => outcome[of])),
  ]
  return {
    filled: all('filled'),
    missing: all('missing'),
    unused: email.unused.filter((path) => outcomes.every(({ unused }) => unused.includes(path))),
    findings: [...email.findings, ...outcomes.flatMap(({ findings }) => findings)],
  }
}
