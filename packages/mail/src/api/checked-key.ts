import { invalidRequest } from '@chancery/core'

/** A key that can stand in a header. @throws `invalid_request` */
export function checkedKey(key: string, setting: string): string {
  if (/^[!-~]+$/.test(key)) return key
  throw invalidRequest(`/${setting}`, 'invalid_key', 'The key of the API must be one word of ASCII.')
}
