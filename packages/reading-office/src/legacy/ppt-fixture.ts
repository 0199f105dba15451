import { writeCompoundFile } from '@chancery/formats/compound-file/testing'
import { drawingTypes, recordTypes } from './ppt-records.ts'

/** A record; containers say so in the lowest bits of their header ([MS-PPT] 2.3.1). */
export function record(type: number, body: Uint8Array, instance = 0, version = 0): Buffer {
  const header = Buffer.alloc(8)
  header.writeUInt16LE((instance << 4) | version, 0)
  header.writeUInt16LE(type, 2)
  header.writeUInt32LE(body.length, 4)
  return Buffer.concat([header, body])
}

export const container = (type: number, parts: readonly Uint8Array[], instance = 0): Buffer =>
  record(type, Buffer.concat(parts), instance, 0xf)

export const numbers = (...values: readonly number[]): Buffer => {
  const bytes = Buffer.alloc(values.length * 4)
  for (const [index, value] of values.entries()) bytes.writeUInt32LE(value >>> 0, index * 4)
  return bytes
}

const shorts = (...values: readonly number[]): Buffer => {
  const bytes = Buffer.alloc(values.length * 2)
  for (const [index, value] of values.entries()) bytes.writeUInt16LE(value & 0xffff, index * 2)
  return bytes
}

interface MarkPlan {
  readonly link?: { readonly start: number; readonly end: number; readonly id: number }
  /** Where a `*` stands for the slide's number. */
  readonly numberAt?: number
}

export interface TextPlan extends MarkPlan {
  /** See `textKinds`. */
  readonly kind: number
  /** Paragraphs parted by `\r`. */
  readonly text: string
  /** Of each paragraph, and whether it has a bullet of its own will. */
  readonly levels?: readonly (readonly [level: number, bullet?: boolean])[]
  readonly more?: readonly MarkPlan[]
}

export function textRecords({ kind, text, levels, more = [], ...first }: TextPlan): Buffer {
  const isNarrow = [...text].every((character) => character.charCodeAt(0) < 0x100)
  const runs = (levels ?? []).map(([level, bullet], index) => {
    const length = (text.split('\r')[index] ?? '').length + 1
    // A color of the bullet and two stops of tabs stand between what is read.
    const mask = (bullet === undefined ? 0 : 1) | (1 << 5) | (1 << 20)
    const flags = bullet === undefined ? Buffer.alloc(0) : shorts(bullet ? 1 : 0)
    return Buffer.concat([numbers(length), shorts(level), numbers(mask), flags, numbers(0), shorts(2), numbers(1, 2)])
  })
  return Buffer.concat([
    record(recordTypes.textHeader, numbers(kind)),
    isNarrow
      ? record(recordTypes.textBytes, Buffer.from(text, 'latin1'))
      : record(recordTypes.textChars, Buffer.from(text, 'utf16le')),
    ...(runs.length === 0 ? [] : [record(recordTypes.textStyle, Buffer.concat(runs))]),
    ...[first, ...more].flatMap(markRecords),
  ])
}

const markRecords = ({ link, numberAt }: MarkPlan): readonly Buffer[] => [
  ...(numberAt === undefined ? [] : [record(recordTypes.slideNumber, numbers(numberAt))]),
  ...(link === undefined
    ? []
    : [
        container(recordTypes.interaction, [record(recordTypes.interactionAtom, numbers(0, link.id, 0, 0))]),
        record(recordTypes.textLink, numbers(link.start, link.end)),
      ]),
]

export interface ShapePlan {
  /** Its own text, or the number of one that the list of slides keeps. */
  readonly text?: TextPlan | number
  readonly placeholder?: number
  /** Left, top, right, bottom in master units, or in those of its group. */
  readonly place?: readonly [number, number, number, number]
  readonly deleted?: boolean
  /** Of the pictures of the presentation, from 1. */
  readonly picture?: { readonly number: number; readonly altText: string }
}

export function shape({ text, placeholder, place, deleted, picture }: ShapePlan, isInGroup = false): Buffer {
  const [left, top, right, bottom] = place ?? [0, 0, 0, 0]
  const anchor = isInGroup
    ? record(drawingTypes.childAnchor, numbers(left, top, right, bottom))
    : record(drawingTypes.anchor, shorts(top, left, right, bottom))
  return container(drawingTypes.shape, [
    record(drawingTypes.shapeFlags, numbers(1024, deleted === true ? 8 : 0), 1, 2),
    ...(picture === undefined ? [] : [pictureProperties(picture)]),
    ...(place === undefined ? [] : [anchor]),
    ...(placeholder === undefined
      ? []
      : [
          container(drawingTypes.clientData, [
            record(recordTypes.placeholder, Buffer.concat([numbers(0), Buffer.from([placeholder, 0, 0, 0])])),
          ]),
        ]),
    ...(text === undefined
      ? []
      : [
          record(
            drawingTypes.text,
            typeof text === 'number' ? record(recordTypes.outlineTextRef, numbers(text)) : textRecords(text),
          ),
        ]),
  ])
}

function pictureProperties({ number, altText }: { readonly number: number; readonly altText: string }): Buffer {
  const said = Buffer.from(`${altText}\0`, 'utf16le')
  const properties = [shorts(0x4104), numbers(number), shorts(0xc381), numbers(said.length), said]
  return record(0xf00b, Buffer.concat(properties), 2, 3)
}

