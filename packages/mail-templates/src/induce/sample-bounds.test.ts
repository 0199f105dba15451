import { describe, expect, it } from 'vitest'
import { boundSamples } from './sample-bounds.ts'

const withLines = (count: number, end = '\n') => ({ subject: 'x', text: `a${end}`.repeat(count) })
const withTags = (count: number) => ({ subject: 'x', html: '<br>'.repeat(count) })

describe('what can be compared', () => {
  it('is as much as the bounds, of one and of all', () => {
    for (const sample of [withLines(50_000), withLines(50_000, '\r\n'), withLines(50_000, '\r'), withTags(50_000)]) {
      expect(() => boundSamples([sample, sample, sample])).not.toThrow()
    }
  })

  it('is told by the place of what is more', () => {
    const small = withLines(3)
    for (const sample of [withLines(50_001), withLines(50_001, '\r'), withTags(50_001)]) {
      expect(() => boundSamples([small, sample])).toThrow(
        expect.objectContaining({
          code: 'payload_too_large',
          violations: [expect.objectContaining({ pointer: '/samples/1', code: 'too_many_pieces' })],
          details: { what: 'lines and tags', limit: 50_000, actual: 50_001 },
        }),
      )
    }
    const half = { ...withLines(25_000), ...withTags(25_000) }
    expect(() => boundSamples([half, half, half, small])).toThrow(
      expect.objectContaining({
        violations: [expect.objectContaining({ pointer: '/samples' })],
        details: { what: 'lines and tags', limit: 150_000, actual: 150_003 },
      }),
    )
  })
})
