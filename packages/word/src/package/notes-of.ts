import { attribute, scanXml } from '../xml/scan-xml.ts'

/** A footnote, endnote or comment. */
export interface Note {
  readonly id: string
  /** The whole element. */
  readonly xml: string
  /** Without its tags. */
  readonly content: string
}

/** The notes (or comments) of a part, without the lines that separate them from the text. */
export function notesOf(xml: string, element: string): readonly Note[] {
  const notes: Note[] = []
  let depth = 0
  let open: { start: number; content: number; id: string; isText: boolean } | undefined
  scanXml(xml, {
    open(name, attributes, start, end) {
      if (++depth !== 2 || name !== element) return
      const type = attribute(attributes, 'w:type')
      const isText = type === undefined || type === 'normal'
      open = { start, content: end, id: attribute(attributes, 'w:id') ?? '', isText }
    },
    close(_name, start, end) {
      if (depth-- !== 2 || open === undefined) return
      const content = xml.slice(open.content, Math.max(start, open.content))
      if (open.isText) notes.push({ id: open.id, xml: xml.slice(open.start, end), content })
      open = undefined
    },
  })
  return notes
}
