import { type DeleteCondition, type DocumentStore, type StoreEntry, type WriteCondition } from '@chancery/core'
import { request, signal } from './requests.ts'

/** A store to try, new and empty, and what the test may do behind its back. */
export interface DocumentStoreUnderTest {
  readonly store: DocumentStore
  /** Changes a stored byte as a failing disk would: unnoticed. */
  damage(path: string): Promise<void>
  /** Makes a folder that holds nothing; absent where folders are made of paths alone. */
  makeFolder?(path: string): Promise<void>
  /** Lets the clock of the store go on by what its times are rounded to; absent: they are as exact as those of the system. */
  passTime?(): Promise<void> | void
  close?(): Promise<void>
}

export interface DocumentStoreCapabilitySwitches {
  /** A document cannot lie below a document, nor be where a folder is. Default true. */
  readonly hierarchical?: boolean
  /** Longest segment of a path, in bytes of UTF-8. Default 255. */
  readonly segmentBytes?: number
  /** Names of any signs are listed in the order of their UTF-8 bytes; false: where none is beyond U+FFFF. Default true. */
  readonly utf8Order?: boolean
  /**
   * Whether many callers write and delete at once, and documents are moved, by one write and one delete. Default true; false
   * where that is code of several stores, and tried with another of them.
   */
  readonly isCombined?: boolean
  /** How often calls race each other; the same few orders come again and again where all is done by one thread. Default 25. */
  readonly rounds?: number
  /**
   * Whether documents are tried that are larger than what a store writes in one piece. Default true; false where the same
   * store is tried with them elsewhere, and what is around it sees no bytes.
   */
  readonly inPieces?: boolean
}

/** How often calls race in a store that one thread serves: a provider's stand-in, or memory. */
export const roundsOfOneThread = 6

export type StoreSwitches = Required<DocumentStoreCapabilitySwitches>

export type GivenStore = ReturnType<typeof givenStore>

/** The store of the case that runs, and the calls that most cases make. */
export function givenStore(underTest: () => DocumentStoreUnderTest) {
  const listed = async (folder = '', after?: string): Promise<StoreEntry[]> => {
    const entries: StoreEntry[] = []
    for await (const entry of underTest().store.list(folder, { signal, ...(after === undefined ? {} : { after }) })) {
      entries.push(entry)
    }
    return entries
  }
  return {
    get underTest() {
      return underTest()
    },
    get store() {
      return underTest().store
    },
    put: (path: string, content: string | Uint8Array = path, condition: WriteCondition = 'absent') =>
      underTest().store.put(request(path, content, { condition }), { signal }),
    remove: (path: string, condition: DeleteCondition = 'any') => underTest().store.delete(path, { condition, signal }),
    textAt: async (path: string): Promise<string> =>
      new TextDecoder().decode((await underTest().store.read(path, { signal })).bytes),
    listed,
    documentPaths: async (folder?: string, after?: string): Promise<string[]> =>
      (await listed(folder, after)).filter(({ kind }) => kind === 'document').map(({ path }) => path),
    /** Afterwards a write has a later time. */
    async laterTime(): Promise<void> {
      const given = underTest()
      if (given.passTime === undefined) await new Promise((resolve) => setTimeout(resolve, 15))
      else await given.passTime()
    },
  }
}

/** What listings are in the order of. */
export const keyOf = ({ kind, path }: StoreEntry): string => (kind === 'folder' ? `${path}/` : path)
