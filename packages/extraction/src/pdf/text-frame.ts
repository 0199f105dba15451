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
  /** From the frame to fractions of the page as shown. */
  box(place: Rectangle): Box
}

export function textFrame(geometry: Pick<PageGeometry, 'width' | 'height'>, turn: Turn): TextFrame {
  const { width, height } = geometry
  const turned = turn % 2 === 1
  const [across, down] = turned ? [height, width] : [width, height]
  return {
    turn,
    width: across,
    height: down,
    enter: (place) => rotated(place, width, height, turn),
    // Turning back is turning on for the rest of the circle.
    box: (place) => boxOf(rotated(place, across, down, backTurns[turn]), geometry),
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
