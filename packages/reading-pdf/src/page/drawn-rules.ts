import { largestOf, leastOf } from '@chancery/core'
import type { PageGeometry, Rectangle } from '@chancery/reading-layout/page-geometry'
import { combined, type Matrix, matrixOf, transformed } from './page-objects.ts'
import type { PdfDocument } from '@chancery/reading/pdfium/pdfium'
import { type DrawnDot, isDotSized } from './drawn-bullets.ts'
import { type DrawnRound, isControlSized } from './drawn-controls.ts'

/** A path with more is a drawing; so is a page with more rules. */
const maxSegments = 2000
const maxRules = 20_000

const segmentTypes = { line: 0, bezier: 1, move: 2 } as const
/** Points: a line leans no more than this. */
const straightness = 0.7
/** In points: what ticks a box is no smaller or larger. */
const [smallestMark, largestMark] = [2, 18]
const mostCornersOfMark = 40
/** Of a square with round corners, the straight part of a side; control points of a circle of four curves are as near as that. */
const leastSide = 0.4
/** Lines without a width are one device pixel wide. */
const hairline = 0.25

/**
 * Gathers what is drawn straight on a page: lines as their thin boxes, the sides of stroked rectangles, filled areas
 * as their boxes. Curves, slanted lines, what is white or not seen, and what covers the whole page are left out, but for
 * discs, rings and squares that are small enough to be bullets.
 */
export class DrawnRules {
  readonly rules: Rectangle[] = []
  readonly dots: DrawnDot[] = []
  /** Small and not straight: what ticks a box, if it stands in one. */
  readonly marks: Rectangle[] = []
  /** Small outlines with curves that are large enough for the controls of a form. */
  readonly rounds: DrawnRound[] = []
  private readonly document: PdfDocument
  private readonly geometry: PageGeometry

  constructor(document: PdfDocument, geometry: PageGeometry) {
    this.document = document
    this.geometry = geometry
  }

  /** Takes a path object with the matrix from its form's space to that of the page. */
  add(path: number, toPage: Matrix): void {
    const { document } = this
    const { raw } = document
    const count = raw.FPDFPath_CountSegments(path)
    if (count < 2 || count > maxSegments || this.rules.length >= maxRules) return
    const [fillMode = 0, strokes = 0] = document.integers(2, (at) => raw.FPDFPath_GetDrawMode(path, at, at + 4)) ?? []
    const isFilled = fillMode !== 0 && this.isSeen(path, 'FPDFPageObj_GetFillColor')
    const isStroked = strokes !== 0 && this.isSeen(path, 'FPDFPageObj_GetStrokeColor')
    if (!isFilled && !isStroked) return
    const matrix = combined(matrixOf(document, path), toPage)
    const [stated = 0] = isStroked ? (document.floats(1, (at) => raw.FPDFPageObj_GetStrokeWidth(path, at)) ?? []) : []
    const scale = Math.sqrt(Math.abs(matrix[0] * matrix[3] - matrix[1] * matrix[2]))
    const width = Math.max(stated * scale, hairline)
    for (const outline of this.outlines(path, count, matrix)) {
      this.addDot(outline, isFilled)
      this.addRound(outline, isFilled && !isStroked)
      this.addMark(outline)
      if (outline.curved) continue
      if (isStroked) this.addSides(outline, width)
      if (isFilled) this.addArea(outline)
    }
  }

  /** Neither transparent nor white. */
  private isSeen(path: number, colour: 'FPDFPageObj_GetFillColor' | 'FPDFPageObj_GetStrokeColor'): boolean {
    const { raw } = this.document
    const parts = this.document.integers(4, (at) => raw[colour](path, at, at + 4, at + 8, at + 12))
    const [red = 0, green = 0, blue = 0, alpha = 255] = parts ?? []
    return alpha > 8 && Math.min(red, green, blue) < 250
  }

  /** The corners of each part of a path, of curves their control points as well. */
  private outlines(path: number, count: number, matrix: Matrix): Outline[] {
    const { document } = this
    const { raw } = document
    const found: Outline[] = []
    let corners: (readonly [number, number])[] = []
    let curved = false
    let closed = false
    const end = (): void => {
      if (corners.length > 1) found.push({ corners, closed, curved })
      corners = []
      curved = false
      closed = false
    }
    for (let index = 0; index < count; index++) {
      const segment = raw.FPDFPath_GetPathSegment(path, index)
      const type = raw.FPDFPathSegment_GetType(segment)
      if (type === segmentTypes.move) end()
      if (type === segmentTypes.bezier) curved = true
      const address = document.scratch
      if (raw.FPDFPathSegment_GetPoint(segment, address, address + 4) === 0) continue
      const floats = document.memoryFloats
      const [x, y] = transformed(matrix, floats[address >> 2] ?? NaN, floats[(address >> 2) + 1] ?? NaN)
      if (Number.isFinite(x + y)) corners.push(this.geometry.point(x, y))
      if (raw.FPDFPathSegment_GetClose(segment) !== 0) closed = true
    }
    end()
    return found
  }

