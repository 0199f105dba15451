import { throwIfCancelled } from './cancellation.ts'

/**
 * Lets timers and other calls have their turn, between the steps of long work.
 * @throws what `signal` says, where it has aborted meanwhile
 */
export async function nextTurn(signal?: AbortSignal): Promise<void> {
  // The first may come before the next look at what the system has to say; the second comes behind it.
  await new Promise<void>((resolve) => void setImmediate(() => void setImmediate(resolve)))
  if (signal !== undefined) throwIfCancelled(signal)
}

/**
 * For work in many small steps: what it gives is called at each, and waits for `nextTurn` once the last was so long ago.
 * @param now ms of any clock that only goes forward
 */
export function turnsEvery(heldMs: number, now: () => number, signal?: AbortSignal): () => Promise<void> {
  let last = now()
  return async () => {
    if (now() - last < heldMs) return
    await nextTurn(signal)
    last = now()
  }
}

/** UTF-16 units that are written before others have their turn: some ms of work, where they are cells of a table each. */
const unitsOfTurn = 32 * 1024
/** A piece costs as much as so many, however short it is. */
const unitsOfPiece = 16

/**
 * Joins a text that is written piece by piece. A long one holds nobody up: after some pieces, whatever else waits in this
 * process has its turn.
 * @param signal absent: it is written to its end, whoever has left
 * @throws what `signal` says, once it has aborted
 */
export const joinedInTurns = async (pieces: Iterable<string>, signal?: AbortSignal): Promise<string> =>
  (await gatheredInTurns(pieces, ({ length }) => length, signal)).join('')

/** The same for a list of what is made one by one. @param unitsOf how many UTF-16 units an item holds */
export async function gatheredInTurns<Item>(
  items: Iterable<Item>,
  unitsOf: (item: Item) => number,
  signal?: AbortSignal,
): Promise<Item[]> {
  const all: Item[] = []
  let units = 0
  for (const item of items) {
    all.push(item)
    units += unitsOfPiece + unitsOf(item)
    if (units < unitsOfTurn) continue
    units = 0
    await nextTurn(signal)
  }
  return all
}
