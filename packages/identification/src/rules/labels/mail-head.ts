import { lineAt, type TextIndex } from '../text-index.ts'

/** A line of the head of a message, beside those of who sends it and to whom. */
const sentBy = /^(?:From|Von|De|Da|Van|To|An|À|Para|Aan|Fra|Till?|Od|Do): ?\S/u
const sentOn = /^(?:Date|Sent|Datum|Gesendet|Envoyé|Fecha|Enviado|Data|Inviato|Verzonden): ?\S/u

/** Whether the label of a message's own day begins at an offset. */
export function isDayOfMail(index: TextIndex, start: number): boolean {
  const { text, lines } = index
  const line = lineAt(index, start)
  if (line.start !== start || !sentOn.test(text.slice(start, start + 20))) return false
  const around = lines.slice(Math.max(0, line.number - 4), line.number + 4)
  return around.some((other) => sentBy.test(text.slice(other.start, other.start + 12)))
}

const sender = /^(?:From|Von|De|Da|Van|Fra|Från|Od): ?/u

const headLines = 12
/** Whether a text begins with the head of a message. */
export const isMessage = (index: TextIndex): boolean =>
  index.lines.slice(0, headLines).some(({ start }) => isDayOfMail(index, start))

/** Whether the label at an offset is that of who sends a message. */
export function isSenderOfMail(index: TextIndex, start: number): boolean {
  const isLabel = lineAt(index, start).start === start && sender.test(index.text.slice(start, start + 8))
  return isLabel && isMessage(index)
}
