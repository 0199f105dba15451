import { withRunProperties } from '../runs/format-properties.ts'
import { escapeXml } from '../xml/escape-xml.ts'
import type { Drawn } from './draw-value.ts'
import type { NoteKind } from './merged-notes.ts'

/** A note below the text with what was drawn for it; in the text stands its number. */
export function noteWith(kind: NoteKind, content: Drawn): Drawn {
  return {
    text: `(${content.text})`,
    write({ runProperties }, context) {
      const styles = context.styles.ofNotes(kind)
      const reference = `<w:rStyle w:val="${escapeXml(styles.reference)}"/>`
      const properties = `<w:pPr><w:pStyle w:val="${escapeXml(styles.text)}"/></w:pPr>`
      const number = `<w:r><w:rPr>${reference}</w:rPr><w:${kind}Ref/></w:r><w:r><w:t xml:space="preserve"> </w:t></w:r>`
      const id = context.notes.add(kind, (part, root) => {
        const { kind: written, xml } = content.write(
          {
            part,
            root,
            runProperties: '',
            paragraphProperties: properties,
            width: undefined,
            offset: 0,
            isInLink: false,
          },
          context,
        )
        if (written === 'runs') return `<w:p>${properties}${number}${xml}</w:p>`
        // A note begins with its number and ends with a paragraph.
        const first = /^<w:p>(?:<w:pPr>[^]*?<\/w:pPr>)?/.exec(xml)?.[0]
        const numbered =
          first === undefined ? `<w:p>${properties}${number}</w:p>${xml}` : first + number + xml.slice(first.length)
        return numbered.endsWith('</w:tbl>') ? `${numbered}<w:p/>` : numbered
      })
      const run = withRunProperties(runProperties, reference)
      return { kind: 'runs', xml: `<w:r>${run}<w:${kind}Reference w:id="${id}"/></w:r>` }
    },
  }
}
