import { expect, it } from 'vitest'
import { isTicked } from './check-box.ts'
import { ModelBuilder } from './model-builder.ts'

it('knows boxes that are ticked', () =>
  expect(['☐', '☑', '☒', '•', ''].map(isTicked)).toEqual([false, true, true, undefined, undefined]))

it('makes a task of an item of a list whose marker is a box', () => {
  const builder = new ModelBuilder({ tableCells: 10, textLength: 100 })
  builder.block('list-item', 'open', { marker: '☐' })
  builder.block('list-item', 'done', { marker: '☑' })
  builder.block('paragraph', 'no item', { marker: '☐' })
  expect(builder.build().blocks.map(({ checked }) => checked)).toEqual([false, true, undefined])
})
