/** Below this many milliseconds a measurement is noise. */
const floorMs = 3

const best = async (bytes: Uint8Array, run: (bytes: Uint8Array) => Promise<unknown>): Promise<number> => {
  let shortest = Infinity
  for (let times = 0; times < 3; times++) {
    const begin = performance.now()
    await run(bytes)
    shortest = Math.min(shortest, performance.now() - begin)
  }
  return Math.max(shortest, floorMs)
}

/** Time for `2 * size` by time for `size`: about 2 where work is linear, 4 where it is quadratic. */
export async function growthRatio(
  size: number,
  make: (size: number) => Uint8Array,
  run: (bytes: Uint8Array) => Promise<unknown>,
): Promise<number> {
  const single = await best(make(size), run)
  return (await best(make(2 * size), run)) / single
}
