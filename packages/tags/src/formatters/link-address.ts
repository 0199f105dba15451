import { FormatterFault } from './formatter.ts'

const safe = /^(?:https?:\/\/|ftp:\/\/|mailto:|tel:|sms:)[^\s]/i
const bookmark = /^#[\p{L}_][\p{L}\p{N}_.-]{0,39}$/u
const mailAddress = /^[^\s@:/]{1,64}@[^\s@:/]{1,255}$/u

/**
 * The target of a link: only schemes that run nothing. `www.…` becomes https, an e-mail address mailto; other texts are no
 * address.
 */
export function linkAddress(text: string): string {
  // Browsers skip control characters and tabs inside a scheme; here nothing does.
  const target = text.trim()
  // oxlint-disable-next-line no-control-regex -- it is these that are looked for
  if (!/[\0-\u0020\u007f]/.test(target) && target.length <= 2083) {
    if (safe.test(target) || bookmark.test(target)) return target
    if (/^www\.[^\s.]/i.test(target)) return `https://${target}`
    if (mailAddress.test(target)) return `mailto:${target}`
  }
  throw new FormatterFault(
    'wrong_kind',
    '"link" wants an address and got a text that is none.',
    'Begin it with https://, http://, mailto:, tel: or "#" and the name of a bookmark.',
  )
}
