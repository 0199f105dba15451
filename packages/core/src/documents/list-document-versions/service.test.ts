import { expect, it } from 'vitest'
import { providers } from '../../ports/providers.ts'
import type { StoredDocument } from '../../ports/document-store.ts'
import { answerOf, faultOf } from '../../testing/calls.test-support.ts'
import { fakePorts } from '../../testing/fake-ports.test-support.ts'
import { listDocumentVersions } from './index.ts'

it('answers what the store has', async () => {
  const { ports, store } = fakePorts()
  const document = await store.keep('a.txt', 'Dear Ada')
  const asked: string[] = []
  const versions = async (path: string): Promise<StoredDocument[]> => {
    asked.push(path)
    return [document]
  }
  const stores = providers({ versioned: { ...store, versions } })
  const { data } = await answerOf(listDocumentVersions, { path: 'a.txt' }, { ...ports, stores })
  expect(data).toEqual({ versions: [document] })
  expect(asked).toEqual(['a.txt'])
})

it('answers the one that is there of a store that keeps no older ones', async () => {
  const { ports, store } = fakePorts()
  const document = await store.keep('a.txt', 'Dear Ada')
  expect((await answerOf(listDocumentVersions, { path: 'a.txt' }, ports)).data).toEqual({ versions: [document] })
})

it('refuses what is not there, and stores that keep versions and cannot list them', async () => {
  const { ports, store } = fakePorts()
  const listing = providers({ versioned: { ...store, versions: async () => [] } })
  for (const stores of [ports.stores, listing]) {
    const none = await faultOf(answerOf(listDocumentVersions, { path: 'a.txt' }, { ...ports, stores }))
    expect([none.code, none.violations.map(({ pointer }) => pointer)]).toEqual(['document_not_found', ['/path']])
  }
  const fault = await faultOf(answerOf(listDocumentVersions, { path: 'a.txt', provider: 'versioned' }, ports))
  expect([fault.code, fault.violations.map(({ pointer }) => pointer)]).toEqual(['unsupported_option', ['/provider']])
})
