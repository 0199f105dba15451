import type { InsertPlace } from '../runs/inserts.ts'
import { attribute } from '../xml/scan-xml.ts'

/** In twentieths of a point. */
export interface Room {
  readonly width: number
  readonly height: number
}

/** A4 with margins of an inch: what stands where a document does not say. */
const usual: Room = { width: 9026, height: 13_958 }
const sections = /<w:sectPr\b[^>]*(?<!\/)>([^]*?)<\/w:sectPr>/g

/** How wide a line and how high a page's text is at a place: by its cell or text box, else by its section of pages. */
export function roomsOf(
  mainPart: string,
  parts: readonly { readonly name: string; readonly xml: string }[],
): (place: InsertPlace) => Room {
  const main = parts.find(({ name }) => name === mainPart)?.xml ?? ''
  const found = [...main.matchAll(sections)].map(({ 1: properties = '', index }) => ({
    index,
    room: roomOf(properties),
  }))
  return ({ part, offset, width }) => {
    // A section's properties stand at its end; headers and notes take those of the first.
    const section = part === mainPart ? found.find(({ index }) => index > offset) : found[0]
    const room = section?.room ?? usual
    return width === undefined ? room : { width: Math.min(width, 31_680), height: room.height }
  }
}

function roomOf(properties: string): Room {
  const number = (element: string, name: string): number | undefined => {
    const tag = new RegExp(`<w:${element}\\b([^>]*)>`).exec(properties)?.[1]
    const value = Number(attribute(tag ?? '', name) ?? Number.NaN)
    return Number.isFinite(value) ? value : undefined
  }
  const width =
    (number('pgSz', 'w:w') ?? 11_906) - (number('pgMar', 'w:left') ?? 1440) - (number('pgMar', 'w:right') ?? 1440)
  const height =
    (number('pgSz', 'w:h') ?? 16_838) -
    Math.abs(number('pgMar', 'w:top') ?? 1440) -
    Math.abs(number('pgMar', 'w:bottom') ?? 1440)
  const columns = Math.min(Math.max(number('cols', 'w:num') ?? 1, 1), 45)
  const column = (width - (columns - 1) * (number('cols', 'w:space') ?? 720)) / columns
  return { width: column >= 360 ? Math.floor(column) : usual.width, height: height >= 360 ? height : usual.height }
}
