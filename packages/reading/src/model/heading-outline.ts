import type { OutlineEntry } from '@chancery/core'
import type { ReadDocument } from '../reader.ts'

const maxTitle = 500

/** The headings of a document as its outline. */
export const headingOutline = ({ text, blocks }: Pick<ReadDocument, 'text' | 'blocks'>): OutlineEntry[] =>
  blocks
    .filter(({ type, layer }) => (type === 'title' || type === 'heading') && layer === 'body')
    .map(({ level, span }) => {
      const title = text
        .slice(span.start, Math.min(span.end, span.start + maxTitle))
        .replaceAll(/\s+/g, ' ')
        .trim()
      return {
        title: title.toWellFormed(),
        level: level ?? 1,
        start: span.start,
        ...(span.page === undefined ? {} : { page: span.page }),
      }
    })
