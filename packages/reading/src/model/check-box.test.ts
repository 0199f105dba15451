import { expect, it } from 'vitest'
import { tickOf } from './check-box.ts'
import { ModelBuilder } from './model-builder.ts'

it.each([
  ['☐', 'open', false],
  ['☑', 'done', true],
  ['☒', '', true],
  ['•', '☐ open', false],
  ['1.', '☒ done', true],
  ['◉', 'chosen', true],
  ['○', 'a bullet or a button', undefined],
  ['•', '☐open', undefined],
  ['', 'mark ☒ here', undefined],
])('knows from %s %s whether a box is ticked', (marker, text, ticked) => expect(tickOf(marker, text)).toBe(ticked))

it('makes a task of an item of a list whose marker is a box', () => {
  const builder = new ModelBuilder({ cells: 10, textLength: 100 })
  builder.block('list-item', 'open', { marker: '☐' })
  builder.block('list-item', 'done', { marker: '☑' })
  builder.block('paragraph', 'no item', { marker: '☐' })
  expect(builder.build().blocks.map(({ checked }) => checked)).toEqual([false, true, undefined])
})
