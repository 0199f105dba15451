import { textOf, type XmlElement } from '@chancery/reading/xml/xml-element'

/** The text of an annotation: its paragraphs without who wrote it and when. */
export const annotationText = (annotation: XmlElement): string =>
  annotation.children
    .filter(
      (child): child is XmlElement =>
        typeof child !== 'string' && (child.name === 'text:p' || child.name === 'text:list'),
    )
    .map(textOf)
    .join('\n')
