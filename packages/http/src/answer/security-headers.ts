/** For answers that are data. */
const closed = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"

/**
 * On every answer, unless it says otherwise: nothing here is to be framed, sniffed, embedded or run. Also on those that a
 * server gives before the service sees a request.
 */
export const responseHeaders: Readonly<Record<string, string>> = {
  'content-security-policy': closed,
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=()',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
}

/** For our own pages: their own style sheet, no script, no outside host. */
export const pagePolicy = `${closed}; style-src 'self'; img-src 'self' data:`
