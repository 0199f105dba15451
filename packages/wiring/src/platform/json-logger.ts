import type { Logger, LogLevel } from '@chancery/core'

const order: readonly LogLevel[] = ['debug', 'info', 'warning', 'error']

/** One JSON object a line, with the field names that Cloud Logging reads (severity, message, time). */
export function createJsonLogger(
  least: LogLevel | 'off',
  write: (line: string) => void = (line) => process.stderr.write(line),
): Logger {
  const from = least === 'off' ? order.length : order.indexOf(least)
  return {
    log(level, event, fields = {}) {
      if (order.indexOf(level) < from) return
      const line = { severity: level.toUpperCase(), time: new Date().toISOString(), message: event, ...fields }
      write(`${JSON.stringify(line)}\n`)
    },
  }
}
