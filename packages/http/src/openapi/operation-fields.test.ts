import { calls } from '@chancery/core'
import { expect, it } from 'vitest'
import { operationFields, shapeFields } from './operation-fields.ts'

it('has a table of every shape that a table of a call, or of another shape, names', () => {
  const shapes = shapeFields(calls)
  const names = shapes.map(({ name }) => name)
  expect(names).toEqual([...new Set(names)].sort())
  const tables = [
    ...calls.map(operationFields).flatMap(({ input, output }) => [input, output]),
    ...shapes.map(({ fields }) => fields),
  ]
  const named = tables
    .flat()
    .flatMap(({ type }) => type.replaceAll(/"[^"]*"/g, '').match(/\b(?!JSON\b)[A-Z]\w+/g) ?? [])
  expect(named.filter((name) => !names.includes(name))).toEqual([])
  const template = shapes.find(({ name }) => name === 'EmailContent')
  expect(template?.fields.map(({ path }) => path)).toEqual(expect.arrayContaining(['subject', 'inlineCss', 'locales']))
})
