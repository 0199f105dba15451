import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { deleteCases } from './document-store/delete.ts'
import { deleteAtOnceCases } from './document-store/delete-at-once.ts'
import { folderCases } from './document-store/folders.ts'
import { listCases } from './document-store/list.ts'
import { moveCases } from './document-store/move.ts'
import { nameCases } from './document-store/names.ts'
import { putCases } from './document-store/put.ts'
import { putAtOnceCases } from './document-store/put-at-once.ts'
import { readCases } from './document-store/read.ts'
import { streamCases } from './document-store/streams.ts'
import { twinCases } from './document-store/twins.ts'
import { versionCases } from './document-store/versions.ts'
import {
  type DocumentStoreCapabilitySwitches,
  type DocumentStoreUnderTest,
  givenStore,
} from './document-store/given-store.ts'
import { problem, signal } from './document-store/requests.ts'

export { type DocumentStoreUnderTest, roundsOfOneThread } from './document-store/given-store.ts'

/** What every document store must do. `make` gives a new, empty store each time. */
export function documentStoreContract(
  name: string,
  make: () => Promise<DocumentStoreUnderTest>,
  {
    hierarchical = true,
    segmentBytes = 255,
    utf8Order = true,
    isCombined = true,
    rounds = 25,
    inPieces = true,
  }: DocumentStoreCapabilitySwitches = {},
): void {
  describe(`${name} keeps the contract of a document store`, () => {
    let underTest: DocumentStoreUnderTest
    beforeEach(async () => {
      underTest = await make()
    })
    afterEach(async () => {
      await underTest.close?.()
    })

    const given = givenStore(() => underTest)
    putCases(given, { inPieces })
    if (isCombined) putAtOnceCases(given, { rounds })
    nameCases(given, { hierarchical, segmentBytes })
    readCases(given)
    deleteCases(given, { hierarchical, inPieces })
    if (isCombined) deleteAtOnceCases(given, { rounds })
    listCases(given, { utf8Order })
    folderCases(given)
    versionCases(given)
    twinCases(given)
    streamCases(given, { inPieces })
    if (isCombined) moveCases(given, { inPieces })

    it('is ready', async () => {
      await given.store.check({ signal })
      await expect(given.store.check({ signal: AbortSignal.abort() })).rejects.toEqual(problem('cancelled'))
    })
  })
}