  /** The control points of a circle do not reach out of it. */
  private addDot({ corners, curved }: Outline, isFilled: boolean): void {
    if (corners.length < 4 || (!curved && (!isFilled || corners.length > 5)) || this.dots.length >= maxRules) return
    const box = boxOf(corners)
    if (isDotSized(box)) this.dots.push({ ...box, sign: curved ? (isFilled ? '•' : '◦') : '▪' })
  }

  private addRound({ corners, curved }: Outline, isFilled: boolean): void {
    if (!curved || corners.length < 4 || this.rounds.length >= maxRules) return
    const box = boxOf(corners)
    if (!isControlSized(box)) return
    const side = (box.right - box.left) * leastSide
    const isCircle = corners.every(([x, y], at) => {
      const [px, py] = corners.at(at - 1) ?? [x, y]
      return Math.max(Math.abs(x - px), Math.abs(y - py)) < side
    })
    this.rounds.push({ ...box, isCircle, isFilled })
  }

  private addMark({ corners, curved }: Outline): void {
    if (corners.length > mostCornersOfMark || this.marks.length >= maxRules) return
    let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
    let isSlanted = curved
    for (const [at, [x, y]] of corners.entries()) {
      left = Math.min(left, x)
      right = Math.max(right, x)
      top = Math.min(top, y)
      bottom = Math.max(bottom, y)
      if (right - left > largestMark || bottom - top > largestMark) return
      const [px, py] = corners[at - 1] ?? [x, y]
      isSlanted ||= Math.min(Math.abs(x - px), Math.abs(y - py)) > straightness
    }
    if (isSlanted && Math.min(right - left, bottom - top) > smallestMark) this.marks.push({ left, top, right, bottom })
  }

  private addSides({ corners, closed }: Outline, width: number): void {
    const [first] = corners
    const around = closed && first !== undefined ? [...corners, first] : corners
    for (const [index, [x1, y1]] of around.entries()) {
      const [x0, y0] = around[index - 1] ?? [x1, y1]
      const [dx, dy] = [Math.abs(x1 - x0), Math.abs(y1 - y0)]
      if (Math.min(dx, dy) > straightness || Math.max(dx, dy) < 1) continue
      const half = width / 2
      const [acrossX, acrossY] = dx > dy ? [0, half] : [half, 0]
      this.push(
        Math.min(x0, x1) - acrossX,
        Math.min(y0, y1) - acrossY,
        Math.max(x0, x1) + acrossX,
        Math.max(y0, y1) + acrossY,
      )
    }
  }

  /** A filled outline counts if it is a rectangle: every side straight. */
  private addArea({ corners }: Outline): void {
    if (corners.length < 3 || corners.length > 6) return
    const isSlanted = corners.some(([x, y], index) => {
      const [px, py] = corners.at(index - 1) ?? [x, y]
      return Math.min(Math.abs(x - px), Math.abs(y - py)) > straightness
    })
    if (isSlanted) return
    const { left, top, right, bottom } = boxOf(corners)
    this.push(left, top, right, bottom)
  }

  /** Cut at the edges of the page. */
  private push(left: number, top: number, right: number, bottom: number): void {
    const { width, height } = this.geometry
    const rule = {
      left: Math.max(left, 0),
      top: Math.max(top, 0),
      right: Math.min(right, width),
      bottom: Math.min(bottom, height),
    }
    const coversPage = rule.right - rule.left > 0.95 * width && rule.bottom - rule.top > 0.9 * height
    if (rule.right >= rule.left && rule.bottom >= rule.top && !coversPage && this.rules.length < maxRules) {
      this.rules.push(rule)
    }
  }
}

interface Outline {
  readonly corners: readonly (readonly [x: number, y: number])[]
  readonly closed: boolean
  readonly curved: boolean
}

function boxOf(corners: Outline['corners']): Rectangle {
  const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)]
  return { left: leastOf(xs), top: leastOf(ys), right: largestOf(xs), bottom: largestOf(ys) }
}
