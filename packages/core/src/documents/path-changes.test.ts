import { expect, it } from 'vitest'
import { answerOf } from '../testing/calls.test-support.ts'
import { inline } from '../testing/document-texts.test-support.ts'
import { fakePorts } from '../testing/fake-ports.test-support.ts'
import { getFolderDirectories } from './get-folder-directories/index.ts'
import { pathChanges } from './path-changes.ts'
import { storeDocument } from './store-document/index.ts'

it('warns at each path that is taken in another form', async () => {
  const { ports, store } = fakePorts()
  await store.keep('from.txt', 'Dear Ada')
  const input = { document: { path: '/from.txt' }, path: 'Mu\u0308ller\\a.txt' }
  const { data, warnings } = await answerOf(storeDocument, input, ports)
  expect(data.document.path).toBe('M\u00fcller/a.txt')
  expect(warnings?.map(({ code, location }) => [code, location?.pointer])).toEqual([
    ['path_changed', '/document/path'],
    ['path_changed', '/path'],
  ])
  expect(warnings?.[1]?.message).toContain('"M\u00fcller/a.txt": its characters are composed')
})

it('says nothing of paths that are taken as they are, nor of the root', async () => {
  const { ports } = fakePorts()
  const stored = await answerOf(storeDocument, { document: inline('text'), path: 'a/b.txt' }, ports)
  expect(stored.warnings).toEqual([])
  for (const path of ['', '/'])
    expect((await answerOf(getFolderDirectories, { path }, ports)).warnings?.map(({ code }) => code)).not.toContain(
      'path_changed',
    )
})

it('says nothing of texts that became another one in another way', () => {
  expect(pathChanges({ a: 'X\\y', 'b/~c': ['\\z'] }, { a: 'x/y', 'b/~c': ['z'] })).toMatchObject([
    { location: { pointer: '/b~1~0c/0' } },
  ])
})
