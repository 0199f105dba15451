import type { Finding } from '@chancery/core'
import { foreignSigns, type SignedText, textAtTags } from '@chancery/tags'
import { isListEntry } from '../template/list-entry.ts'
import { locate } from '../template/locate.ts'
import type { FaultyTag, WordTag, WordTemplate } from '../template/word-template.ts'

/**
 * What looks like a tag and is none: braces of another keyboard, delimiters of another engine, codes of fields; and values
 * that run into the text beside them.
 */
export function checkSigns(template: WordTemplate): readonly Finding[] {
  const texts = signedTexts(template)
  return [...foreignSigns(texts, template.delimiters, true), ...textAtTags(texts)]
}

/** The paragraphs of a template with the tags in them. */
export function signedTexts({ parts, tags, faulty }: WordTemplate): readonly SignedText[] {
  const ofParagraph = Map.groupBy(tags, ({ place }) => place.paragraph)
  const faultyOf = Map.groupBy(faulty, ({ paragraph }) => paragraph)
  return parts.flatMap(({ part, paragraphs }) =>
    paragraphs
      .filter(({ isFallback }) => !isFallback)
      .map((paragraph) => ({
        text: paragraph.text,
        isEntry: isListEntry(part.xml, paragraph.xmlStart),
        tags: tagsOf(ofParagraph.get(paragraph) ?? [], faultyOf.get(paragraph)),
        locate: (start: number, end: number, tag: string) => locate({ part, paragraph, start, end }, tag),
      })),
  )
}

/** In the order of the text. What stands in a tag with a fault is told with the fault alone. */
function tagsOf(tags: readonly WordTag[], faulty: readonly FaultyTag[] = []): SignedText['tags'] {
  const all = tags.map(({ place: { start, end, carried }, tag, parsed }) => ({
    start,
    end,
    tag,
    ...(carried === undefined ? { parsed } : {}),
  }))
  return faulty.length === 0 ? all : [...all, ...faulty].sort((a, b) => a.start - b.start)
}
