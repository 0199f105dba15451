import type { Finding } from '@chancery/core'
import { cleanText, escapeXml } from '@chancery/formats/xml'
import { withNamespaces } from '../fill/automatic-styles.ts'
import type { OdtPackage } from '../package/open-odt.ts'
import { writeOdt } from '../package/write-odt.ts'
import { annotator, stretchesOf, textMap } from '../template/text-map.ts'

/** Comments in one copy; more are of no help to anybody. */
const maxComments = 500

/**
 * The template with a comment at each finding of its body, and at the body's first paragraph for those of other parts. No
 * text is changed. `now`: milliseconds since the epoch, for the comments' date.
 */
export function annotateOdt(file: OdtPackage, findings: readonly Finding[], now: number): Uint8Array {
  const xml = file.xml('content.xml')
  const paragraphs = textMap(xml)?.paragraphs ?? []
  const first = paragraphs.find(({ isDeleted }) => !isDeleted)
  const date = new Date(now).toISOString().slice(0, 19)
  const insertions = findings.slice(0, maxComments).flatMap(({ code, message, hint, location }) => {
    const own = location?.part === 'Body' ? paragraphs[(location.paragraph ?? 0) - 1] : undefined
    const paragraph = own ?? first
    if (paragraph === undefined) return []
    const [stretch] = own === undefined ? [] : stretchesOf(own, location?.start ?? 0, location?.end ?? 0)
    const { element } = paragraph
    // `<text:p/>` has no place within.
    if (element.contentStart === element.end) return []
    const where = own === undefined && location?.part !== undefined ? `${location.part}: ` : ''
    const lines = [`${where}${message}`, ...(hint === undefined ? [] : [hint]), code]
    const text = lines.map((line) => `<text:p>${escapeXml(cleanText(line).text)}</text:p>`).join('')
    return [
      {
        at: stretch?.from ?? element.contentStart,
        text: `<office:annotation><dc:creator>${annotator}</dc:creator><dc:date>${date}</dc:date>${text}</office:annotation>`,
      },
    ]
  })
  const pieces: string[] = []
  let at = 0
  for (const { at: next, text } of insertions.toSorted((a, b) => a.at - b.at)) {
    pieces.push(xml.slice(at, next), text)
    at = next
  }
  pieces.push(xml.slice(at))
  return writeOdt(file, new Map([['content.xml', withNamespaces(pieces.join(''))]])).bytes
}
