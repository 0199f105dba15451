import { attribute } from '../xml/scan-xml.ts'
import { type PackageAdditions, withChildren } from '../package/package-additions.ts'

export type NoteKind = 'footnote' | 'endnote'

const word = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'
const typeOf = (kind: NoteKind): string => `application/vnd.openxmlformats-officedocument.wordprocessingml.${kind}s+xml`

/** A part for notes, with the two lines that Word wants in it. */
const emptyPart = (kind: NoteKind): string =>
  `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<w:${kind}s xmlns:w="${word}"><w:${kind} w:type="separator" w:id="-1"><w:p><w:r><w:separator/></w:r></w:p></w:${kind}><w:${kind} w:type="continuationSeparator" w:id="0"><w:p><w:r><w:continuationSeparator/></w:r></w:p></w:${kind}></w:${kind}s>`

interface Notes {
  readonly part: string
  readonly isNew: boolean
  readonly root: string
  readonly xml: string[]
  last: number
}

/** Notes that documents bring along when they are put in. They are written last: the part has tags of its own, maybe. */
export class MergedNotes {
  private readonly additions: PackageAdditions
  private readonly kinds = new Map<NoteKind, Notes>()

  constructor(additions: PackageAdditions) {
    this.additions = additions
  }

  /** Id of a new note. `content` writes it for the part whose name and root it is given. */
  add(kind: NoteKind, content: (part: string, root: string) => string): string {
    const notes = this.kinds.get(kind) ?? this.notes(kind)
    this.kinds.set(kind, notes)
    const id = String(++notes.last)
    notes.xml.push(`<w:${kind} w:id="${id}">${content(notes.part, notes.root)}</w:${kind}>`)
    return id
  }

  /** @param filled parts that the fill has changed, by name */
  write(filled: ReadonlyMap<string, string>): void {
    for (const [kind, { part, isNew, xml }] of this.kinds) {
      const before = filled.get(part) ?? this.additions.textOf(part) ?? emptyPart(kind)
      this.additions.setText(part, withChildren(before, `${kind}s`, xml), isNew ? typeOf(kind) : undefined)
    }
  }

  private notes(kind: NoteKind): Notes {
    const { additions } = this
    const known = additions.mainRelation(`${kind}s`)
    const part = known ?? `word/${kind}s.xml`
    if (known === undefined) additions.relate(additions.file.mainPart, `${kind}s`, part)
    const before = additions.textOf(part) ?? emptyPart(kind)
    const root = new RegExp(`<w:${kind}s\\b[^>]*>`).exec(before)?.[0] ?? ''
    let last = 0
    for (const [tag] of before.matchAll(new RegExp(`<w:${kind}\\b[^>]*>`, 'g'))) {
      last = Math.max(last, Number(attribute(tag.slice(kind.length + 3), 'w:id') ?? 0) || 0)
    }
    return { part, isNew: known === undefined, root, xml: [], last }
  }
}
