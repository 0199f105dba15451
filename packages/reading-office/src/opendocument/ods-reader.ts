import { present, throwIfCancelled } from '@chancery/core'
import { ModelBuilder } from '@chancery/reading/model/model-builder'
import { attachEmbedded } from '../package/embedded-files.ts'
import { withWords } from '@chancery/reading/model/flow-words'
import { PackageParts } from '../package/package-parts.ts'
import { pageSelection } from '@chancery/reading/page-selection'
import type { Reader } from '@chancery/reading/reader'
import { beyondLimit, corruptDocument } from '@chancery/reading/reading-errors'
import { hiddenCells, writeSheet } from '../spreadsheet/write-sheet.ts'
import { DocumentStyles } from './document-styles.ts'
import { readMetaProperties } from './meta-properties.ts'
import { OdsContent } from './ods-content.ts'
import { type CellLook, OdsSheet } from './ods-sheet.ts'
import { TextStory } from './text-story.ts'
import { TrackedChanges } from './tracked-changes.ts'

/** OpenDocument spreadsheets: a page a sheet, the same model as that of an Excel workbook. */
export const odsReader: Reader = {
  paged: true,
  async read(document, request, { limits, signal, attach, pictures, sheet: give }) {
    const parts = new PackageParts(document.bytes, limits, pictures)
    if (!parts.has('content.xml')) throw corruptDocument('The package has no spreadsheet in it.')
    const builder = new ModelBuilder(limits)
    readMetaProperties(parts.xml('meta.xml'), builder)
    builder.language = builder.metadata['language'] ?? null
    const common = parts.xml('styles.xml')
    let styles = new DocumentStyles(undefined, common)
    const story = new TextStory({
      parts,
      styles,
      listStyles: new Map(),
      changes: new TrackedChanges(undefined, request.revisions),
      maxCells: limits.cells,
    })
    const known = new Map<string | undefined, CellLook>()
    const lookOf = (style: string | undefined): CellLook => {
      const seen = known.get(style)
      if (seen !== undefined) return seen
      const property = (name: string): string | undefined =>
        styles.property('table-cell', style, 'style:text-properties', name)
      const strike = property('style:text-line-through-style') ?? property('style:text-line-through-type') ?? 'none'
      const look = { bold: property('fo:font-weight') === 'bold', strike: strike !== 'none' }
      known.set(style, look)
      return look
    }
    let number = 0
    let read = 0
    let hasHidden = false
    parts.walk(
      'content.xml',
      new OdsContent({
        styles(element) {
          styles = new DocumentStyles({ name: '', attributes: {}, children: [element] }, common)
        },
        begin(name, style) {
          throwIfCancelled(signal)
          number++
          if (request.pages !== undefined && !request.pages.includes(number)) return undefined
          if (++read > limits.pages) throw beyondLimit('pages', limits.pages)
          builder.beginPage({ number, name, method: 'digital' })
          const display = styles.property('table', style, 'style:table-properties', 'table:display')
          return new OdsSheet(story, lookOf, { name, hidden: display === 'false' })
        },
        end(sheet) {
          writeSheet(builder, sheet.content(), number, { limits, ...present({ sheet: give }) })
          hasHidden ||= sheet.hasHidden
        },
      }),
    )
    if (number === 0) throw corruptDocument('The package has no spreadsheet in it.')
    if (hasHidden) builder.warnings.push(hiddenCells)
    // Warns of wanted pages that are not there.
    pageSelection(number, request.pages, limits.pages, builder.warnings)
    for (const item of await attachEmbedded(parts, story.embedded, attach)) builder.attachments.push(item)
    const model = builder.build()
    return request.words ? withWords(model) : model
  },
}
