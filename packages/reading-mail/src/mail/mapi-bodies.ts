import { decoderOf } from '@chancery/reading/text/code-pages'
import { decompressRtf } from '@chancery/reading/rtf/compressed-rtf'
import { encapsulatedHtml } from '@chancery/reading/rtf/encapsulated-html'
import type { MailBody } from './mail-message.ts'

/** The MAPI properties of a message or attachment, by their ids (MS-OXPROPS). */
export interface MapiProperties {
  /** The first of the properties that has text. */
  text(...ids: readonly number[]): string | undefined
  binary(id: number): Uint8Array | undefined
  int(id: number): number | undefined
}

/** HTML as it came, else out of the RTF, else the RTF, else plain text. */
export function bodiesOf(message: MapiProperties): MailBody[] {
  const html = message.binary(0x1013)
  if (html !== undefined && html.length > 0) {
    return [{ type: 'html', text: decoderOf(message.int(0x3fde) ?? 65_001)(html) }]
  }
  const htmlText = message.text(0x1013)
  if (htmlText !== undefined) return [{ type: 'html', text: htmlText }]
  const rtf = decompressRtf(message.binary(0x1009) ?? new Uint8Array())
  const inside = rtf === undefined ? undefined : encapsulatedHtml(rtf)
  if (inside !== undefined) return [{ type: 'html', text: inside }]
  const text = message.text(0x1000)
  const isFromText = rtf !== undefined && Buffer.from(rtf.subarray(0, 4096)).includes('\\fromtext')
  if (rtf !== undefined && rtf.length > 0 && (!isFromText || text === undefined)) {
    return [{ type: 'rtf', text: Buffer.from(rtf).toString('latin1') }]
  }
  return text === undefined ? [] : [{ type: 'text', text }]
}
