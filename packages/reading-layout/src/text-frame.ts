import type { Box } from '@chancery/core'
import { boxOf, type PageGeometry, type Rectangle } from './page-geometry.ts'

/** How far a line of text is turned clockwise on the page as it is shown, in quarters. */
export type Turn = 0 | 1 | 2 | 3

/**
 * The page turned so that text of one direction runs from left to right and line under line. Layout is done in it;
 * boxes of the model are those of the page as shown.
 */
export interface TextFrame {
  readonly turn: Turn
  readonly width: number
  readonly height: number
  /** From the page as shown into the frame. */
  enter(place: Rectangle): Rectangle
  /** From the frame as it would be if its lines did not lean. */
  level(place: Rectangle): Rectangle
  /** From the frame to fractions of the page as shown. */
  box(place: Rectangle): Box
}

/** @param lean radians by which the lines fall to the right on the turned page, as those of a crooked scan do */
export function textFrame(geometry: Pick<PageGeometry, 'width' | 'height'>, turn: Turn, lean = 0): TextFrame {
  const { width, height } = geometry
  const turned = turn % 2 === 1
  const [across, down] = turned ? [height, width] : [width, height]
  const size = { width: across, height: down }
  const level = (place: Rectangle): Rectangle => (lean === 0 ? place : levelled(place, size, lean))
  const leant = (place: Rectangle): Rectangle => (lean === 0 ? place : leaning(place, size, lean))
  return {
    turn,
    ...size,
    enter: (place) => level(rotated(place, width, height, turn)),
    level,
    // Turning back is turning on for the rest of the circle.
    box: (place) => boxOf(rotated(leant(place), across, down, backTurns[turn]), geometry),
  }
}

const backTurns = { 0: 0, 1: 3, 2: 2, 3: 1 } as const

/** Turned against the clock, so that what stood turned by `turn` stands upright. */
function rotated({ left, top, right, bottom }: Rectangle, width: number, height: number, turn: Turn): Rectangle {
  if (turn === 1) return { left: top, right: bottom, top: width - right, bottom: width - left }
  if (turn === 2) return { left: width - right, right: width - left, top: height - bottom, bottom: height - top }
  if (turn === 3) return { left: height - bottom, right: height - top, top: left, bottom: right }
  return { left, top, right, bottom }
}

type Size = Pick<TextFrame, 'width' | 'height'>

/** Bounds of a rectangle that is turned clockwise about the middle of the page. */
function leaning(place: Rectangle, size: Size, lean: number): Rectangle {
  const [across, down] = [place.right - place.left, place.bottom - place.top]
  const [cosine, sine] = [Math.cos(lean), Math.abs(Math.sin(lean))]
  return about(turnedMiddle(place, size, lean), across * cosine + down * sine, down * cosine + across * sine)
}

/** The rectangle that had these bounds before it was turned. */
function levelled(place: Rectangle, size: Size, lean: number): Rectangle {
  const [across, down] = [place.right - place.left, place.bottom - place.top]
  const [cosine, sine] = [Math.cos(lean), Math.abs(Math.sin(lean))]
  const scale = cosine * cosine - sine * sine
  return about(
    turnedMiddle(place, size, -lean),
    // Bounds that were cut at the edge of the page may be those of no rectangle.
    Math.max((across * cosine - down * sine) / scale, 1),
    Math.max((down * cosine - across * sine) / scale, 1),
  )
}

function turnedMiddle({ left, top, right, bottom }: Rectangle, { width, height }: Size, angle: number) {
  const [x, y] = [(left + right - width) / 2, (top + bottom - height) / 2]
  const [cosine, sine] = [Math.cos(angle), Math.sin(angle)]
  return [width / 2 + x * cosine - y * sine, height / 2 + x * sine + y * cosine] as const
}

const about = ([x, y]: readonly [x: number, y: number], across: number, down: number): Rectangle => ({
  left: x - across / 2,
  top: y - down / 2,
  right: x + across / 2,
  bottom: y + down / 2,
})
