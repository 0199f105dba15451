import type { TagNode, TemplateStatistics } from '@chancery/core'
import { formattersOf, mainPath } from '@chancery/tags'
import type { WordTemplate } from '../template/word-template.ts'

/** Counts what a template has; the copies that drawings keep for old programs are left out. */
export function templateStatistics({ parts, tags }: WordTemplate, tree: readonly TagNode[]): TemplateStatistics {
  const paragraphs = parts.flatMap((part) => part.paragraphs.filter(({ isFallback }) => !isFallback))
  const own = tags.filter(({ place }) => !place.paragraph.isFallback)
  const paths = new Set<string>()
  const formatters = new Map<string, number>()
  for (const { parsed } of own) {
    if (!('expression' in parsed)) continue
    const path = mainPath(parsed.expression)
    if (path !== undefined) paths.add(path.segments.join('.'))
    for (const name of formattersOf(parsed.expression)) formatters.set(name, (formatters.get(name) ?? 0) + 1)
  }
  const counts = { loops: 0, conditions: 0, depth: 0 }
  countSections(tree, 1, counts)
  return {
    parts: parts.length,
    paragraphs: paragraphs.length,
    tables: parts.reduce((sum, part) => sum + part.tables, 0),
    characters: paragraphs.reduce((sum, { text }) => sum + text.length, 0),
    tags: own.length,
    values: own.filter(({ parsed }) => !['open', 'close', 'else', 'comment'].includes(parsed.kind)).length,
    ...counts,
    paths: paths.size,
    formatters: Object.fromEntries([...formatters].sort(([a], [b]) => (a < b ? -1 : 1))),
  }
}

function countSections(
  nodes: readonly TagNode[],
  depth: number,
  counts: { loops: number; conditions: number; depth: number },
): void {
  for (const { kind, occurrences, children } of nodes) {
    if (kind !== 'loop' && kind !== 'condition' && kind !== 'inverted') continue
    if (kind === 'loop') counts.loops += occurrences
    else counts.conditions += occurrences
    counts.depth = Math.max(counts.depth, depth)
    countSections(children, depth + 1, counts)
  }
}
