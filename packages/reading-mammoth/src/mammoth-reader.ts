import type { Finding } from '@chancery/core'
import type { Reader } from '@chancery/reading'
import { htmlModel } from '@chancery/reading/html/html-reader'
import { corruptDocument } from '@chancery/reading/reading-errors'
import mammoth from 'mammoth'

type Message = Awaited<ReturnType<typeof mammoth.convertToHtml>>['messages'][number]

/**
 * A Word document as mammoth's HTML, read as any HTML is. Pictures are named by their alternative text and not decoded;
 * nothing outside the file is opened.
 * @param styleMap in mammoth's notation, one rule a line
 */
export const mammothReader = (styleMap: string): Reader => ({
  paged: false,
  async read(document, _request, { limits }) {
    const { value, messages } = await converted(document.bytes, styleMap)
    const made = htmlModel(value, limits)
    return { ...made, warnings: [...made.warnings, ...findingsOf(messages)] }
  },
})

/** @throws `document_corrupt` */
async function converted(bytes: Uint8Array, styleMap: string) {
  try {
    return await mammoth.convertToHtml(
      { buffer: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length) },
      {
        styleMap: styleMap.split('\n').filter((rule) => rule.trim() !== ''),
        externalFileAccess: false,
        // A document does not decide how it is read.
        includeEmbeddedStyleMap: false,
        convertImage: mammoth.images.imgElement(async () => ({ src: '' })),
      },
    )
  } catch (error) {
    throw corruptDocument('The Word document could not be read.', error)
  }
}

/** What mammoth says of a document: styles that it has no rule for, rules that it does not understand. */
function findingsOf(messages: readonly Message[]): Finding[] {
  const texts = [...new Set(messages.map(({ message }) => message.split('\n', 1)[0] ?? ''))]
  return texts.slice(0, mostMessages).map((message) => ({ code: 'mammoth_message', severity: 'info', message }))
}

const mostMessages = 50
