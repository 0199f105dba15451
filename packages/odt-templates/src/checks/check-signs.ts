import type { Finding } from '@chancery/core'
import { foreignSigns, type SignedText } from '@chancery/tags'
import { locate, type OdtTemplate } from '../template/odt-template.ts'

/** What looks like a tag and is none: braces of another keyboard, delimiters of another engine. */
export const checkSigns = (template: OdtTemplate): readonly Finding[] =>
  foreignSigns(signedTexts(template), template.delimiters, false)

/** The paragraphs of a template with the tags in them. */
export function signedTexts({ parts, tags }: OdtTemplate): readonly SignedText[] {
  const ofParagraph = Map.groupBy(tags, ({ place }) => place.paragraph)
  return parts.flatMap((part) =>
    part.paragraphs
      .filter(({ isDeleted }) => !isDeleted)
      .map((paragraph) => ({
        text: paragraph.text,
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
