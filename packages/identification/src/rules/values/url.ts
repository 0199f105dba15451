import { candidate, type Candidate } from '../candidate.ts'
import { lastAtOrBefore } from '../text-index.ts'

const schemed = /(?<![\p{L}\d])(?:https?:\/\/|ftp:\/\/|www\d?\.)[^\s<>"'“”«»{}|\\^`]{2,2000}/giu
const bare =
  /(?<![\p{L}\d@._/-])(?:[a-z\d](?:[a-z\d-]{0,40}[a-z\d])?\.){1,4}(?:(?:com|org|net|edu|gov|co|ac)(?:\.[a-z]{2})?|info|biz|eu|io|de|fr|es|it|pt|nl|be|at|ch|uk|us|ca|au|br|mx|my|sg|in|dev|app)(?:\/[^\s<>"'“”«»]{0,500})?(?![\p{L}\d@-]|\.\p{L})/giu
const scheme = /^[a-z]{3,5}:\/\//i
/** A domain, an address of the Internet Protocol, or this machine. */
const withHost =
  /\.[\p{L}]{2}|^[a-z]{3,5}:\/\/(?:[^/@]{1,100}@)?(?:localhost|\d{1,3}(?:\.\d{1,3}){3}|\[[\da-f:.]{2,45}\])(?![\p{L}\d.-])/iu

/** Closing marks of the sentence are not part of the address, but a bracket that it opened is. */
function trimmed(raw: string): string {
  let end = raw.length
  while (end > 0) {
    const last = raw[end - 1] ?? ''
    if (last === ')' && raw.slice(0, end).includes('(')) break
    if (!/[.,;:!?)\]*]/.test(last)) break
    end -= 1
  }
  return raw.slice(0, end)
}

/** Web addresses; scheme and host in lower case, `https://` put before where the text has none. */
export function scanUrls(text: string): Candidate[] {
  const whole = addresses(text, schemed, 0.98)
  const alone = addresses(text, bare, 0.7).filter(
    ({ start }) => (whole[lastAtOrBefore(whole, start)]?.end ?? 0) <= start,
  )
  return [...whole, ...alone]
}

function addresses(text: string, pattern: RegExp, confidence: number): Candidate[] {
  const found: Candidate[] = []
  for (const match of text.matchAll(pattern)) {
    const raw = trimmed(match[0])
    const full = scheme.test(raw) ? raw : `https://${raw}`
    if (!URL.canParse(full) || !(scheme.test(raw) ? withHost : /\.[\p{L}]{2}/u).test(raw)) continue
    const slash = full.indexOf('/', full.indexOf('://') + 3)
    const host = slash === -1 ? full : full.slice(0, slash)
    const value = host.toLowerCase() + full.slice(host.length)
    found.push(candidate('url', match.index, match.index + raw.length, value, confidence))
  }
  return found
}
