import { ChanceryError, type ImageReference } from '@chancery/core'
import type { CompoundFile } from '@chancery/formats/compound-file'
import { corruptDocument } from '@chancery/reading/reading-errors'
import type { Pictures } from '@chancery/reading/pictures'
import { blipEntries, blipImage, type BlipPlace } from './drawn-blips.ts'
import { drawingTypes, firstOf, type PptRecord, recordAt, recordsOf, recordTypes } from './ppt-records.ts'
import { utf16Text } from '@chancery/formats/text'
import { type SlideText, slideTexts } from './ppt-text.ts'

/** What the presentation says of one of its slides. */
export interface ListedSlide {
  /** What the slide holds; empty where it is not there. */
  readonly body: Buffer
  /** Texts of its placeholders, to which the shapes refer by number. */
  readonly texts: readonly SlideText[]
}

const slideInstance = 0
const notesInstance = 2
/** Master units, 576 to an inch, by points. */
export const unitsPerPoint = 8

/** A presentation of PowerPoint 97 to 2003: where its slides lie ([MS-PPT] 2.1.2), and what they share. */
export class PptDeck {
  readonly slides: readonly ListedSlide[]
  /** In master units. */
  readonly width: number
  readonly height: number
  /** Addresses by the numbers of links. */
  readonly links: ReadonlyMap<number, string>
  /** Headers and footers of slides that have none of their own. */
  readonly headersFooters: Buffer | undefined
  private readonly stream: Buffer
  private readonly pictures: Pictures
  /** Where each picture stands, and the stream of pictures. */
  private readonly entries: readonly (BlipPlace | PptRecord)[]
  private readonly file: CompoundFile
  private pictureStream: Buffer | undefined
  private readonly images = new Map<number, ImageReference>()
  private readonly places: ReadonlyMap<number, number>
  /** Places of the notes by the slides' number for them. */
  private readonly noted = new Map<number, number>()
  private readonly read = new Set<number>()

  /** @throws RangeError, `document_corrupt`, `document_encrypted` */
  constructor(file: CompoundFile, pictures: Pictures) {
    this.pictures = pictures
    this.file = file
    this.stream = streamOf(file, 'powerpoint document')
    const { places, document } = persistedObjects(streamOf(file, 'current user'), this.stream)
    this.places = places
    const { type, body } = recordAt(this.stream, document)
    if (type !== recordTypes.document) throw corruptDocument('There is no presentation in it.')
    const size = firstOf(body, recordTypes.documentAtom)
    this.width = size?.readInt32LE(0) ?? 0
    this.height = size?.readInt32LE(4) ?? 0
    this.links = linksOf(firstOf(body, recordTypes.hyperlinkList))
    this.headersFooters = firstOf(body, recordTypes.headersFooters, 3)
    const drawings = firstOf(body, recordTypes.drawingGroup)
    const group = drawings === undefined ? undefined : firstOf(drawings, drawingTypes.drawings)
    this.entries = group === undefined ? [] : blipEntries(group)
    const notes = firstOf(body, recordTypes.slideList, notesInstance)
    for (const { id, place } of listed(notes)) this.noted.set(id, place)
    this.slides = [...listed(firstOf(body, recordTypes.slideList, slideInstance))].map(({ place, records }) => ({
      body: this.object(place, recordTypes.slide),
      texts: slideTexts(records),
    }))
  }

  /** A picture by its number, from 1, as shapes name it; each is read once. */
  image(number: number): ImageReference {
    const known = this.images.get(number) ?? this.readImage(number)
    this.images.set(number, known)
    return known
  }

  private readImage(number: number): ImageReference {
    const entry = this.entries[number - 1]
    if (entry === undefined) return { contentType: 'image/*' }
    const place = 'place' in entry ? entry : undefined
    // The stream of pictures may be large: it is read where they are wanted.
    if (place !== undefined && !this.pictures.isWanted) return { contentType: place.contentType }
    if (place !== undefined) this.pictureStream ??= pictureStreamOf(this.file)
    const [record] = 'place' in entry ? recordsOf((this.pictureStream ?? none).subarray(entry.place)) : [entry]
    const image = record === undefined ? undefined : blipImage(record, this.pictures)
    return image ?? { contentType: place?.contentType ?? 'image/*' }
  }

  /** The notes of a slide; empty where there are none. @param id as the slide says */
  notes(id: number): Buffer {
    const place = this.noted.get(id)
    return place === undefined ? none : this.object(place, recordTypes.notes)
  }

