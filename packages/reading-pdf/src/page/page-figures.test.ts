import type { ImageReference } from '@chancery/core'
import { expect, it } from 'vitest'
import { figuresOf } from './page-figures.ts'

const picture = (x: number, y: number, width: number, height: number): ImageReference => ({
  page: 1,
  contentType: 'image/jpeg',
  box: { x, y, width, height },
})

it('takes a background that was cut into strips for no figures', () => {
  const strips = Array.from({ length: 20 }, (_, at) => picture(0, at * 0.05, 0.9999, 0.05))
  const logo = picture(0.3, 0.02, 0.3, 0.05)
  const { figures, others } = figuresOf([...strips, logo])
  expect(figures.map(({ image }) => image)).toEqual([logo])
  expect(others).toHaveLength(20)
})

it('keeps pictures under each other that leave room, or do not cover the page', () => {
  const apart = Array.from({ length: 4 }, (_, at) => picture(0, at * 0.25, 0.9999, 0.2))
  const banner = Array.from({ length: 4 }, (_, at) => picture(0, at * 0.05, 0.9999, 0.05))
  expect(figuresOf(apart).figures).toHaveLength(4)
  expect(figuresOf(banner).figures).toHaveLength(4)
})
