/** Below this many milliseconds a measurement is noise. */
const floorMs = 3
const mostRounds = 10

/**
 * Time for `2 * size` by time for `size`: about 2 where work is linear, 4 where it is quadratic. Measured until it is
 * below `enough`, some times at most: what else the machine does may disturb some measurements, not all.
 */
export async function growthRatio(
  size: number,
  make: (size: number) => Uint8Array,
  run: (bytes: Uint8Array) => Promise<unknown>,
  enough: number,
): Promise<number> {
  const time = async (bytes: Uint8Array): Promise<number> => {
    const begin = performance.now()
    await run(bytes)
    return performance.now() - begin
  }
  const [one, two] = [make(size), make(2 * size)]
  // Code that is compiled while it is measured would flatter the ratio.
  await time(one)
  let ratio = Infinity
  for (let round = 0, single = Infinity, double = Infinity; round < mostRounds && ratio >= enough; round++) {
    single = Math.min(single, await time(one))
    double = Math.min(double, await time(two))
    ratio = Math.max(double, floorMs) / Math.max(single, floorMs)
  }
  return ratio
}