  /** An object is read once: a damaged list could name a large one over and over. */
  private object(place: number, type: number): Buffer {
    const offset = this.places.get(place)
    if (offset === undefined || offset >= this.stream.length || this.read.has(offset)) return none
    this.read.add(offset)
    const record = recordAt(this.stream, offset)
    return record.type === type ? record.body : none
  }
}

const none = Buffer.alloc(0)

const entryOf = (file: CompoundFile, name: string) =>
  file.root.children.find((child) => !child.isStorage && child.name.toLowerCase() === name)

/** Empty where there is none, or where it is damaged: the text is read all the same. */
function pictureStreamOf(file: CompoundFile): Buffer {
  const entry = entryOf(file, 'pictures')
  if (entry === undefined) return none
  try {
    const bytes = file.read(entry)
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  } catch {
    return none
  }
}

function streamOf(file: CompoundFile, name: string): Buffer {
  const entry = entryOf(file, name)
  if (entry === undefined) throw corruptDocument('There is no presentation in it.')
  const bytes = file.read(entry)
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

const encryptedToken = 0xf3d1c4df
const maxEdits = 10_000

/** Each time it was saved, what had changed was written behind the rest: the last place of an object is the right one. */
function persistedObjects(
  currentUser: Buffer,
  stream: Buffer,
): { readonly places: ReadonlyMap<number, number>; readonly document: number } {
  const user = recordAt(currentUser, 0)
  if (user.type !== recordTypes.currentUser) throw corruptDocument('The presentation is damaged.')
  const reason = 'encryption_unsupported'
  const isEncrypted = user.body.readUInt32LE(4) === encryptedToken
  if (isEncrypted)
    throw new ChanceryError('document_encrypted', 'The presentation is encrypted.', { details: { reason } })
  const places = new Map<number, number>()
  let documentPlace: number | undefined
  let next = user.body.readUInt32LE(8)
  for (let edits = 0; next !== 0 && edits < maxEdits; edits++) {
    const { type, body } = recordAt(stream, next)
    if (type !== recordTypes.userEdit) break
    documentPlace ??= body.readUInt32LE(16)
    addPlaces(recordAt(stream, body.readUInt32LE(12)).body, places)
    const before = body.readUInt32LE(8)
    // Earlier edits stand before later ones.
    next = before < next ? before : 0
  }
  const document = places.get(documentPlace ?? -1)
  if (document === undefined) throw corruptDocument('There is no presentation in it.')
  return { places, document }
}

/** [MS-PPT] 2.3.5: the number of a first object (20 bits), how many follow each other (12 bits), and where each is. */
function addPlaces(directory: Buffer, places: Map<number, number>): void {
  for (let at = 0; at + 4 <= directory.length;) {
    const head = directory.readUInt32LE(at)
    at += 4
    const count = head >>> 20
    for (let index = 0; index < count && at + 4 <= directory.length; index++, at += 4) {
      const id = (head & 0xfffff) + index
      if (!places.has(id)) places.set(id, directory.readUInt32LE(at))
    }
  }
}

interface Listed {
  readonly place: number
  readonly id: number
  /** What follows it up to the next: its texts. */
  readonly records: Buffer
}

function* listed(list: Buffer | undefined): Generator<Listed> {
  let open: Omit<Listed, 'records'> | undefined
  let start = 0
  let at = 0
  for (const { type, body } of recordsOf(list ?? none)) {
    const end = at + 8 + body.length
    if (type === recordTypes.slidePersist && body.length >= 16) {
      if (open !== undefined) yield { ...open, records: (list ?? none).subarray(start, at) }
      open = { place: body.readUInt32LE(0), id: body.readUInt32LE(12) }
      start = end
    }
    at = end
  }
  if (open !== undefined) yield { ...open, records: (list ?? none).subarray(start) }
}

const maxLinks = 10_000
/** Of the strings of a link: its address, as against what it is called. */
const address = 1

function linksOf(list: Buffer | undefined): ReadonlyMap<number, string> {
  const links = new Map<number, string>()
  for (const { type, body } of recordsOf(list ?? none)) {
    if (type !== recordTypes.hyperlink || links.size >= maxLinks) continue
    const id = firstOf(body, recordTypes.hyperlinkAtom)
    const target = firstOf(body, recordTypes.string, address)
    if (id !== undefined && id.length >= 4 && target !== undefined) links.set(id.readUInt32LE(0), utf16Text(target))
  }
  return links
}
