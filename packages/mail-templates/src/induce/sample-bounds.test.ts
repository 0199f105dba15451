import { describe, expect, it } from 'vitest'
import { boundSamples as boundByPages } from './sample-bounds.ts'

const boundSamples = (samples: Parameters<typeof boundByPages>[0]) => boundByPages(samples, 500)

const withLines = (count: number, end = '\n') => ({ subject: 'x', text: `a${end}`.repeat(count) })
const withTags = (count: number) => ({ subject: 'x', html: '<br>'.repeat(count) })

describe('what can be compared', () => {
  it('is as much as the bounds, of one and of all', () => {
    for (const sample of [withLines(25_000), withLines(25_000, '\r\n'), withLines(25_000, '\r'), withTags(25_000)]) {
      expect(() => boundSamples([sample, sample])).not.toThrow()
    }
  })

  it('is told by the place of what is more', () => {
    const small = withLines(3)
    for (const sample of [withLines(25_001), withLines(25_001, '\r'), withTags(25_001)]) {
      expect(() => boundSamples([small, sample])).toThrow(
        expect.objectContaining({
          code: 'payload_too_large',
          violations: [expect.objectContaining({ pointer: '/samples/1', code: 'too_many_pieces' })],
          details: { what: 'lines and tags', limit: 25_000, actual: 25_001, growsWith: 'pages' },
        }),
      )
    }
    const half = { ...withLines(12_500), ...withTags(12_500) }
    expect(() => boundSamples([half, half, small])).toThrow(
      expect.objectContaining({
        violations: [expect.objectContaining({ pointer: '/samples' })],
        details: { what: 'lines and tags', limit: 50_000, actual: 50_003, growsWith: 'pages' },
      }),
    )
  })

  it('is so many characters', () => {
    const long = (units: number) => ({ subject: '', text: 'a'.repeat(units) })
    const most = long(500_000)
    expect(() => boundSamples([most, most])).not.toThrow()
    const tooLong = (pointer: string, actual: number) =>
      expect.objectContaining({
        code: 'payload_too_large',
        violations: [expect.objectContaining({ pointer, code: 'too_long' })],
        details: expect.objectContaining({ what: 'characters', actual }),
      })
    expect(() => boundSamples([long(1), long(500_001)])).toThrow(tooLong('/samples/1', 500_001))
    expect(() => boundSamples([most, most, long(1)])).toThrow(tooLong('/samples', 1_000_001))
  })

  it('is more where a call may have more pages', () => {
    for (const sample of [withTags(250_000), { subject: '', text: 'a'.repeat(5_000_000) }])
      expect(() => boundByPages([sample, sample], 5000)).not.toThrow()
    expect(() => boundByPages([withTags(1), withTags(1001)], 20)).toThrow(/lines and tags in one e-mail/)
  })

  it('is text', () => {
    const read = (bytes: Uint8Array) => ({ subject: 'x', text: new TextDecoder().decode(bytes) })
    const latin = Buffer.from('Été à Évian, dès que possible : votre numéro est échu.\r\n\tMerci\f', 'latin1')
    const image = Uint8Array.from({ length: 4000 }, (_, index) => (index * index * 31 + index) % 256)
    expect(() => boundSamples([read(latin), read(Buffer.from('日本語のメール'))])).not.toThrow()
    for (const sample of [read(image), { subject: 'x', html: '\0'.repeat(99) }])
      expect(() => boundSamples([read(latin), sample])).toThrow(
        expect.objectContaining({
          code: 'invalid_request',
          violations: [expect.objectContaining({ pointer: '/samples/1', code: 'not_text' })],
        }),
      )
  })
})
