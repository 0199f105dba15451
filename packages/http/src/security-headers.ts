/** On every answer: nothing here is to be framed, sniffed, embedded or run. */
const everywhere = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=()',
  'strict-transport-security': 'max-age=31536000',
}

/** For answers that are data. */
const closed = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"

/** For our own pages: their own style sheet, no script, no outside host. */
export const pagePolicy = `${closed}; style-src 'self'; img-src 'self' data:`

/** Adds what is not there yet. */
export function addSecurityHeaders(headers: Headers): void {
  for (const [name, value] of Object.entries(everywhere)) headers.set(name, value)
  if (!headers.has('content-security-policy')) headers.set('content-security-policy', closed)
}
