import { elementsOf, type XmlElement } from '../xml/element-tree.ts'

/** A tag that begins in one run and ends in another: between the two a run that is put in would be a part of it. */
interface OpenTag {
  /** Where a run can be parted before the tag: at its brace, or at the spaces before it. */
  readonly at: number
  readonly run: XmlElement
  /** Start of the text that it ends in. */
  readonly until: number
}

/** Tags that go over several runs, by paragraph. */
export class OpenTags {
  private readonly xml: string
  private readonly known = new Map<XmlElement, readonly OpenTag[]>()

  constructor(xml: string) {
    this.xml = xml
  }

  /** Puts runs at a place near an element; where a tag is open there, before its brace, at which its run is parted. */
  placedAt(offset: number, element: XmlElement, runs: string) {
    const tag = this.openAt(offset, element)
    if (tag === undefined) return { from: offset, until: offset, text: runs }
    const { at, run } = tag
    const head = this.xml.slice(run.start, run.contentStart)
    const properties =
      /^\s*<w:rPr\b(?:[^<>]*\/>|[^]*?<\/w:rPr>)/.exec(this.xml.slice(run.contentStart, run.contentEnd))?.[0] ?? ''
    const text = `</w:t></w:r>${runs}${head}${properties}<w:t xml:space="preserve">`
    return { from: at, until: at, text }
  }

  private openAt(offset: number, element: XmlElement): OpenTag | undefined {
    const paragraph = paragraphOf(element)
    if (paragraph === undefined) return undefined
    let tags = this.known.get(paragraph)
    if (tags === undefined) this.known.set(paragraph, (tags = this.tagsOf(paragraph)))
    // They stand in the order of the text, and none in another: the last that begins before the place is the only one.
    let [low, high] = [0, tags.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((tags[middle]?.at ?? 0) < offset) low = middle + 1
      else high = middle
    }
    const tag = tags[low - 1]
    return tag !== undefined && offset <= tag.until ? tag : undefined
  }

  private tagsOf(paragraph: XmlElement): readonly OpenTag[] {
    const tags: OpenTag[] = []
    let open: Omit<OpenTag, 'until'> | undefined
    for (const text of elementsOf(paragraph)) {
      if (text.name !== 'w:t' || paragraphOf(text) !== paragraph) continue
      const content = this.xml.slice(text.contentStart, text.contentEnd)
      const first = /[{}]/.exec(content)?.[0]
      if (first === undefined) continue
      if (open !== undefined && first === '}') tags.push({ ...open, until: text.start })
      const brace = content.lastIndexOf('{')
      const run = text.parent
      const isOpen = brace > content.lastIndexOf('}') && run?.name === 'w:r'
      // Spaces before a brace would be lost at the end of a text that does not say that it keeps them.
      const before = isOpen ? content.slice(0, content[brace - 1] === '{' ? brace - 1 : brace).trimEnd() : ''
      open = isOpen ? { at: text.contentStart + before.length, run } : undefined
    }
    return tags
  }
}

function paragraphOf({ parent }: XmlElement): XmlElement | undefined {
  let at = parent
  while (at !== undefined && at.name !== 'w:p') at = at.parent
  return at
}
