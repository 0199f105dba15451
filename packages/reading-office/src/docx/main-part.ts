import { ElementBuilder, type XmlElement } from '@chancery/reading/xml/xml-element'
import { type Attributes, walkXml, type XmlHandler } from '@chancery/reading/xml/xml-walk'
import { corruptDocument } from '@chancery/reading/reading-errors'

/**
 * Hands on the body of the main part child by child (a paragraph, a table), so that of a long document only one is held.
 * @throws `document_corrupt`
 */
export function walkBody(main: Uint8Array, maxElements: number, take: (child: XmlElement) => void): void {
  const body = new BodyHandler(take)
  walkXml(main, body, maxElements)
  if (!body.found) throw corruptDocument('The package has no Word document in it.')
}

class BodyHandler implements XmlHandler {
  found = false
  private readonly take: (child: XmlElement) => void
  private child: ElementBuilder | undefined
  /** Open elements down to the body: 2 is inside of it. */
  private depth = 0

  constructor(take: (child: XmlElement) => void) {
    this.take = take
  }

  open(name: string, attributes: Attributes): void {
    if (this.child === undefined && (this.depth < 2 || !this.found)) {
      this.depth++
      if (this.depth === 2 && name === 'w:body') this.found = true
      return
    }
    this.child ??= new ElementBuilder()
    this.child.open(name, attributes)
  }

  close(): void {
    if (this.child === undefined) {
      this.depth--
      return
    }
    this.child.close()
    if (this.child.isOpen) return
    const { root } = this.child
    this.child = undefined
    if (root !== undefined) this.take(root)
  }

  text(text: string): void {
    this.child?.text(text)
  }
}

/**
 * Of each section whether it begins on a new page. What is said of a section stands at its end, so this is looked up
 * before the body is read.
 */
export function newPagesOf(main: Uint8Array, maxElements: number): boolean[] {
  const sections: boolean[] = []
  let type: string | undefined
  walkXml(
    main,
    {
      open(name, attributes) {
        if (name === 'w:sectPr') type = 'nextPage'
        else if (type !== undefined && name === 'w:type') type = attributes['w:val'] ?? type
      },
      close(name) {
        if (name !== 'w:sectPr') return
        sections.push(type !== 'continuous' && type !== 'nextColumn')
        type = undefined
      },
      text() {},
    },
    maxElements,
  )
  return sections
}
