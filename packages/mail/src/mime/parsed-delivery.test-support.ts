import type { Delivery } from '@chancery/port-contracts/email-transport'
import PostalMime, { decodeWords } from 'postal-mime'

/** A message as a mail program reads it, without the blind copies: those are in no header. */
export async function parsedDelivery(message: Uint8Array): Promise<Delivery> {
  const email = await PostalMime.parse(message, { attachmentEncoding: 'arraybuffer' })
  const addresses = (list: typeof email.to) => (list ?? []).map(({ address }) => address ?? '')
  return {
    subject: email.subject ?? '',
    ...(email.text === undefined ? {} : { text: email.text }),
    ...(email.html === undefined ? {} : { html: email.html }),
    from: email.from?.address ?? '',
    to: addresses(email.to),
    cc: addresses(email.cc),
    bcc: [],
    headers: Object.fromEntries(email.headers.map(({ key, value }) => [key, decodeWords(value)])),
    attachments: email.attachments.map(({ filename, mimeType, contentId, content }) => ({
      filename: filename ?? '',
      contentType: mimeType,
      ...(contentId === undefined ? {} : { contentId: contentId.slice(1, -1) }),
      bytes: new Uint8Array(content as ArrayBuffer),
    })),
  }
}
