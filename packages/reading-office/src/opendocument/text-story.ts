import type { FormField, ImageReference, Revision } from '@chancery/core'
import type { PackageParts } from '../package/package-parts.ts'
import { childrenOf, descend, textOf, type XmlElement } from '@chancery/reading/xml/xml-element'
import type { DocumentStyles } from './document-styles.ts'
import type { ListStyle } from './list-styles.ts'
import { type Annotation, annotationOf } from './annotation.ts'
import type { TrackedChanges } from './tracked-changes.ts'

interface StoryParts {
  readonly parts: PackageParts
  readonly styles: DocumentStyles
  readonly listStyles: ReadonlyMap<string, ListStyle>
  readonly changes: TrackedChanges
  readonly maxCells: number
}

interface StoryNote {
  readonly note: string
  readonly element: XmlElement
}

interface StoryComment extends Annotation {
  readonly note: string
}

/** What the walks over the texts of one OpenDocument share: styles and lists, and what is found on the way. */
export class TextStory {
  readonly styles: DocumentStyles
  readonly listStyles: ReadonlyMap<string, ListStyle>
  readonly changes: TrackedChanges
  readonly maxCells: number
  readonly formFields: FormField[] = []
  readonly revisions: Revision[] = []
  /** Names of the parts that hold other documents. */
  readonly embedded: string[] = []
  readonly footnotes: StoryNote[] = []
  readonly endnotes: StoryNote[] = []
  readonly comments: StoryComment[] = []
  /** Texts that are not shown, on their way to the end of their paragraph or table. */
  readonly hidden: string[] = []
  private commentsSoFar = 0
  private readonly parts: PackageParts
  private readonly objects = new Map<string, XmlElement | undefined>()

  constructor({ parts, styles, listStyles, changes, maxCells }: StoryParts) {
    this.parts = parts
    this.styles = styles
    this.listStyles = listStyles
    this.changes = changes
    this.maxCells = maxCells
  }

  /** @returns the name by which the text refers to it */
  note(element: XmlElement): string {
    const notes = element.attributes['text:note-class'] === 'endnote' ? this.endnotes : this.footnotes
    const note = `${notes === this.endnotes ? 'endnote' : 'footnote'}:${notes.length}`
    notes.push({ note, element })
    return note
  }

  /** @returns the name by which the text refers to it */
  comment(element: XmlElement): string {
    const note = `comment:${this.commentsSoFar++}`
    this.comments.push({ note, ...annotationOf(element) })
    return note
  }

  image(frame: XmlElement, image: XmlElement): ImageReference {
    const altText = (textOf(descend(frame, 'svg:desc')) || textOf(descend(frame, 'svg:title'))).trim()
    const href = image.attributes['xlink:href'] ?? ''
    return { ...this.parts.picture(partName(href) ?? href), ...(altText === '' ? {} : { altText }) }
  }

  /** What an object in a frame holds: the root of its `content.xml`, or the element inside it. */
  objectIn(frame: XmlElement): XmlElement | undefined {
    const object = descend(frame, 'draw:object')
    if (object === undefined) return undefined
    const [inline] = childrenOf(object)
    if (inline !== undefined) return inline
    const folder = partName(object.attributes['xlink:href'])
    if (folder === undefined) return undefined
    if (!this.objects.has(folder)) this.objects.set(folder, this.parts.xml(`${folder}/content.xml`))
    return this.objects.get(folder)
  }

  formulaIn(frame: XmlElement): XmlElement | undefined {
    const object = this.objectIn(frame)
    return object?.name === 'math:math' ? object : undefined
  }
}

/** "./Object 1" as the name of a part of this package; none for what lies outside. */
export function partName(href: string | undefined): string | undefined {
  const name = href?.replace(/^\.\//, '').replace(/\/$/, '')
  return name === undefined || name === '' || /^[a-z][\w+.-]*:|^\.\.|^\//i.test(name) ? undefined : name
}
