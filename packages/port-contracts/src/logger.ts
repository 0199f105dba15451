import type { Logger, LogLevel } from '@chancery/core'
import { describe, expect, it } from 'vitest'

/** What every logger does. `written` gives all that was logged so far, as text. */
export function loggerContract(
  name: string,
  make: (least: LogLevel | 'off') => { readonly logger: Logger; written(): Promise<string> },
): void {
  describe(`${name} as a Logger`, () => {
    it('writes event and fields, one line each, in order', async () => {
      const { logger, written } = make('debug')
      logger.log('info', 'first', { bytes: 12, cached: true, code: 'a\nb "c"' })
      logger.log('error', 'second')
      const lines = (await written()).trimEnd().split('\n')
      expect(lines).toHaveLength(2)
      expect(lines[0]).toContain('first')
      expect(lines[0]).toContain('12')
      expect(lines[1]).toContain('second')
    })

    it('leaves out what is below its least level', async () => {
      const { logger, written } = make('warning')
      logger.log('info', 'quiet')
      logger.log('warning', 'loud')
      const text = await written()
      expect(text).not.toContain('quiet')
      expect(text).toContain('loud')
    })

    it('writes nothing when it is off', async () => {
      const { logger, written } = make('off')
      logger.log('error', 'anything')
      expect(await written()).toBe('')
    })
  })
}
