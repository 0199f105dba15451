import { describe, expect, it } from 'vitest'
import { ChanceryError } from '../errors.ts'
import { filledFormat } from './template-format.ts'

describe('what a filled document is', () => {
  it.each([
    ['docx', undefined, 'docx'],
    ['odt', undefined, 'odt'],
    ['docx', 'docx', 'docx'],
    ['odt', 'odt', 'odt'],
    ['docx', 'pdf', 'pdf'],
    ['odt', 'pdf', 'pdf'],
  ] as const)('of %s, asked for as %s: %s', (type, asked, format) => {
    expect(filledFormat({ type }, asked, '/format')).toBe(format)
  })

  it.each([
    ['docx', 'odt'],
    ['odt', 'docx'],
  ] as const)('of %s is never %s', (type, asked) => {
    const fault = (): unknown => {
      try {
        return filledFormat({ type }, asked, '/attachments/0/format')
      } catch (error) {
        return error
      }
    }
    const error = fault()
    expect(ChanceryError.is(error) && error.code).toBe('unsupported_option')
    expect(error).toMatchObject({
      violations: [{ pointer: '/attachments/0/format', hint: expect.stringContaining(type) }],
    })
  })
})
