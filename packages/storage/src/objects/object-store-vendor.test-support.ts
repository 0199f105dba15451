/** What tests know of a vendor of object stores, and of its stand-in. */
import type { DocumentStore } from '@chancery/core'
import type { WireFault } from './fake-wire.ts'
import type { ObjectStoreSettings } from './object-store-settings.ts'

/** The calls that every object store has, by the names that all stand-ins give them. */
export type ObjectCall = 'insert' | 'get' | 'media' | 'list' | 'delete' | 'part' | 'complete'

export interface PlacedFacts {
  readonly contentType?: string
  /** As the vendor has it: with names of ours, too. */
  readonly metadata?: Readonly<Record<string, string>>
}

/** What the stand-ins of all vendors can do. */
export interface FakeObjects {
  readonly calls: string[]
  fail(fault: WireFault<ObjectCall>): void
  before(call: ObjectCall, nth: number, work: () => void): void
  forgive(): void
  stop(): Promise<void>
  /** Puts an object as another program would. */
  place(bucket: string, name: string, bytes: Buffer, more?: PlacedFacts): void
  remove(bucket: string, name: string): void
  damage(bucket: string, name: string): void
  /** Lets the next second begin; absent: times are in milliseconds. */
  passTime?(): void
}

export interface ObjectStoreVendor<Fake extends FakeObjects> {
  /** As names of tests have it. */
  readonly name: string
  readonly start: (settings: { readonly versioning: boolean; readonly pageSize: number }) => Promise<Fake>
  readonly open: (fake: Fake, bucket: string, settings: ObjectStoreSettings) => DocumentStore
  /** A list of versions tells all of each, so that none has to be looked at. */
  readonly tellsVersions: boolean
  /** Answers to a list that are no list, besides those that are nothing at all. */
  readonly noLists: readonly string[]
  /** Of our own metadata. */
  readonly ownPrefix: string
  /** The call that carries one part of a large document, and the one that makes it be there. */
  readonly partCall: ObjectCall
  readonly lastCall: ObjectCall
  /** What one of these calls is answered when the store has given the upload up, as it does after some days. */
  readonly uploadGone: readonly WireFault<ObjectCall>[]
}