/** An entry of the store of pictures ([MS-ODRAW] 2.2.32), whose picture stands at a place of the stream "Pictures". */
export const blipEntry = (place: number): Buffer =>
  record(0xf007, Buffer.concat([Buffer.alloc(28), numbers(place), Buffer.alloc(4)]), 6, 2)

/** A group with its units, and whether it is a table. */
export function group(
  shapes: readonly Uint8Array[],
  place?: { readonly own: readonly number[]; readonly inner: readonly number[]; readonly isTable?: boolean },
): Buffer {
  const [left = 0, top = 0, right = 0, bottom = 0] = place?.own ?? []
  const property = Buffer.concat([shorts(0x039f), numbers(1)])
  const first = container(drawingTypes.shape, [
    record(drawingTypes.groupSpace, numbers(...(place?.inner ?? [0, 0, 0, 0])), 0, 1),
    ...(place?.isTable === true ? [record(drawingTypes.moreProperties, property, 1, 3)] : []),
    ...(place === undefined ? [] : [record(drawingTypes.anchor, shorts(top, left, right, bottom))]),
  ])
  return container(drawingTypes.group, [first, ...shapes])
}

export interface SlidePlan {
  readonly shapes: readonly Uint8Array[]
  /** Texts of placeholders, as the list of slides keeps them. */
  readonly texts?: readonly TextPlan[]
  readonly notes?: string
  readonly hidden?: boolean
}

const drawing = (shapes: readonly Uint8Array[]): Buffer =>
  container(recordTypes.drawing, [container(drawingTypes.drawing, [group(shapes)])])

/** A presentation of PowerPoint 97 to 2003. @param links addresses by their numbers */
export function pptOf(
  slides: readonly SlidePlan[],
  {
    footer,
    links = {},
    token = 0xe391c05f,
    pictures = [],
  }: {
    footer?: string
    links?: Record<number, string>
    token?: number
    /** Records of pictures, in the order of their numbers. */
    pictures?: readonly Uint8Array[]
  } = {},
): Uint8Array {
  const places = pictures.map((_, index) => Buffer.concat(pictures.slice(0, index)).length)
  const objects: Buffer[] = []
  const persist = (id: number, object: number, texts: readonly TextPlan[] = []): Buffer =>
    Buffer.concat([
      record(recordTypes.slidePersist, numbers(object, 0, texts.length, id, 0)),
      ...texts.map(textRecords),
    ])
  const [slideList, notesList]: [Buffer[], Buffer[]] = [[], []]
  for (const [index, slide] of slides.entries()) {
    const noted = slide.notes === undefined ? 0 : 900 + index
    const show = Buffer.alloc(16)
    show.writeUInt16LE(slide.hidden === true ? 4 : 0, 10)
    const atom = Buffer.concat([numbers(0, 0, 0, 0x80000000, noted), Buffer.alloc(4)])
    objects.push(
      container(recordTypes.slide, [
        record(recordTypes.slideAtom, atom),
        record(recordTypes.slideShowInfo, show),
        drawing(slide.shapes),
      ]),
    )
    slideList.push(persist(256 + index, objects.length + 1, slide.texts))
    if (slide.notes === undefined) continue
    objects.push(
      container(recordTypes.notes, [drawing([shape({ text: { kind: 2, text: slide.notes }, placeholder: 12 })])]),
    )
    notesList.push(persist(noted, objects.length + 1))
  }
  const flags = record(recordTypes.headersFootersAtom, shorts(0, 1 << 5))
  const document = container(recordTypes.document, [
    record(recordTypes.documentAtom, numbers(5760, 4320, 5760, 4320)),
    container(recordTypes.drawingGroup, [container(drawingTypes.drawings, [container(0xf001, places.map(blipEntry))])]),
    container(
      recordTypes.hyperlinkList,
      Object.entries(links).map(([id, address]) =>
        container(recordTypes.hyperlink, [
          record(recordTypes.hyperlinkAtom, numbers(Number(id))),
          record(recordTypes.string, Buffer.from('called so', 'utf16le'), 0),
          record(recordTypes.string, Buffer.from(address, 'utf16le'), 1),
        ]),
      ),
    ),
    ...(footer === undefined
      ? []
      : [
          container(
            recordTypes.headersFooters,
            [flags, record(recordTypes.string, Buffer.from(footer, 'utf16le'), 2)],
            3,
          ),
        ]),
    container(recordTypes.slideList, notesList, 2),
    container(recordTypes.slideList, slideList, 0),
  ])
  return saved([document, ...objects], token, Buffer.concat(pictures))
}

/** The objects in the order of their numbers, from 1. */
export function saved(objects: readonly Uint8Array[], token = 0xe391c05f, pictures = Buffer.alloc(0)): Uint8Array {
  const places: number[] = []
  let at = 0
  for (const object of objects) {
    places.push(at)
    at += object.length
  }
  const directory = record(recordTypes.persistDirectory, numbers(((objects.length << 20) | 1) >>> 0, ...places))
  const edit = record(recordTypes.userEdit, numbers(256, 0, 0, at, 1, objects.length + 1, 0))
  const user = record(recordTypes.currentUser, numbers(20, token, at + directory.length, 0, 0))
  return writeCompoundFile([
    { name: 'Current User', bytes: user },
    { name: 'PowerPoint Document', bytes: Buffer.concat([...objects, directory, edit]) },
    { name: 'Pictures', bytes: pictures },
  ])
}
