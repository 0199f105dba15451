/** The last move of each document that is being moved now. */
const moving = new Map<string, Promise<unknown>>()

/**
 * Does the moves of one document one after the other, in the order in which they came. A move stores at the new path before it
 * takes away from the old one, and a delete that finds nothing may be its own, told late: of two that run side by side, neither
 * could know that its copy is one too many. So the second begins when the first has ended, and finds nothing to move.
 * Within this process: services that share a store do not wait for each other.
 * @param document tells it from the others of every space
 */
export async function moveInTurn<Result>(document: string, move: () => Promise<Result>): Promise<Result> {
  const mine = (moving.get(document) ?? Promise.resolve()).then(move)
  const ended = mine.catch(() => undefined)
  moving.set(document, ended)
  try {
    return await mine
  } finally {
    if (moving.get(document) === ended) moving.delete(document)
  }
}
