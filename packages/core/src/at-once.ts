/** Does work for each item, so many at once; after a failure none is begun, and it is thrown when those under way have ended. */
export async function atOnce<Item>(
  items: Iterable<Item>,
  most: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const iterator = items[Symbol.iterator]()
  let isStopped = false
  const lane = async (): Promise<void> => {
    for (let next = iterator.next(); next.done !== true && !isStopped; next = iterator.next()) {
      try {
        await work(next.value)
      } catch (error) {
        isStopped = true
        throw error
      }
    }
  }
  const lanes = await Promise.allSettled(Array.from({ length: most }, lane))
  for (const each of lanes) if (each.status === 'rejected') throw each.reason
}

/** Does what it is given one after the other, in the order in which it came. */
export function oneByOne(): <Result>(work: () => Promise<Result>) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const mine = last.then(work)
    last = mine.catch(() => undefined)
    return mine
  }
}
