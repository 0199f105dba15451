import { expect } from 'vitest'
import { processorMs } from './processor-time.ts'

/** Below this many milliseconds a measurement is noise. */
const floorMs = 3
const mostRounds = 12
const factor = 8
/** Linear work takes about 8 times as long for 8 times the size, quadratic work 64 times. */
const mostGrowth = 32

/**
 * Fails where `run` takes much more than eight times as long for eight times `size`: time of this thread on a
 * processor, which what else the machine does disturbs little. It measures until it finds that it does not, some times at most: a collection of
 * garbage may disturb some measurements, not all. What `run` has other threads or processes do is not seen.
 */
export async function expectLinearTime<Input>(
  size: number,
  make: (size: number) => Input,
  run: (input: Input) => unknown,
): Promise<void> {
  const time = (input: Input): Promise<number> => processorMs(() => run(input))
  const [one, more] = [make(size), make(factor * size)]
  // Code that is compiled while it is measured would flatter the growth.
  await time(one)
  let growth = Infinity
  for (let round = 0, least = Infinity, most = Infinity; round < mostRounds && growth > mostGrowth; round++) {
    least = Math.min(least, await time(one))
    most = Math.min(most, await time(more))
    growth = most / Math.max(least, floorMs)
  }
  expect(growth, 'times as long for 8 times the size').toBeLessThanOrEqual(mostGrowth)
}
