const safe = /^(?:https?:\/\/|ftp:\/\/|mailto:|tel:|sms:)[^\s]/i
// oxlint-disable-next-line no-control-regex -- browsers skip these inside a scheme; here nothing does
const forbidden = /[\0-\u0020\u007f"<>\\^`{|}]/g

/**
 * The address of a link as a document may have it: only schemes that run nothing, or `#` and a bookmark. `undefined` for
 * all others; the text of the link then stays without one.
 */
export function safeAddress(given: string | undefined): string | undefined {
  const text = (given ?? '').trim()
  if (text.length > 2083) return undefined
  const address = /^www\.[^\s.]/i.test(text) ? `https://${text}` : text
  if (/^#[\p{L}_][\p{L}\p{N}_.-]{0,39}$/u.test(address)) return address
  return safe.test(address) ? address.toWellFormed().replaceAll(forbidden, encodeURIComponent) : undefined
}
