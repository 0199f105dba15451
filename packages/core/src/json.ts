/** Plain JSON, as it travels. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject
/** Its names are the caller's: only its own properties mean something. */
export interface JsonObject {
  readonly [key: string]: Json
}

/** A JSON Schema of draft 2020-12, as data. */
export type JsonSchema = { readonly [keyword: string]: unknown }

/** A JSON pointer (RFC 6901) from path segments. */
export const pointerTo = (path: readonly PropertyKey[]): string =>
  path.map((segment) => `/${String(segment).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
