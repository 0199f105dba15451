import { readSpaceName } from '@chancery/core'
import * as z from 'zod'

/** One or more of some names, with commas between them; their order counts. */
export const list = <const Values extends readonly [string, ...string[]]>(values: Values) =>
  z
    .string()
    .transform((text) =>
      text
        .split(',')
        .map((item) => item.trim())
        .filter((item) => item !== ''),
    )
    .pipe(z.array(z.enum(values)).min(1))
    .refine((names) => new Set(names).size === names.length, 'Must be names that differ from each other.')

/** What stands between commas or spaces. */
export const wordsIn = (text: string): string[] => text.split(/[\s,]+/).filter((item) => item !== '')

/** Words of any kind. */
export const words = z.string().transform(wordsIn)

/** A whole number. */
export function count(min: number, max: number) {
  const error = `Must be a whole number from ${min} to ${max}.`
  return z.string().regex(/^\d+$/, error).transform(Number).pipe(z.number().min(min, error).max(max, error))
}

/** A key, token or password that is no more than one word. */
export const oneWord = z.string().regex(/^[!-~]+$/, 'Must be one word of ASCII, without spaces.')

/** Where a service listens; plain http for one beside this, and in tests. */
export const httpAddress = z.url({ protocol: /^https?$/, error: 'Must be an http or https address.', abort: true })

/** Where a service is for its callers: what is written behind it makes the address of a call. */
export const publicAddress = httpAddress.refine((text) => {
  const { username, password, search, hash } = new URL(text)
  return [username, password, search, hash].every((part) => part === '')
}, 'Must be an address without a name, a password, `?` and `#`.')

/** A space as a principal has it: `''` is the common one. */
export const spaceName = z.string().transform((text, context) => {
  const read = readSpaceName(text)
  if ('space' in read) return read.space
  context.issues.push({ code: 'custom', input: text, message: read.fault })
  return z.NEVER
})
