/** Longest header that is looked at. */
const longest = 1024

/**
 * Whether a request prefers to be answered before it is done: `Prefer: respond-async` (RFC 7240, section 4.1). Other
 * preferences, and what is not written as one, mean nothing here.
 */
export const prefersAsync = (headers: Headers): boolean =>
  (headers.get('prefer') ?? '')
    .slice(0, longest)
    .split(',')
    .some((preference) => /^\s*respond-async\s*(?:;|$)/i.test(preference))
