import type { AddressRequest, ByteRange, ChanceryError, SignedAddress } from '@chancery/core'

/** What is kept beside an object by ourselves, in its metadata. */
export interface OwnFacts {
  /** Lower-case hex. */
  readonly sha256?: string
  /** As in `StoredDocument`; for stores that keep no such checksum. */
  readonly crc32c?: string
  /** When the first document was stored there, before this one took its place. */
  readonly createdAt?: string
  /** Tells our own write from another's, where the answer to it was lost. */
  readonly write?: string
}

/** An object as its store tells of it. */
export interface ObjectFacts {
  readonly name: string
  /** Bytes. */
  readonly size: number
  readonly contentType?: string
  /** What conditions name: a generation, an ETag. */
  readonly tag: string
  /** Changes with every write; what an older one is read by, where older ones are kept. */
  readonly version: string
  /** The caller's. */
  readonly metadata: Readonly<Record<string, string>>
  readonly own: OwnFacts
  /** As in `StoredDocument`, where the store has worked it out. */
  readonly crc32c?: string
  /** ISO 8601, UTC. */
  readonly createdAt: string
  readonly updatedAt: string
}

/** One page of what lies right below a prefix, by full names; folders have a `/` behind. */
export interface Level {
  readonly documents: readonly string[]
  readonly folders: readonly string[]
  readonly hasMore: boolean
}

/** An object as a list names it. */
export interface ListedObject {
  readonly name: string
  readonly size: number
  readonly contentType?: string
  /** ISO 8601, UTC. */
  readonly updatedAt: string
}

/** The bytes of a new object: as a whole, or in pieces for one that nobody holds as a whole. */
export interface ObjectBody {
  /** Bytes. */
  readonly size: number
  whole(): Promise<Uint8Array>
  /** In pieces of one size, of which the last may be shorter, and comes when all is known to be right. */
  pieces(bytes: number): AsyncIterable<Uint8Array>
}

export interface NewObject {
  readonly name: string
  readonly body: ObjectBody
  readonly contentType: string
  readonly metadata: Readonly<Record<string, string>>
  readonly own: OwnFacts
  /** Base64 of the 16 bytes; of a body that is there as a whole. */
  readonly md5?: string
  readonly crc32c: string
  /** The tag that it takes the place of; absent: nothing may be there. */
  readonly replaces?: string
}

/**
 * Makes a call of an SDK, again where that may help. What a call throws comes out as `problemOf` says.
 * @param bytes that the call carries, for which it gets more time
 */
export type Repeat = <Result>(call: (signal: AbortSignal) => Promise<Result>, bytes?: number) => Promise<Result>

export interface DriverAddress extends Omit<SignedAddress, 'expiresAt'> {
  /** When what it is signed with ends, and the address with it; absent: not before the address. */
  readonly credentialsEnd?: Date
}

/**
 * The calls of one vendor's object store, without what is the same for all of them. Each is a single step, and may come
 * twice. A call throws what the SDK throws; the signal is that of the call.
 */
export interface ObjectDriver {
  /** The newest object of a name, or that version of it. `undefined`: it is absent, or its bucket is. */
  find(name: string, version: string | undefined, signal: AbortSignal): Promise<ObjectFacts | undefined>
  /** The bytes of the very object, or some of them, which are at least one; `undefined`: it is no more. */
  bytes(object: ObjectFacts, range: ByteRange | undefined, signal: AbortSignal): Promise<Uint8Array | undefined>
  /** Larger documents are written in pieces of so many bytes. */
  readonly pieceBytes: number
  /** Writes all, and lets the store compare checksums. `refused`: the condition did not hold, a lost answer to the same write was right, or the store has given the upload up. */
  write(object: NewObject, repeat: Repeat): Promise<ObjectFacts | 'refused'>
  /**
   * Takes the very object away, or none: `refused`, where it is gone or another is there.
   * @param isConditional false only where the store keeps to no conditions of deletes
   */
  remove(object: ObjectFacts, isConditional: boolean, signal: AbortSignal): Promise<'removed' | 'refused'>
  /** Names that begin with `prefix`, in the order of their UTF-8 bytes; those after `after`, which may itself be among them. */
  list(prefix: string, after: string | undefined, repeat: Repeat): AsyncIterable<readonly ListedObject[]>
  /**
   * The versions of the object of a name that the bucket keeps, the newest first: what is known of each where a list says it,
   * and else the version, by which it is found.
   */
  versions(name: string, repeat: Repeat): Promise<readonly (ObjectFacts | string)[]>
  /** The first page of what lies right below a prefix. */
  level(prefix: string, signal: AbortSignal): Promise<Level>
  /**
   * Signs an address. `undefined`: there is nothing to sign with.
   * @throws what `problemOf` says: it may be signed by a call
   */
  sign(request: AddressRequest, expiresAt: Date): Promise<DriverAddress | undefined>
  /** A small list that fails where the bucket is absent or refuses us. */
  touch(prefix: string, signal: AbortSignal): Promise<unknown>
  /** What an error means to a caller. */
  problemOf(error: unknown): ChanceryError
  /** Whether a problem means that the account, or the want of one, is at fault. */
  refusesCredentials(problem: unknown): boolean
  /** One call hung; the next may not. */
  tookTooLong(): ChanceryError
}
