import { turnsEvery } from '@chancery/core'
import { hash } from 'node:crypto'
import { tooLarge } from '../refusal.ts'

/** How long the event loop is kept at a stretch, in ms. */
const stretch = 10
const roundsBetweenLooks = 512
/** OpenDocument has a key for each part, made natively and so in less time. */
const keysOfOne = 20

/** What making keys of passwords may cost: it is made slow on purpose, and the document says how slow. */
export class KeyWork {
  /** Lets other work have its turn where this one has had its time. @throws `cancelled` */
  readonly pause: () => Promise<void>
  private readonly limit: number
  private spent = 0

  /** @param limit of the rounds of one key; all keys of a document may have `keysOfOne` times as many */
  constructor(limit: number, signal: AbortSignal) {
    this.limit = limit
    this.pause = turnsEvery(stretch, () => performance.now(), signal)
  }

  /** @throws `payload_too_large` where these rounds are too many */
  spend(rounds: number): void {
    this.spent += rounds
    if (rounds > this.limit) throw tooLarge('rounds of a key', this.limit, rounds)
    if (this.spent > this.limit * keysOfOne) throw tooLarge('rounds of all keys', this.limit * keysOfOne, this.spent)
  }

  /**
   * A password, hashed again and again ([MS-OFFCRYPTO] 2.3.4.7, 2.3.4.11), other work having its turn meanwhile.
   * @throws `payload_too_large`, `cancelled`
   */
  async hashed(algorithm: string, salt: Uint8Array, password: string, rounds: number): Promise<Buffer> {
    this.spend(rounds)
    let digest = digestOf(algorithm, salt, Buffer.from(password, 'utf16le'))
    const next = Buffer.alloc(4 + digest.length)
    for (let round = 0; round < rounds; round++) {
      next.writeUInt32LE(round)
      digest.copy(next, 4)
      digest = hash(algorithm, next, 'buffer')
      if (round % roundsBetweenLooks === 0) await this.pause()
    }
    return digest
  }
}

/** The hash of some bytes after each other. */
export const digestOf = (algorithm: string, ...parts: readonly Uint8Array[]): Buffer =>
  hash(algorithm, Buffer.concat(parts), 'buffer')
