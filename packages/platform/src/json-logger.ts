import { AsyncLocalStorage } from 'node:async_hooks'
import type { LogFields, Logger, LogLevel } from '@chancery/core'

/** Each write of its own would cost as much as what it tells of. */
const flushAfterMs = 20

const order: readonly LogLevel[] = ['debug', 'info', 'warning', 'error']

const ignored = (): void => undefined

/** What cannot be written (the disk is full, the reader is gone) is lost, and the service goes on: Node would end the process. */
function toStandardError(lines: string): void {
  const { stderr } = process
  if (!stderr.listeners('error').includes(ignored)) stderr.on('error', ignored)
  stderr.write(lines)
}

/**
 * One JSON object a line, with the field names that Cloud Logging reads (severity, message, time). Lines of a few
 * milliseconds are written together; what is left is written when the process ends.
 */
export function createJsonLogger(least: LogLevel | 'off', write: (lines: string) => void = toStandardError): Logger {
  const from = least === 'off' ? order.length : order.indexOf(least)
  const ofCall = new AsyncLocalStorage<LogFields>()
  let waiting = ''
  const flush = (): void => {
    process.off('exit', flush)
    const lines = waiting
    waiting = ''
    write(lines)
  }
  return {
    log(level, event, fields = {}) {
      if (order.indexOf(level) < from) return
      const line = {
        severity: level.toUpperCase(),
        time: new Date().toISOString(),
        message: event,
        ...ofCall.getStore(),
        ...fields,
      }
      if (waiting === '') {
        setTimeout(flush, flushAfterMs).unref()
        process.once('exit', flush)
      }
      waiting += `${JSON.stringify(line)}\n`
    },
    within: (fields, run) => ofCall.run({ ...ofCall.getStore(), ...fields }, run),
  }
}
