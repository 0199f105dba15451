import { ChanceryError, type VettedDocument } from '@chancery/core'
import type { DocumentValue, Scope } from '@chancery/tags'
import type { Drawn } from './draw-value.ts'
import { dataAt, NestedFault, type NestedFills, type NestedReport, nestedViolations, reportAt } from './nested-fill.ts'
import { opened, type Openers } from './open-source.ts'
import { RichFault } from './rich-fault.ts'
import { readSubDocument } from './sub-document.ts'

/** Where a document is put in: what its tags can read there, and JSON pointer segments of the value that names it. */
interface DocumentPlace {
  readonly scope: Scope
  readonly pointer: readonly string[]
}

/** Puts documents in, each filled first; a document that is filled with the same data twice is filled once. */
export class DocumentDrawing {
  /** What the fills within this one used of its data. */
  readonly reports: NestedReport[] = []
  private readonly openers: Openers
  private readonly fillWithin: NestedFills['fillWithin']
  private readonly untagged = new Set<VettedDocument>()
  /** By the document, and by what its tags could read: one that has none is drawn once. */
  private readonly drawn = new Map<VettedDocument, Map<object, Drawn>>()

  constructor(openers: Openers, { fillWithin }: NestedFills) {
    this.openers = openers
    this.fillWithin = fillWithin
  }

  /** @throws RichFault, NestedFault; what opening a document throws */
  async draw(value: DocumentValue, place: DocumentPlace): Promise<Drawn> {
    const document = await opened(value.source, true, this.openers)
    if (document instanceof Uint8Array || document.type !== 'docx') {
      throw new RichFault('A Word document (.docx) is wanted here.')
    }
    const known = this.drawn.get(document) ?? new Map<object, Drawn>()
    this.drawn.set(document, known)
    const key = typeof value.fill === 'object' ? value.fill : value.fill === 'none' ? document : place.scope
    const own = known.get(key) ?? (this.untagged.has(document) ? known.get(document) : undefined)
    if (own !== undefined) return own
    const filled = await this.filled(document, value, place)
    if (filled === document && value.fill !== 'none') this.untagged.add(document)
    const drawn = readSubDocument(filled)
    known.set(filled === document ? document : key, drawn)
    return drawn
  }

  private async filled(
    document: VettedDocument,
    value: DocumentValue,
    { scope, pointer }: DocumentPlace,
  ): Promise<VettedDocument> {
    const { fill } = value
    if (this.fillWithin === undefined || fill === 'none') return document
    try {
      const filled = await this.fillWithin(document, typeof fill === 'object' ? fill : dataAt(scope))
      if (filled === undefined) return document
      const report = reportAt(filled, value, scope)
      if (report !== undefined) this.reports.push(report)
      return { ...document, bytes: filled.content.bytes }
    } catch (error) {
      if (!ChanceryError.is(error) || (error.code !== 'data_incomplete' && error.code !== 'template_invalid'))
        throw error
      throw new NestedFault(nestedViolations(error, value, scope, pointer))
    }
  }
}
