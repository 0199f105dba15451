import type { Context } from '../context.ts'
import { safeName } from '../model/document-path.ts'
import { contentTypes, type DocumentType, extensionOf } from '../model/document-type.ts'
import { fetchBytes, type OpenNeeds } from '../documents/open-document.ts'
import { invalidRequest } from '../errors.ts'
import type { OutgoingAttachment } from '../ports/email-transport.ts'
import type { Ports } from '../ports/index.ts'
import { present } from '../present.ts'
import type { AttachmentSource } from '../model/document-source.ts'
import type { Finding } from '../model/finding.ts'
import { isExecutableContent, isExecutableName, isHiddenName, isOtherArchive, runsInZip } from './executable-content.ts'

/** Endings by which one type is known that the bytes tell, beside its usual one. */
const moreEndings: Readonly<Partial<Record<DocumentType, readonly string[]>>> = {
  docx: ['docm', 'dotx', 'dotm'],
  xlsx: ['xlsm', 'xltx', 'xltm'],
  pptx: ['pptm', 'potx', 'ppsx'],
  odt: ['ott'],
  ods: ['ots'],
  odp: ['otp'],
  doc: ['dot'],
  xls: ['xlt'],
  ppt: ['pot', 'pps'],
  jpeg: ['jpg', 'jpeg', 'jpe', 'jfif'],
  tiff: ['tif'],
  html: ['htm', 'xhtml'],
}
/** What is of one of these may be named as any text is. */
const texts: ReadonlySet<DocumentType> = new Set(
  'html eml csv tsv markdown json vcard xml text svg'.split(' ') as DocumentType[],
)
const known = new Map(
  (Object.keys(contentTypes) as DocumentType[])
    .filter((type) => type !== 'unknown' && type !== 'zip' && !texts.has(type))
    .flatMap((type) => [extensionOf(type), ...(moreEndings[type] ?? [])].map((ending) => [ending, type] as const)),
)

/** Whether a file is named as something that it is not: a picture as PDF, or a text as one. What is encrypted cannot be told. */
function isMisnamed(name: string, type: DocumentType): boolean {
  const claimed = known.get(/\.([^.]+)$/.exec(name.toLowerCase())?.[1] ?? '')
  return claimed !== undefined && claimed !== type && type !== 'unknown'
}

/** What holds files that its reader unpacks with a click. */
const holders: ReadonlySet<DocumentType> = new Set(['zip', 'eml', 'msg'])

/** Reads one attachment. @throws what `fetchBytes` throws, and `invalid_request` for what would run on a double click */
export async function openAttachment(
  source: AttachmentSource,
  pointer: string,
  ports: Pick<Ports, OpenNeeds>,
  context: Context,
): Promise<{ attachment: OutgoingAttachment; warnings: readonly Finding[] }> {
  const { bytes, filename, contentType } = await fetchBytes(source, pointer, ports, context)
  const type = ports.guard.identify(bytes)
  const name = safeName(filename ?? `attachment.${extensionOf(type)}`)
  const archived =
    holders.has(type) || /\.(?:eml|msg)$/i.test(name) ? await ports.guard.archivedNames(bytes, context) : undefined
  if (isExecutableName(name) || isExecutableContent(bytes, type) || archived?.names.some(runsInZip) === true) {
    const message = 'Programs, and what starts or holds them, are not sent by e-mail.'
    throw invalidRequest(pointer, 'executable_attachment', message, 'Store it, and send a link to it.')
  }
  const remark = (code: string, message: string): Finding => ({
    code,
    severity: 'warning',
    message,
    location: { pointer },
  })
  const warnings = [
    isMisnamed(name, type) &&
      remark(
        'attachment_misnamed',
        `Its name says that it is something else than it is (${type}): many programs refuse to open it.`,
      ),
    isHiddenName(name) &&
      remark(
        'attachment_often_blocked',
        'Outlook does not show files of this kind to its readers: send it in a zip, or a link.',
      ),
    archived?.isSealed === true &&
      remark(
        'attachment_encrypted',
        'Files in it are encrypted: nobody can look into them, and many providers refuse it.',
      ),
    archived?.isWhole === false &&
      remark(
        'attachment_not_searched',
        'Archives or e-mails in it are damaged, packed for Outlook alone, too large or too deep to be looked into.',
      ),
    type === 'unknown' &&
      isOtherArchive(bytes) &&
      remark('attachment_not_searched', 'Only zips are looked into: whether it holds a program is not known.'),
  ]
  return {
    attachment: {
      filename: name,
      contentType: type === 'unknown' ? (contentType ?? contentTypes.unknown) : contentTypes[type],
      bytes,
      ...present({ contentId: source.inline }),
    },
    warnings: warnings.filter((warning) => warning !== false),
  }
}

/** Content ids that the html wants and nothing brings, or that nothing shows. */
export function inlineFindings(html: string | undefined, attachments: readonly OutgoingAttachment[]): Finding[] {
  const wanted = new Set([...(html ?? '').matchAll(/\bcid:([\w.@-]{1,128})/g)].map((match) => match[1] ?? ''))
  const ids = attachments.flatMap(({ contentId }) => contentId ?? [])
  const brought = new Set(ids)
  const twice = new Set(ids.filter((id, index) => ids.indexOf(id) !== index))
  const remark = (code: string, message: string, id: string): Finding => ({
    code,
    severity: 'warning',
    message,
    location: { field: 'html', text: `cid:${id}` },
  })
  return [
    ...[...wanted]
      .filter((id) => !brought.has(id))
      .map((id) => remark('inline_image_missing', 'No attachment has this content id.', id)),
    ...[...twice].map((id) => remark('inline_image_twice', 'Several attachments have this content id.', id)),
    ...[...brought]
      .filter((id) => !wanted.has(id))
      .map((id) => remark('inline_image_unused', 'The html does not show this inline image.', id)),
  ]
}
