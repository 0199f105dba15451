import { describe, expect, it, vi } from 'vitest'
import { createYoungGarbage } from './young-garbage.ts'

const megabyte = 1024 ** 2

describe('young garbage', () => {
  it('is collected once there is enough of it, and not again before there is more', () => {
    let used = 30 * megabyte
    const collector = vi.fn<(options: object) => void>(() => void (used = 31 * megabyte))
    const garbage = createYoungGarbage(collector, () => used)
    const collectedAt = (bytes: number): boolean => {
      used = bytes
      const before = collector.mock.calls.length
      garbage.collect()
      return collector.mock.calls.length > before
    }
    expect([30, 37, 38].map((size) => collectedAt(size * megabyte))).toEqual([false, false, true])
    expect(collector).toHaveBeenLastCalledWith({ type: 'minor' })
    expect([38, 39].map((size) => collectedAt(size * megabyte))).toEqual([false, true])
    // V8 has collected old objects by itself.
    expect([20, 27, 28].map((size) => collectedAt(size * megabyte))).toEqual([false, false, true])
  })

  it('is left alone where it cannot be collected', () => {
    const garbage = createYoungGarbage(undefined, () => 0)
    expect(() => garbage.collect()).not.toThrow()
  })
})
