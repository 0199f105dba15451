import type { Logger } from '@chancery/core'

const maxFrames = 12

/**
 * The one policy for what nothing else has caught, a rejection too: one line that says what kind it is and where in the
 * code, and an end in order, since the state of the process is not known any more. Its message may hold anything, and is
 * not logged.
 * @param end ends the process; called once
 */
export function endAtUncaughtErrors(logger: Pick<Logger, 'log'>, end: () => void): void {
  let isEnding = false
  process.on('uncaughtException', (error: unknown, origin) => {
    logger.log('error', 'uncaught', { origin, ...traceOf(error) })
    if (isEnding) return
    isEnding = true
    end()
  })
}

function traceOf(error: unknown): Readonly<Record<string, string>> {
  if (!(error instanceof Error)) return { error: typeof error }
  const { code } = error as NodeJS.ErrnoException
  // The message stands in the stack too, and may look like frames.
  const frames = (error.stack ?? '').replace(error.message, '').match(/^ {4}at .*$/gm) ?? []
  return {
    error: error.constructor.name,
    ...(typeof code === 'string' && /^[A-Z0-9_]{1,64}$/.test(code) ? { code } : {}),
    stack: frames.slice(0, maxFrames).join('\n'),
  }
}
