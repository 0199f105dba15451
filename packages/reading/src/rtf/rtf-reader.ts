import { present } from '@chancery/core'
import { htmlModel } from '../html/html-reader.ts'
import { headingOutline } from '../model/heading-outline.ts'
import { listMarker } from '../model/list-marker.ts'
import { ListNesting } from '../model/list-nesting.ts'
import { ModelBuilder, usualLayerOf } from '../model/model-builder.ts'
import { broughtPictures, type Pictures } from '../pictures.ts'
import type { AttachedFile, Reader } from '../reader.ts'
import { encapsulatedHtml } from './encapsulated-html.ts'
import { RtfInterpreter } from './rtf-interpreter.ts'
import type { RevisionView, RtfStory } from './rtf-story.ts'

/** Rich Text Format 1.9.1: headers, body, notes, comments, footers, in this order. */
export const rtfReader: Reader = {
  paged: false,
  async read(document, request, { limits, attach, pictures }) {
    const html = encapsulatedHtml(document.bytes)
    if (html !== undefined) return htmlModel(html, limits, broughtPictures(pictures))
    const builder = new ModelBuilder(limits)
    for (const object of addRtf(document.bytes, request.revisions, builder, pictures)) {
      builder.attachments.push(await attach(object))
    }
    const made = builder.build()
    return { ...made, outline: headingOutline(made) }
  },
}

/** Adds what RTF says to a model. @returns the files inside it */
export function addRtf(
  bytes: Uint8Array,
  revisions: RevisionView,
  builder: ModelBuilder,
  pictures: Pictures,
): readonly AttachedFile[] {
  const rtf = new RtfInterpreter(revisions, pictures)
  rtf.read(bytes)
  for (const [name, value] of Object.entries(rtf.information.all())) builder.metadatum(name, value)
  addStories(rtf, builder)
  for (const item of rtf.formFields) builder.formFields.push(item)
  for (const revision of rtf.flow.leftOut) builder.revisions.push(revision)
  return rtf.objects
}

function addStories({ flow, header }: RtfInterpreter, builder: ModelBuilder): void {
  let page = 1
  if (flow.body.items.some(({ kind }) => kind === 'page')) builder.beginPage({ number: page, approximate: true })
  const nesting = new ListNesting()
  const add = ({ type, items, note, author, date }: RtfStory, marker?: string): void => {
    const layer = usualLayerOf(type)
    /** The first block of a note, and the table or figure above. */
    let [first, above]: (number | undefined)[] = []
    for (const [at, item] of items.entries()) {
      if (item.kind === 'page') builder.beginPage({ number: ++page, approximate: true })
      else if (item.kind === 'table') {
        nesting.end()
        above = builder.table(item.rows, item.headerRows, { layer })
      } else if (item.kind === 'figure') above = builder.figure(item.image, { layer })
      else {
        const { level = 1, ...traits } = item.traits
        const goesOn = item.type === 'paragraph' && item.traits.level !== undefined
        if (item.type !== 'list-item' && !goesOn) nesting.end()
        const under = item.type === 'caption' ? above : goesOn ? nesting.openAt(level).parent : first
        const parent = item.type === 'list-item' ? nesting.parentAt(level) : present({ parent: under })
        const isFirst = at === 0 && item.type !== 'list-item'
        const own = isFirst ? present({ marker, note, author, date }) : {}
        const index = builder.block(item.type, item.text, { ...(goesOn ? traits : item.traits), ...parent, ...own })
        if (item.type === 'list-item') nesting.add(level, index)
        if (isFirst && note !== undefined) first = index
        above = undefined
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
    for (const [index, note] of notes.entries())
      add(note, notes === flow.comments ? undefined : listMarker(index + 1, numbering))
  }
  for (const story of distinct(flow.footers)) add(story)
}

const withoutBytes = (_key: string, value: unknown): unknown => (value instanceof Uint8Array ? value.length : value)

/** Sections repeat what stands around the text; each is read once. */
function distinct(stories: readonly RtfStory[]): RtfStory[] {
  const byText = new Map(stories.map((story) => [JSON.stringify(story.items, withoutBytes), story]))
  return [...byText.values()]
}
