import type { TagNode, TemplateStatistics } from '@chancery/core'
import { tagCounts } from '@chancery/tags'
import type { WordTemplate } from '../template/word-template.ts'

/** Counts what a template has; the copies that drawings keep for old programs are left out. */
export function templateStatistics({ parts, tags }: WordTemplate, tree: readonly TagNode[]): TemplateStatistics {
  const paragraphs = parts.flatMap((part) => part.paragraphs.filter(({ isFallback }) => !isFallback))
  const own = tags.filter(({ place }) => !place.paragraph.isFallback)
  return {
    parts: parts.length,
    paragraphs: paragraphs.length,
    tables: parts.reduce((sum, part) => sum + part.tables, 0),
    characters: paragraphs.reduce((sum, { text }) => sum + text.length, 0),
    ...tagCounts(own, tree),
  }
}
