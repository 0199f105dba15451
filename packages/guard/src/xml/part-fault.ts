import type { PartFault, PartFaultReason } from '@chancery/core'
import { xmlAsUtf8 } from './xml-encoding.ts'
import { xmlBreak } from './xml-break.ts'

/** UTF-16 units of XML that are shown on both sides of a fault, and of the faulty tag itself, at the most. */
const excerptSides = 60
const maxTag = 120

/** A part that ends at its fault. */
export interface FaultyPart {
  readonly fault: PartFault
  /** Well-formed, as far as `fault` goes; to be scanned as any other. */
  readonly text: Uint8Array
}

/** The fault of a part that no scan passes; `undefined` where there is more to it than that it is not well-formed. */
export function faultyPart(part: string, content: Uint8Array): FaultyPart | undefined {
  let [text, cut]: [string, PartFaultReason | undefined] = ['', undefined]
  try {
    text = new TextDecoder().decode(xmlAsUtf8(content))
  } catch {
    ;[text, cut] = [readableStart(content), 'wrong_encoding']
  }
  const found = xmlBreak(text)
  if (found === undefined && cut === undefined) return undefined
  const { reason, at, mended } = found ?? { reason: 'wrong_encoding', at: text.length, mended: text }
  return {
    fault: { part, reason: cut ?? reason, ...placeOf(text, cut === undefined ? at : text.length) },
    text: new TextEncoder().encode(mended),
  }
}

/** A part that should be XML, and does not even begin as such. */
export const noXml = (part: string): FaultyPart => ({
  fault: { part, reason: 'not_xml', ...placeOf('', 0) },
  text: new Uint8Array(),
})

/** What of a part is UTF-8, up to the first byte that is not; nothing where it is said to be something else. */
function readableStart(content: Uint8Array): string {
  const whole = new TextDecoder().decode(content)
  const at = whole.indexOf('\ufffd')
  return at === -1 || whole.includes('\u0000') ? '' : whole.slice(0, at)
}

function placeOf(text: string, at: number): Omit<PartFault, 'part' | 'reason'> {
  const close = text.slice(at, at + maxTag).indexOf('>')
  const end = close === -1 ? Math.min(at + 1, text.length) : at + close + 1
  const before = text.slice(Math.max(0, at - excerptSides), at).toWellFormed()
  const within = text.slice(at, end)
  const excerpt = before + within + text.slice(end, end + excerptSides)
  return {
    start: at,
    end,
    excerpt: { text: excerpt.toWellFormed(), start: before.length, end: before.length + within.length },
  }
}
