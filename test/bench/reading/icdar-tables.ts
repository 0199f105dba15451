import { existsSync, readFileSync } from 'node:fs'
import type { ScoredCell, ScoredTable } from './table-relations.ts'

/** Ground truth of the ICDAR 2013 table competition (`*-str.xml`): each region of a table stands for itself. */
export function icdarTables(path: string): ScoredTable[] {
  if (!existsSync(path)) return []
  const xml = readFileSync(path, 'utf8')
  return [...xml.matchAll(/<region\b([^>]*)>([\s\S]*?)<\/region>/g)].map(([, attributes = '', content = '']) => {
    const page = attribute(attributes, 'page') ?? 1
    const cells: ScoredCell[] = []
    for (const [, place = '', cell = ''] of content.matchAll(/<cell\b([^>]*)>([\s\S]*?)<\/cell>/g)) {
      const row = attribute(place, 'start-row') ?? 0
      const column = attribute(place, 'start-col') ?? 0
      cells.push({
        row,
        column,
        rowSpan: (attribute(place, 'end-row') ?? row) - row + 1,
        columnSpan: (attribute(place, 'end-col') ?? column) - column + 1,
        text: entities(/<content>([\s\S]*?)<\/content>/.exec(cell)?.[1] ?? ''),
      })
    }
    return { page, cells }
  })
}

function attribute(attributes: string, name: string): number | undefined {
  const found = new RegExp(`\\b${name}\\s*=\\s*['"](-?\\d+)['"]`).exec(attributes)?.[1]
  return found === undefined ? undefined : Number(found)
}

const entities = (text: string): string =>
  text.replaceAll(/&(amp|lt|gt|quot|apos|#\d+);/g, (_, name: string) =>
    name.startsWith('#')
      ? String.fromCodePoint(Number(name.slice(1)))
      : ({ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }[name] ?? ''),
  )
