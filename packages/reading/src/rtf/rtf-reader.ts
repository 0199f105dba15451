import { htmlModel } from '../html/html-reader.ts'
import { headingOutline } from '../model/heading-outline.ts'
import { listMarker } from '../model/list-marker.ts'
import { ListNesting } from '../model/list-nesting.ts'
import { ModelBuilder, usualLayerOf } from '../model/model-builder.ts'
import type { AttachedFile, Reader } from '../reader.ts'
import { encapsulatedHtml } from './encapsulated-html.ts'
import { RtfInterpreter } from './rtf-interpreter.ts'
import type { RevisionView, RtfStory } from './rtf-story.ts'

/** Rich Text Format 1.9.1: headers, body, notes, comments, footers, in this order. */
export const rtfReader: Reader = {
  paged: false,
  async read(document, request, { limits, attach }) {
    const html = encapsulatedHtml(document.bytes)
    if (html !== undefined) return htmlModel(html, limits)
    const builder = new ModelBuilder(limits)
    for (const object of addRtf(document.bytes, request.revisions, builder)) {
      builder.attachments.push(await attach(object))
    }
    const made = builder.build()
    return { ...made, outline: headingOutline(made) }
  },
}

/** Adds what RTF says to a model. @returns the files inside it */
export function addRtf(bytes: Uint8Array, revisions: RevisionView, builder: ModelBuilder): readonly AttachedFile[] {
  const rtf = new RtfInterpreter(revisions)
  rtf.read(bytes)
  for (const [name, value] of Object.entries(rtf.information.all())) builder.metadatum(name, value)
  addStories(rtf, builder)
  for (const item of rtf.formFields) builder.formFields.push(item)
  for (const item of rtf.images) builder.images.push(item)
  for (const revision of rtf.flow.leftOut) builder.revisions.push(revision)
  return rtf.objects
}

function addStories({ flow, header }: RtfInterpreter, builder: ModelBuilder): void {
  let page = 1
  if (flow.body.items.some(({ kind }) => kind === 'page')) builder.beginPage({ number: page, approximate: true })
  const nesting = new ListNesting()
  const add = ({ type, items }: RtfStory, marker?: string): void => {
    for (const [at, item] of items.entries()) {
      if (item.kind === 'page') builder.beginPage({ number: ++page, approximate: true })
      else if (item.kind === 'table') {
        nesting.end()
        builder.table(item.rows, item.headerRows, { layer: usualLayerOf(type) })
      } else {
        const { level = 1 } = item.traits
        if (item.type !== 'list-item') nesting.end()
        const parent = item.type === 'list-item' ? nesting.parentAt(level) : {}
        const own = marker === undefined || at > 0 || item.type === 'list-item' ? {} : { marker }
        const index = builder.block(item.type, item.text, { ...item.traits, ...parent, ...own })
        if (item.type === 'list-item') nesting.add(level, index)
      }
    }
  }
  for (const story of distinct(flow.headers)) add(story)
  add(flow.body)
  for (const [notes, numbering] of [
    [flow.footnotes, header.footnoteNumbering],
    [flow.endnotes, header.endnoteNumbering],
    [flow.comments, 'decimal'],
  ] as const) {
    for (const [index, note] of notes.entries()) add(note, listMarker(index + 1, numbering))
  }
  for (const story of distinct(flow.footers)) add(story)
}

/** Sections repeat what stands around the text; each is read once. */
function distinct(stories: readonly RtfStory[]): RtfStory[] {
  const byText = new Map(stories.map((story) => [JSON.stringify(story.items), story]))
  return [...byText.values()]
}
