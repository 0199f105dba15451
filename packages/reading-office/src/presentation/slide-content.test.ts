import { expect, it } from 'vitest'
import { boxOf } from './slide-content.ts'

const slide = { width: 200, height: 100 }

it.each([
  ['inside', { x: 20, y: 10, width: 40, height: 30 }, { x: 0.1, y: 0.1, width: 0.2, height: 0.3 }],
  ['beyond the edges', { x: -20, y: 50, width: 400, height: 300 }, { x: 0, y: 0.5, width: 1, height: 0.5 }],
  ['wholly outside', { x: 300, y: 300, width: 10, height: 10 }, { x: 1, y: 1, width: 0, height: 0 }],
  ['to the left and up', { x: 60, y: 40, width: -40, height: -30 }, { x: 0.1, y: 0.1, width: 0.2, height: 0.3 }],
])('gives a place on a slide: %s', (_, place, box) => {
  expect(boxOf(place, slide)).toEqual(box)
})

it('gives none where nothing can be said', () => {
  expect(boxOf({ x: 0, y: 0, width: 1, height: 1 }, { width: 0, height: 100 })).toBeUndefined()
  expect(boxOf({ x: Number.NaN, y: 0, width: 1, height: 1 }, slide)).toBeUndefined()
})
