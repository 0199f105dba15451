import { type BatchPlace, ChanceryError, type ClientDirectory, type Json, type KeptOutcome } from '@chancery/core'

/** What became of batches, for as long as the process lives. */
export class MemoryKeptOutcomes {
  /** As text, as a file would have it: nobody else changes it. */
  readonly #kept = new Map<string, { readonly place: BatchPlace; readonly at: number; readonly text: string }>()

  find(space: string, place: BatchPlace): Json | undefined {
    const found = this.#kept.get(keyOf(space, place))
    return found && (JSON.parse(found.text) as Json)
  }

  /** @throws `write_conflict` where there is one already */
  refuseTaken(space: string, place: BatchPlace): void {
    if (this.#kept.has(keyOf(space, place)))
      throw new ChanceryError('write_conflict', 'The batch was entered at the same time.')
  }

  keep(space: string, { outcome, at, ...place }: KeptOutcome): void {
    this.#kept.set(keyOf(space, place), { place, at, text: JSON.stringify(outcome) })
  }

  forget(which: Parameters<ClientDirectory['forgetOutcomes']>[0]): void {
    for (const [key, { place, at }] of this.#kept)
      if ('import' in which ? place.import === which.import : at < which.before) this.#kept.delete(key)
  }
}

const keyOf = (space: string, place: BatchPlace): string => JSON.stringify([space, place.import, place.after])
