/** What every store of objects does, whichever vendor answers. */
import { documentStoreContract, roundsOfOneThread } from '@chancery/port-contracts/document-store'
import { failingCalls, isUsual } from './failing-calls.test-support.ts'
import { foreignAnswers } from './foreign-answers.test-support.ts'
import { largeDocuments } from './large-documents.test-support.ts'
import type { FakeObjects, ObjectStoreVendor } from './object-store-vendor.test-support.ts'
import { otherPrograms } from './other-programs.test-support.ts'
import { repeatedCalls } from './repeated-calls.test-support.ts'
import { versionsAndConditions } from './versions-and-conditions.test-support.ts'

/**
 * The contract of a document store, with versions or without, on a vendor's stand-in.
 * @param isWhole also with many callers at once, moves, and documents in pieces
 */
function objectStoreContract<Fake extends FakeObjects>(
  vendor: ObjectStoreVendor<Fake>,
  versions: boolean,
  isWhole: boolean,
): void {
  documentStoreContract(
    `The ${vendor.name} store ${versions ? 'with' : 'without'} versions`,
    async () => {
      const fake = await vendor.start({ versioning: versions, pageSize: 3 })
      return {
        // Whether it keeps to conditions is asked in `versionsAndConditions`: that takes some calls, here of each case.
        store: vendor.open(fake, 'docs', {
          prefix: 'firm',
          versions,
          conditions: 'trust',
        }),
        async damage(path) {
          fake.damage('docs', `firm/${path}`)
        },
        async makeFolder(path) {
          fake.place('docs', `firm/${path}/`, Buffer.alloc(0))
        },
        ...(fake.passTime === undefined ? {} : { passTime: fake.passTime }),
        close: () => fake.stop(),
      }
    },
    // `largeDocuments` tries those in pieces without versions.
    {
      hierarchical: false,
      segmentBytes: 900,
      rounds: roundsOfOneThread,
      isCombined: isWhole,
      inPieces: isWhole && versions,
    },
  )
}

/**
 * What `npm test` tries of an object store: its contract with versions, and what it makes of the faults that it may meet.
 * @param isWhole of one store, for the code that all have in common; of the others what their own calls show
 */
export function objectStore<Fake extends FakeObjects>(vendor: ObjectStoreVendor<Fake>, { isWhole = false } = {}): void {
  objectStoreContract(vendor, true, isWhole)
  failingCalls(vendor, isUsual)
  repeatedCalls(vendor)
  foreignAnswers(vendor, isWhole)
  otherPrograms(vendor)
  versionsAndConditions(vendor)
  largeDocuments(vendor, isWhole)
}

/** Each as a whole: the contract with versions and without, and every fault of every call. */
export function objectStoreInFull<Fake extends FakeObjects>(vendor: ObjectStoreVendor<Fake>): void {
  objectStoreContract(vendor, true, true)
  objectStoreContract(vendor, false, true)
  failingCalls(vendor, (fault) => !isUsual(fault))
  foreignAnswers(vendor, true)
  largeDocuments(vendor, true)
}
