import { htmlModel } from '../html/html-reader.ts'
import { headingOutline } from '../model/heading-outline.ts'
import { ListNesting } from '../model/list-nesting.ts'
import { ModelBuilder } from '../model/model-builder.ts'
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
  builder.formFields.push(...rtf.formFields)
  builder.images.push(...rtf.images)
  for (const revision of rtf.leftOut) builder.revisions.push(revision)
  return rtf.objects
}

function addStories(rtf: RtfInterpreter, builder: ModelBuilder): void {
  let page = 1
  if (rtf.body.items.some(({ kind }) => kind === 'page')) builder.beginPage({ number: page, approximate: true })
  const nesting = new ListNesting()
  const add = ({ items }: RtfStory, marker?: string): void => {
    for (const item of items) {
      if (item.kind === 'page') builder.beginPage({ number: ++page, approximate: true })
      else if (item.kind === 'table') {
        nesting.end()
        builder.table(item.rows, item.headerRows)
      } else {
        const { level = 1 } = item.traits
        if (item.type !== 'list-item') nesting.end()
        const parent = item.type === 'list-item' ? nesting.parentAt(level) : {}
        const own = marker === undefined || item.type === 'list-item' ? {} : { marker }
        const index = builder.block(item.type, item.text, { ...item.traits, ...parent, ...own })
        if (item.type === 'list-item') nesting.add(level, index)
      }
    }
  }
  for (const header of distinct(rtf.headers)) add(header)
  add(rtf.body)
  for (const notes of [rtf.footnotes, rtf.endnotes, rtf.comments]) {
    for (const [index, note] of notes.entries()) add(note, String(index + 1))
  }
  for (const footer of distinct(rtf.footers)) add(footer)
}

/** Sections repeat what stands around the text; each is read once. */
function distinct(stories: readonly RtfStory[]): RtfStory[] {
  const byText = new Map(stories.map((story) => [JSON.stringify(story.items), story]))
  return [...byText.values()]
}
