import type { Finding } from '@chancery/core'
import { foreignSigns } from '@chancery/tags'
import { locate } from '../template/locate.ts'
import type { WordTemplate } from '../template/word-template.ts'

/** What looks like a tag and is none: braces of another keyboard, delimiters of another engine, codes of fields. */
export function checkSigns({ parts, tags, delimiters }: WordTemplate): readonly Finding[] {
  const ofParagraph = Map.groupBy(tags, ({ place }) => place.paragraph)
  const texts = parts.flatMap(({ part, paragraphs }) =>
    paragraphs
      .filter(({ isFallback }) => !isFallback)
      .map((paragraph) => ({
        text: paragraph.text,
        tags: (ofParagraph.get(paragraph) ?? []).map(({ place: { start, end, carried }, tag, parsed }) => ({
          start,
          end,
          tag,
          ...(carried === undefined ? { parsed } : {}),
        })),
        locate: (start: number, end: number, tag: string) => locate({ part, paragraph, start, end }, tag),
      })),
  )
  return foreignSigns(texts, delimiters, true)
}
