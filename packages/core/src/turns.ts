import { throwIfCancelled } from './cancellation.ts'

/** UTF-16 units that are written before others have their turn: some ms of work. */
const unitsOfTurn = 256 * 1024

/**
 * Joins a text that is written piece by piece. A long one holds nobody up: after some pieces, whatever else waits in this
 * process has its turn.
 * @throws what `signal` says, once it has aborted
 */
export async function joinedInTurns(pieces: Iterable<string>, signal: AbortSignal): Promise<string> {
  const all: string[] = []
  let units = 0
  for (const piece of pieces) {
    all.push(piece)
    units += piece.length
    if (units < unitsOfTurn) continue
    units = 0
    await new Promise<void>((resolve) => setTimeout(resolve))
    throwIfCancelled(signal)
  }
  return all.join('')
}
