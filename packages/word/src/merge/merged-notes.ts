import { type Note, notesOf } from '../package/notes-of.ts'

/** Footnotes, endnotes or comments of a merged document: those of the first, and the others' behind them. */
export class MergedNotes {
  private readonly xml: string
  private readonly element: string
  private readonly added: string[] = []
  private next: number

  /** @param element `w:footnote`, `w:endnote` or `w:comment` */
  constructor(xml: string, element: string) {
    this.xml = xml
    this.element = element
    const ids = [...xml.matchAll(new RegExp(`<${element}\\b[^>]*?\\bw:id="(\\d{1,9})"`, 'g'))].map(([, id]) =>
      Number(id),
    )
    this.next = ids.reduce((largest, id) => Math.max(largest, id), 0) + 1
  }

  /** The notes of one more document, and their ids here by the ids that they had. */
  document(xml: string): { readonly ids: ReadonlyMap<string, string>; readonly notes: readonly Note[] } {
    const notes = notesOf(xml, this.element)
    return { notes, ids: new Map(notes.map(({ id }) => [id, String(this.next++)])) }
  }

  add({ id, xml }: Note, ids: ReadonlyMap<string, string>, change: (xml: string) => string): void {
    this.added.push(
      change(xml).replace(
        /(\sw:id=")[^"]*(")/,
        (_, before: string, after: string) => before + (ids.get(id) ?? id) + after,
      ),
    )
  }

  /** The part, or `undefined` where it is as it was. */
  changed(): string | undefined {
    if (this.added.length === 0) return undefined
    const end = this.xml.lastIndexOf('</')
    return this.xml.slice(0, end) + this.added.join('') + this.xml.slice(end)
  }
}
