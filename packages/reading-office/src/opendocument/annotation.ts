import { present } from '@chancery/core'
import { descend, textOf, type XmlElement } from '@chancery/reading/xml/xml-element'

/** What somebody noted, and who it was. */
export interface Annotation {
  readonly text: string
  readonly author?: string
  /** ISO 8601. */
  readonly date?: string
}

export const annotationOf = (element: XmlElement): Annotation => ({
  text: annotationText(element),
  ...present({ author: said(element, 'dc:creator'), date: said(element, 'dc:date') }),
})

const said = (annotation: XmlElement, name: string): string | undefined =>
  textOf(descend(annotation, name)).trim().toWellFormed() || undefined

/** The text of an annotation: its paragraphs without who wrote it and when. */
const annotationText = (annotation: XmlElement): string =>
  annotation.children
    .filter(
      (child): child is XmlElement =>
        typeof child !== 'string' && (child.name === 'text:p' || child.name === 'text:list'),
    )
    .map(textOf)
    .join('\n')
