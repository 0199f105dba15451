/** Plain JSON, as it travels. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject
/** Its names are the caller's: only its own properties mean something. */
export interface JsonObject {
  readonly [key: string]: Json
}

/** A JSON Schema of draft 2020-12, as data. */
export type JsonSchema = { readonly [keyword: string]: unknown }

/** As much of a key as tells it from others: callers may send keys of megabytes, and each fault below one names it. */
const maxShownKey = 1024

/** A JSON pointer (RFC 6901) from path segments; a segment of more than 1,024 characters is cut, and ends with `…`. */
export const pointerTo = (path: readonly PropertyKey[]): string =>
  path.map((segment) => `/${shownKey(String(segment)).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')

const shownKey = (key: string): string =>
  key.length > maxShownKey ? `${key.slice(0, maxShownKey).replace(/[\ud800-\udbff]$/, '')}…` : key
