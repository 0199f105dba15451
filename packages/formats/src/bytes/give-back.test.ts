import { describe, expect, it } from 'vitest'
import { giveBack } from './give-back.ts'

describe('bytes that are given back', () => {
  it('take up no memory any more, without a collection', () => {
    const before = process.memoryUsage().arrayBuffers
    const bytes = Buffer.alloc(64 * 1024 ** 2)
    giveBack(bytes)
    expect(bytes).toHaveLength(0)
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(1024 ** 2)
  })

  it('are left alone where others have their part of the buffer', () => {
    const whole = Buffer.from(new Uint8Array(10_000).fill(7).buffer)
    for (const part of [whole.subarray(1, 9000), whole.subarray(0, 9998), Buffer.from('pooled')]) {
      const before = part.toString()
      giveBack(part)
      expect(part.toString()).toBe(before)
    }
    expect(whole).toHaveLength(10_000)
  })
})
