import { replaceStretches, type XmlElement } from '../../xml/element-tree.ts'
import { type Field, type Piece, propertiesOf } from './read-fields.ts'

/** Takes the pieces of fields out of the runs of a part, and puts others there; what else is in these runs stays. */
export class FieldEdits {
  private readonly xml: string
  private readonly removed = new Set<XmlElement>()
  private readonly before = new Map<XmlElement, string>()
  private readonly after = new Map<XmlElement, string>()
  private readonly instead = new Map<XmlElement, string>()
  private readonly edits: { from: number; until: number; text: string }[] = []
  private readonly touched = new Set<XmlElement>()
  /** Where fields were, in their order. */
  private readonly replaced: { readonly from: number; readonly until: number }[] = []

  constructor(xml: string) {
    this.xml = xml
  }

  /** Whether a field was taken out already, as a part of another. */
  isTaken({ simple, pieces }: Field): boolean {
    return pieces.some(({ element }) => this.removed.has(element)) || (simple !== undefined && this.touched.has(simple))
  }

  /** Runs instead of a whole field. */
  replaceField({ simple, pieces }: Field, xml: string): void {
    if (simple !== undefined) {
      this.touched.add(simple)
      this.replace(simple.start, simple.end, xml)
      return
    }
    const [begin] = pieces
    if (begin === undefined) return
    for (const piece of pieces) this.remove(piece)
    this.insertBefore(begin, xml)
    this.replaced.push({ from: begin.run.start, until: pieces.at(-1)?.run.end ?? 0 })
  }

  /** Another stretch of the part's XML. */
  replace(from: number, until: number, text: string): void {
    this.edits.push({ from, until, text })
  }

  remove({ element, run }: Piece): void {
    this.removed.add(element)
    this.touched.add(run)
  }

  insertBefore(piece: Piece, xml: string): void {
    this.insert(this.before, piece, xml)
  }

  insertAfter(piece: Piece, xml: string): void {
    this.insert(this.after, piece, xml)
  }

  /** In the same run. */
  insertInstead(piece: Piece, xml: string): void {
    this.remove(piece)
    this.insert(this.instead, piece, xml)
  }

  /** The XML of the part with all of it. */
  result(): string {
    this.removeMarks()
    for (const run of this.touched) {
      if (run.name === 'w:r') this.replace(run.start, run.end, this.rewritten(run))
    }
    return this.edits.length === 0 ? this.xml : replaceStretches(this.xml, this.edits)
  }

  /** Marks of the spelling checker that stood in a field would be left without their text. */
  private removeMarks(): void {
    if (this.replaced.length === 0) return
    let next = 0
    for (const { 0: mark, index } of this.xml.matchAll(/<w:proofErr\b[^<>]*\/>/g)) {
      while ((this.replaced[next]?.until ?? Infinity) <= index) next++
      const range = this.replaced[next]
      if (range === undefined) return
      if (index > range.from) this.edits.push({ from: index, until: index + mark.length, text: '' })
    }
  }

  private insert(where: Map<XmlElement, string>, { element, run }: Piece, xml: string): void {
    where.set(element, (where.get(element) ?? '') + xml)
    this.touched.add(run)
  }

  /** A run without what was taken out of it, parted where something else stands. */
  private rewritten(run: XmlElement): string {
    const head = this.xml.slice(run.start, run.contentStart)
    const properties = propertiesOf(this.xml, run)
    const pieces: string[] = []
    let kept = ''
    const flush = (): void => {
      if (kept !== '') pieces.push(`${head}${properties}${kept}</w:r>`)
      kept = ''
    }
    const add = (xml: string | undefined): void => {
      if (xml === undefined) return
      flush()
      pieces.push(xml)
    }
    for (const child of run.children) {
      if (child.name === 'w:rPr') continue
      add(this.before.get(child))
      if (!this.removed.has(child)) kept += this.xml.slice(child.start, child.end)
      kept += this.instead.get(child) ?? ''
      add(this.after.get(child))
    }
    flush()
    return pieces.join('')
  }
}
