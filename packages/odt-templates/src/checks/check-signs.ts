import type { Finding } from '@chancery/core'
import { foreignSigns } from '@chancery/tags'
import { locate, type OdtTemplate } from '../template/odt-template.ts'

/** What looks like a tag and is none: braces of another keyboard, delimiters of another engine. */
export function checkSigns({ parts, tags, delimiters }: OdtTemplate): readonly Finding[] {
  const ofParagraph = Map.groupBy(tags, ({ place }) => place.paragraph)
  const texts = parts.flatMap((part) =>
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
  return foreignSigns(texts, delimiters, false)
}
