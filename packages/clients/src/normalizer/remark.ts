import type { Finding } from '@chancery/core'

/** A warning about a value that is kept as it is. `column` is the source's. */
export const remark = (code: string, message: string, column: string, hint?: string): Finding => ({
  code,
  severity: 'warning',
  message,
  ...(hint === undefined ? {} : { hint }),
  location: { field: column },
})
