import { describe, expect, it } from 'vitest'
import { answerOf } from '../testing/calls.test-support.ts'
import { inline } from '../testing/document-texts.test-support.ts'
import { fakePorts } from '../testing/fake-ports.test-support.ts'
import { providers } from '../ports/providers.ts'
import { foldedPath } from './case-twins.ts'
import { getFolderDirectories } from './get-folder-directories/index.ts'
import { storeDocument } from './store-document/index.ts'

describe('twins', () => {
  it.each([
    ['A.txt', 'a.TXT'],
    ['Éa', 'éA'],
    ['stra\u00dfe', 'STRASSE'],
    ['\u01c5', '\u01c6'],
  ])('are %s and %s', (one, other) => expect(foldedPath(one)).toBe(foldedPath(other)))

  it.each([
    ['a', 'á'],
    ['a/b', 'ab'],
    ['o', 'ø'],
  ])('are not %s and %s', (one, other) => expect(foldedPath(one)).not.toBe(foldedPath(other)))

  const codes = (warnings: readonly { readonly code: string }[] = []) => warnings.map(({ code }) => code)

  it('are told of a listing, folders too', async () => {
    const { ports, store } = fakePorts()
    for (const path of ['A/x.txt', 'a/y.txt', 'b/Y.txt', 'b/y.txt', 'b/c/y.txt']) await store.keep(path, path)
    const all = { include: 'folders-and-documents' }
    expect(codes((await answerOf(getFolderDirectories, all, ports)).warnings)).toEqual(['case_twins', 'case_twins'])
    expect(codes((await answerOf(getFolderDirectories, { ...all, path: 'b/c' }, ports)).warnings)).toEqual([])
  })

  it('are told of a document when it is new, by stores that can tell', async () => {
    const { ports, store } = fakePorts()
    const telling = { ...store, twins: async () => ['A.txt'] }
    const input = { document: inline('text'), path: 'a.txt', onConflict: 'overwrite' }
    const stored = () => answerOf(storeDocument, input, { ...ports, stores: providers({ telling }) })
    const { warnings = [] } = await stored()
    expect(warnings).toMatchObject([{ code: 'case_twins', location: { pointer: '/path' } }])
    expect(codes((await stored()).warnings)).toEqual([])
  })

  it('that cannot be told do not take back what was stored', async () => {
    const { ports, store } = fakePorts()
    const away = async () => {
      throw new Error('away')
    }
    const stores = providers({ telling: { ...store, twins: away } })
    const { data } = await answerOf(storeDocument, { document: inline('text'), path: 'a.txt' }, { ...ports, stores })
    expect(data.created).toBe(true)
  })
})
