import type { TagNode, TemplateStatistics } from '@chancery/core'
import { formattersOf, mainPath } from '../data/reads.ts'
import type { Tag } from './tag.ts'

/** How many tags there are, of which kinds, and what they read. @param tree of the same tags */
export function tagCounts(
  tags: readonly { readonly parsed: Tag }[],
  tree: readonly TagNode[],
): Omit<TemplateStatistics, 'parts' | 'paragraphs' | 'tables' | 'characters'> {
  const paths = new Set<string>()
  const formatters = new Map<string, number>()
  for (const { parsed } of tags) {
    if (!('expression' in parsed)) continue
    const path = mainPath(parsed.expression)
    if (path !== undefined) paths.add(path.segments.join('.'))
    for (const name of formattersOf(parsed.expression)) formatters.set(name, (formatters.get(name) ?? 0) + 1)
  }
  const counts = { loops: 0, conditions: 0, depth: 0 }
  countSections(tree, 1, counts)
  return {
    tags: tags.length,
    values: tags.filter(({ parsed }) => !['open', 'close', 'else', 'comment'].includes(parsed.kind)).length,
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
