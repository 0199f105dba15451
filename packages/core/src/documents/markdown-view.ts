import type { Block, DocumentModel, Table } from './document-model.ts'

/** The model as CommonMark with GitHub's tables. A pure view: every extractor's documents read the same. */
export function toMarkdown(model: DocumentModel): string {
  const parts: string[] = []
  let previous: Block | undefined
  for (const block of model.blocks) {
    const written = write(block, model)
    if (written !== '') {
      const tight = previous?.type === 'list-item' && block.type === 'list-item'
      parts.push(parts.length === 0 ? '' : tight ? '\n' : '\n\n', written)
      previous = block
    }
  }
  return parts.length === 0 ? '' : `${parts.join('')}\n`
}

function write(block: Block, model: DocumentModel): string {
  const text = model.text.slice(block.span.start, block.span.end)
  const line = escapeText(text.trim())
  switch (block.type) {
    case 'title':
    case 'heading':
      return line === '' ? '' : `${'#'.repeat(Math.min(block.level ?? 1, 6))} ${line.replaceAll('\n', ' ')}`
    case 'list-item': {
      const indent = '   '.repeat((block.level ?? 1) - 1)
      const marker = /^\d+[.)]$/.test(block.marker ?? '') ? (block.marker ?? '-') : '-'
      return `${indent}${marker} ${line.replaceAll('\n', `\n${indent}   `)}`
    }
    case 'table': {
      const table = block.table === undefined ? undefined : model.tables[block.table]
      return table === undefined ? line : writeTable(table)
    }
    case 'code':
      return `\`\`\`\n${text.replaceAll('```', "'''")}\n\`\`\``
    default:
      return line
  }
}

/** A merged cell's text stands in its first place; the others are empty, since Markdown has no spans. */
function writeTable(table: Table): string {
  const grid = Array.from({ length: table.rows }, () => Array.from({ length: table.columns }, () => ''))
  for (const cell of table.cells) {
    const row = grid[cell.row]
    if (row !== undefined)
      row[cell.column] = escapeText(cell.text.trim()).replaceAll('|', '\\|').replaceAll('\n', '<br>')
  }
  const [head = [], ...body] = grid
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...body.map(line)].join('\n')
}

/** Keeps characters that Markdown would read as markup. */
const escapeText = (text: string): string =>
  text
    .replaceAll(/[\\`*_[\]<>]/g, '\\$&')
    .replaceAll(/^(\s*)(#{1,6}\s|[-+]\s|\d+[.)]\s)/gm, (_, space: string, mark: string) =>
      /\d/.test(mark[0] ?? '') ? `${space}${mark.replace(/[.)]/, '\\$&')}` : `${space}\\${mark}`,
    )
