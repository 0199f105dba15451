import { gatheredInTurns, joinedInTurns } from '../turns.ts'
import { type ChunkSizes, usualChunks } from './chunks/chunk.ts'
import type { AnswerRoom } from './answer-room.ts'
import { chunksOf } from './chunks/chunks-of.ts'
import type { BlockLayer, DocumentModel } from '../model/document-model.ts'
import type { ExtractedDocument } from './extracted-document.ts'
import type { FiguresOf } from './figures-view.ts'
import { htmlPieces } from './html-view.ts'
import { markdownPieces, type MarkdownSettings } from './markdown-view.ts'
import { joinedTables, type TablesOverPages } from './joined-tables.ts'
import { ofLayers, shownLayers } from './of-layers.ts'

/** The parts of an answer that may be asked for by name. */
export const views = [
  'text',
  'markdown',
  'html',
  'chunks',
  'blocks',
  'tables',
  'keyValues',
  'formFields',
  'images',
  'figures',
  'runs',
  'notes',
  'formulas',
  'links',
  'outline',
  'revisions',
  'attachments',
  'entities',
  'languages',
  'words',
  'metadata',
] as const
export type View = (typeof views)[number]

const onRequest: ReadonlySet<View> = new Set(['html', 'chunks', 'figures', 'words'])

/** What an answer holds where nothing is asked for. */
export const usualViews: readonly View[] = views.filter((view) => !onRequest.has(view))

/** What is more than the text and what the file itself states: a reader has to tell it, or `words`, from the layout. */
export const structureViews = [
  'markdown',
  'html',
  'chunks',
  'blocks',
  'tables',
  'keyValues',
  'images',
  'figures',
  'runs',
  'notes',
  'formulas',
  'links',
  'entities',
  'languages',
  'words',
] as const satisfies readonly View[]

type Attached = NonNullable<ExtractedDocument['attachments']>[number]

/** How an answer shows a document. */
export interface ViewSettings extends MarkdownSettings {
  /** As `ofLayers` takes them. */
  readonly layers?: readonly BlockLayer[]
  readonly tablesOverPages?: TablesOverPages
  readonly chunks?: ChunkSizes
  readonly room: AnswerRoom
  /** Hands over pictures; needed where they are asked for. */
  readonly figuresOf?: FiguresOf
}

/**
 * The asked-for parts of the asked-for layers; `text` comes along wherever spans point into it.
 * @throws what `signal` says, once it has aborted; what `settings.room` says, once there is more
 */
export async function viewsOf(
  whole: DocumentModel,
  wanted: ReadonlySet<View>,
  settings: ViewSettings,
  signal: AbortSignal,
): Promise<ExtractedDocument> {
  const shown = ofLayers(whole, settings.layers)
  const model = settings.tablesOverPages === 'joined' ? joinedTables(shown) : shown
  const referring = [
    'blocks',
    'tables',
    'keyValues',
    'runs',
    'notes',
    'formulas',
    'links',
    'outline',
    'revisions',
    'words',
    'entities',
  ] as const
  const copied = [...referring, 'formFields', 'languages', 'metadata'] as const
  const parts: Partial<Pick<DocumentModel, (typeof copied)[number]>> = Object.fromEntries(
    copied.filter((view) => wanted.has(view) && model[view] !== undefined).map((view) => [view, model[view]]),
  )
  // Lists alone may be more than an answer holds: then no text is written first.
  settings.room.take(leastJson(parts))
  const hasText = wanted.has('text') || wanted.has('chunks') || referring.some((view) => wanted.has(view))
  if (hasText) settings.room.take(model.text.length)
  const attachments: Attached[] = []
  if (wanted.has('attachments')) {
    for (const { document, ...rest } of model.attachments) {
      attachments.push(
        document === undefined ? rest : { ...rest, document: await viewsOf(document, wanted, settings, signal) },
      )
    }
  }
  return {
    ...(hasText ? { text: model.text } : {}),
    ...(wanted.has('markdown') ? await markdownOf(model, settings, signal) : {}),
    ...(wanted.has('html') ? { html: await joinedInTurns(settings.room.holding(htmlPieces(model)), signal) } : {}),
    ...(wanted.has('chunks')
      ? {
          chunks: await gatheredInTurns(
            chunksOf(model, settings.chunks ?? usualChunks),
            ({ text }) => {
              settings.room.take(text.length)
              return text.length
            },
            signal,
          ),
        }
      : {}),
    ...(wanted.has('figures') ? { figures: (await settings.figuresOf?.(model)) ?? [] } : {}),
    pages: model.pages,
    ...parts,
    ...(wanted.has('images') ? { images: model.images.map(({ content: _content, ...image }) => image) } : {}),
    ...(wanted.has('attachments') ? { attachments } : {}),
    language: model.language,
    contentType: model.contentType,
    extractor: model.extractor,
    layers: shownLayers(whole, shown),
    indexUnit: 'utf16',
  }
}

/** UTF-16 units that an item takes in JSON at least: its braces, names and one sign for each value. */
const leastOf = {
  cell: '{"row":0,"column":0,"rowSpan":1,"columnSpan":1,"span":{"start":0,"end":0},"text":""},'.length,
  block: '{"type":"","layer":"","span":{"start":0,"end":0}},'.length,
  run: '{"span":{"start":0,"end":0}},'.length,
} as const

function leastJson({
  tables = [],
  blocks = [],
  runs = [],
}: Partial<Pick<DocumentModel, 'tables' | 'blocks' | 'runs'>>): number {
  const cells = tables.reduce((sum, table) => sum + table.cells.length, 0)
  return cells * leastOf.cell + blocks.length * leastOf.block + runs.length * leastOf.run
}

async function markdownOf(
  model: DocumentModel,
  settings: ViewSettings,
  signal: AbortSignal,
): Promise<Required<Pick<ExtractedDocument, 'markdown' | 'mergedCells'>>> {
  const markdown = await joinedInTurns(settings.room.holding(markdownPieces(model, settings)), signal)
  return { markdown, mergedCells: settings.mergedCells ?? 'repeat' }
}
