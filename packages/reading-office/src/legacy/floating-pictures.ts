import type { ImageReference } from '@chancery/core'
import type { Pictures } from '@chancery/reading/pictures'
import { blipEntries, blipImage, pictureOfShape } from './drawn-blips.ts'
import { drawingTypes, firstOf, recordsOf } from './ppt-records.ts'

/** Bytes of an anchor (MS-DOC 2.9.253, Spa), which begins with the number of its shape. */
const anchorBytes = 26
/** Before each drawing, a byte says whether it is of the text or of the headers (MS-DOC 2.9.172). */
const drawingHeadBytes = 1
const recordHeadBytes = 8

/** What Word keeps of the drawings in a document. */
export interface WordDrawings {
  /** Characters of the text at which shapes are anchored (MS-DOC 2.8.37). */
  readonly anchors: Buffer
  /** The shapes and a list of their pictures (MS-DOC 2.9.171, OfficeArtContent). */
  readonly shapes: Buffer
  /** The stream in which the bytes of the pictures stand. */
  readonly stream: Buffer
}

/** Gives the picture that floats, anchored at a character of the body, each read once; `undefined` where none does. */
export function floatingPictures(
  drawings: WordDrawings,
  pictures: Pictures,
): (character: number) => ImageReference | undefined {
  const anchors = shapesByAnchor(drawings.anchors)
  if (anchors.size === 0) return () => undefined
  const [group, ...rest] = contentOf(drawings.shapes)
  const entries = group === undefined ? [] : blipEntries(group)
  const shapes = shapesByNumber(rest)
  const read = once((number): ImageReference | undefined => {
    const entry = entries[number - 1]
    if (entry === undefined || !('place' in entry)) return entry && blipImage(entry, pictures)
    const [record] = recordsOf(drawings.stream.subarray(entry.place))
    return (record && blipImage(record, pictures)) ?? { contentType: entry.contentType }
  })
  const shownBy = once((number): ImageReference | undefined => {
    const shape = shapes.get(number)
    const shown = shape && pictureOfShape(shape)
    const image = shown && read(shown.number)
    return image && { ...image, ...(shown?.altText === undefined ? {} : { altText: shown.altText }) }
  })
  return (character) => shownBy(anchors.get(character) ?? -1)
}

/** Many anchors may name one shape, and many shapes one picture. */
function once<T>(read: (number: number) => T): (number: number) => T {
  const known = new Map<number, T>()
  return (number) => {
    if (!known.has(number)) known.set(number, read(number))
    return known.get(number) as T
  }
}

function shapesByAnchor(anchors: Buffer): ReadonlyMap<number, number> {
  const count = Math.max(0, Math.floor((anchors.length - 4) / (4 + anchorBytes)))
  const found = new Map<number, number>()
  for (let index = 0; index < count; index++)
    found.set(anchors.readUInt32LE(index * 4), anchors.readUInt32LE((count + 1) * 4 + index * anchorBytes))
  return found
}

/** The bodies of the list of pictures and of the drawings behind it. */
function contentOf(content: Buffer): Buffer[] {
  const bodies: Buffer[] = []
  for (let at = 0; at + recordHeadBytes <= content.length; at += drawingHeadBytes) {
    const [record] = recordsOf(content.subarray(at))
    if (record === undefined) break
    bodies.push(record.body)
    at += recordHeadBytes + record.body.length
  }
  return bodies
}

/** The shapes of drawings, also those in groups, by the numbers that anchors name. */
function shapesByNumber(drawings: readonly Buffer[]): ReadonlyMap<number, Buffer> {
  const found = new Map<number, Buffer>()
  const open = [...drawings]
  for (let container = open.pop(); container !== undefined; container = open.pop()) {
    for (const { type, body } of recordsOf(container)) {
      if (type === drawingTypes.group) open.push(body)
      if (type !== drawingTypes.shape) continue
      const flags = firstOf(body, drawingTypes.shapeFlags)
      if (flags !== undefined && flags.length >= 4) found.set(flags.readUInt32LE(0), body)
    }
  }
  return found
}
