import type { Ids } from '@chancery/core'

const acceptable = /^[\w\-=.]{1,255}$/

/** The caller's `X-Request-Id` where it is harmless in logs and headers, otherwise a new one. */
export const requestIdOf = (header: string | undefined, ids: Ids): string =>
  header !== undefined && acceptable.test(header) ? header : ids.next()
