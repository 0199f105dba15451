import type { Context } from '../context.ts'
import { safeName } from '../documents/document-path.ts'
import { contentTypes, extensionOf } from '../documents/document-type.ts'
import { fetchBytes, type OpenNeeds } from '../documents/open-document.ts'
import type { OutgoingAttachment } from '../ports/email-transport.ts'
import type { Ports } from '../ports/index.ts'
import { present } from '../present.ts'
import type { AttachmentSource } from '../shapes/document-source.ts'
import type { Finding } from '../shapes/finding.ts'

/** Endings that mail providers refuse, since they run on a double click. */
const executable =
  /\.(?:ade|adp|apk|appx|bat|cab|chm|cmd|com|cpl|dll|dmg|exe|hta|ins|iso|isp|jar|js|jse|lib|lnk|mde|msc|msi|msp|mst|nsh|pif|ps1|scr|sct|shb|sys|vb|vbe|vbs|vxd|wsc|wsf|wsh)$/i

/** Reads one attachment. @throws what `fetchBytes` throws. */
export async function openAttachment(
  source: AttachmentSource,
  pointer: string,
  ports: Pick<Ports, OpenNeeds>,
  context: Context,
): Promise<{ attachment: OutgoingAttachment; warnings: readonly Finding[] }> {
  const { bytes, filename, contentType } = await fetchBytes(source, pointer, ports, context)
  const type = ports.guard.identify(bytes)
  const name = safeName(filename ?? `attachment.${extensionOf(type)}`)
  const refused: Finding = {
    code: 'attachment_may_be_refused',
    severity: 'warning',
    message: 'Many providers refuse attachments with this ending.',
    location: { pointer },
  }
  return {
    attachment: {
      filename: name,
      contentType: type === 'unknown' ? (contentType ?? contentTypes.unknown) : contentTypes[type],
      bytes,
      ...present({ contentId: source.inline }),
    },
    warnings: executable.test(name) ? [refused] : [],
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
