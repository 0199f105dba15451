import type { ClientDirectory } from '@chancery/core'
import { afterEach, beforeEach, describe } from 'vitest'
import { changingContract } from './client-directory/changing.ts'
import { type DirectoryAtHand, signal } from './client-directory/directory-at-hand.ts'
import { keptOutcomesContract } from './client-directory/kept-outcomes.ts'
import { recordsContract } from './client-directory/records.ts'
import { searchingContract } from './client-directory/searching.ts'
import { sharingContract } from './client-directory/sharing.ts'

/** A directory to try, new and empty; its seal is `sealForTest`. */
export interface ClientDirectoryUnderTest {
  readonly directory: ClientDirectory
  /** The same records through another handle, as another process would have them. */
  another?(): ClientDirectory
  /** All that is written where it lies, as text. */
  written?(): Promise<string>
  close?(): void | Promise<void>
}

/** What every client directory must do. `make` gives a new, empty one each time. */
export function clientDirectoryContract(name: string, make: () => Promise<ClientDirectoryUnderTest>): void {
  describe(`${name} keeps the contract of a client directory`, () => {
    let underTest: ClientDirectoryUnderTest
    beforeEach(async () => {
      underTest = await make()
    })
    afterEach(() => underTest.close?.())
    const at: DirectoryAtHand = {
      get directory() {
        return underTest.directory
      },
      another: () => underTest.another?.(),
      written: async () => underTest.written?.(),
      save: async (...records) => underTest.directory.change([], () => records, { signal }),
      idsOf: async (...identifiers) => (await underTest.directory.match(identifiers, { signal })).map(({ id }) => id),
    }
    recordsContract(at)
    searchingContract(at)
    changingContract(at)
    sharingContract(at)
    keptOutcomesContract(at)
  })
}
