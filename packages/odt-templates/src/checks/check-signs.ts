import type { Finding } from '@chancery/core'
import { foreignSigns, type SignedText, textAtTags } from '@chancery/tags'
import { locate, type OdtTemplate } from '../template/odt-template.ts'

/**
 * What looks like a tag and is none: braces of another keyboard, delimiters of another engine; and values that run into the
 * text beside them.
 */
export function checkSigns(template: OdtTemplate): readonly Finding[] {
  const texts = signedTexts(template)
  return [...foreignSigns(texts, template.delimiters, false), ...textAtTags(texts)]
}

/** The paragraphs of a template with the tags in them. */
export function signedTexts({ parts, tags }: OdtTemplate): readonly SignedText[] {
  const ofParagraph = Map.groupBy(tags, ({ place }) => place.paragraph)
  return parts.flatMap((part) =>
    part.paragraphs
      .filter(({ isDeleted }) => !isDeleted)
      .map((paragraph) => ({
        text: paragraph.text,
        isEntry: paragraph.element.parent?.name === 'text:list-item',
        tags: (ofParagraph.get(paragraph) ?? []).map(({ place: { start, end }, tag, parsed }) => ({
          start,
          end,
          tag,
          parsed,
        })),
        locate: (start: number, end: number, tag: string) => locate({ part, paragraph, start, end }, tag),
      })),
  )
}
