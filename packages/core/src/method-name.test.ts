import { expect, it } from 'vitest'
import { catalog } from './catalog.ts'
import { methodName } from './method-name.ts'

it('names a method for each operation, in types as at run time', () => {
  const name: 'getFolderDirectories' = methodName('get-folder-directories')
  expect(name).toBe('getFolderDirectories')
  const names = catalog.map((operation) => methodName(operation.name))
  expect(new Set(names).size).toBe(catalog.length)
  for (const each of names) expect(each).toMatch(/^[a-z]+(?:[A-Z][a-z]+)*$/)
})
