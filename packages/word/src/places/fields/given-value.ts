import type { XmlElement } from '../../xml/element-tree.ts'
import type { Place } from '../../template/carried-places.ts'
import type { Field } from './read-fields.ts'

/** A stretch of XML that becomes another text. */
export interface Stretch {
  readonly from: number
  readonly until: number
  readonly text: string
}

/** A value for a field or a control, as it stands in the rendered XML. */
export interface GivenValue {
  /** What a run of text can hold: escaped, with line breaks, perhaps a mark of an insert. */
  readonly xml: string
  readonly text: string
  readonly place: Place
  note(code: string, message: string, hint?: string): void
}

/** Takes pieces of runs out, whole runs where nothing else is in them; `text` takes the place of the run `at`. */
export function withoutPieces(pieces: Field['pieces'], at: XmlElement, text: string): readonly Stretch[] {
  const elements = new Set(pieces.map(({ element }) => element))
  const runs = new Set(pieces.map(({ run }) => run))
  const edits: Stretch[] = []
  for (const run of runs) {
    const own = run === at ? text : ''
    if (run.children.every((child) => child.name === 'w:rPr' || elements.has(child))) {
      edits.push({ from: run.start, until: run.end, text: own })
      continue
    }
    if (own !== '') edits.push({ from: run.start, until: run.start, text: own })
    for (const child of run.children)
      if (elements.has(child)) edits.push({ from: child.start, until: child.end, text: '' })
  }
  return edits
}
