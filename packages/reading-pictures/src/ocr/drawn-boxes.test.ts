import { expect, it } from 'vitest'
import type { GrayPicture } from '@chancery/reading/ocr/gray-picture'
import { faintBoxes } from './drawn-boxes.ts'
import { pageMarks } from './page-marks.ts'

type Pixel = readonly [x: number, y: number]

/** A page of 200 by 100 with what is drawn in strokes of three pixels. */
function drawnPage(
  ...strokes: readonly { readonly from: Pixel; readonly to: Pixel; readonly gray?: number }[]
): GrayPicture {
  const [width, height] = [200, 100]
  const pixels = new Uint8Array(width * height).fill(255)
  for (const { from, to, gray = 0 } of strokes) {
    const steps = Math.max(Math.abs(to[0] - from[0]), Math.abs(to[1] - from[1]))
    for (let step = 0; step <= steps; step++) {
      const [x, y] = [0, 1].map((at) => Math.round(from[at]! + ((to[at]! - from[at]!) * step) / steps)) as [
        number,
        number,
      ]
      for (let dy = 0; dy < 3; dy++) for (let dx = 0; dx < 3; dx++) pixels[(y + dy) * width + x + dx] = gray
    }
  }
  return { width, height, pixels }
}

const squareAt = (x: number, y: number, side: number, gray = 0) => [
  { from: [x, y], to: [x + side, y], gray } as const,
  { from: [x, y + side], to: [x + side, y + side], gray } as const,
  { from: [x, y], to: [x, y + side], gray } as const,
  { from: [x + side, y], to: [x + side, y + side], gray } as const,
]
const cross = [
  { from: [66, 26], to: [83, 43] },
  { from: [66, 43], to: [83, 26] },
] as const

it('finds squares that are drawn, and tells which are ticked', () => {
  const { boxes } = pageMarks(drawnPage(...squareAt(10, 20, 26), ...squareAt(62, 22, 24), ...cross))
  expect(boxes).toEqual([
    { left: 10, top: 20, width: 29, height: 29, checked: false },
    { left: 62, top: 22, width: 27, height: 27, checked: true },
  ])
})

it('takes nothing else for one: open, round, oblong, large or full', () => {
  const [top, bottom, left] = squareAt(10, 20, 26)
  const round = Array.from({ length: 36 }, (_, at) => {
    const on = (angle: number): Pixel => [
      Math.round(110 + 13 * Math.cos((angle * Math.PI) / 18)),
      Math.round(40 + 13 * Math.sin((angle * Math.PI) / 18)),
    ]
    return { from: on(at), to: on(at + 1) }
  })
  const full = Array.from({ length: 26 }, (_, at) => ({ from: [150, 20 + at] as const, to: [176, 20 + at] as const }))
  expect(pageMarks(drawnPage(top!, bottom!, left!, ...round, ...full)).boxes).toEqual([])
  expect(pageMarks(drawnPage(...squareAt(10, 10, 70))).boxes).toEqual([])
})

it('finds the gray squares of pictures that were enlarged', () => {
  const page = drawnPage(...squareAt(10, 20, 26, 150))
  expect(pageMarks(page).boxes).toEqual([])
  expect(faintBoxes(page)).toEqual([{ left: 10, top: 20, width: 29, height: 29, checked: false }])
})
