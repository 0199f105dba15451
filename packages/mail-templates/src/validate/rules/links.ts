import { around, textOf } from '../../page/html-page.ts'
import { type HtmlAttribute, wordsPlace } from '../../parse/html-tokens.ts'
import { firstTagAfter, type Html, htmlRule, holdsTag } from '../rule.ts'
import { domainToUnicode } from 'node:url'
import { hostOf, verdictsOn } from './link-address.ts'

/** What stands for a value in an address: no such character may stand in one. */
const hole = '\uFFFC'
/** A value with the colon of a scheme behind it. */
const schemeOfValue = /^\s*\uFFFC:/

/** A text that is an address of the web, or names one with its scheme. */
const shownAddress =
  /^(?:https?:\/\/)?((?:[\p{L}\d-]+\.)+[\p{L}]{2,}|(?:[\p{L}\d-]+\.)+xn--[a-z\d-]+)(?::\d+)?(?:[/?#]\S*)?$/iu
const namedAddress = /\bhttps?:\/\/((?:[\p{L}\d-]+\.)+[\p{L}\d-]{2,})/iu
const shownMailbox = /^[^\s@<>]+@((?:[\p{L}\d-]+\.)+[\p{L}\d-]{2,})$/iu

/** Endings that are files more often than domains. */
const fileEnding = /\.(?:pdf|docx?|xlsx?|png|jpe?g|gif|html?|js|php|txt|zip)$/i

/** The two last labels, or three where the last two are both short: `firm.co.uk`; all of an address in numbers. */
const siteOf = (host: string): string => {
  if (/^[\d.]+$|:/.test(host)) return host
  const labels = host.replace(/^www\./, '').split('.')
  const isShort = (labels.at(-1)?.length ?? 0) <= 2 && (labels.at(-2)?.length ?? 0) <= 3
  return labels.slice(isShort ? -3 : -2).join('.')
}

interface LinkAddress {
  /** With a hole for each value. */
  readonly url: string
  /** Whether it begins with a value. */
  readonly begins: boolean
}

/** The address in a `href` as the template has it. */
function addressOf({ parsed, masked }: Pick<Html, 'parsed' | 'masked'>, href: HtmlAttribute): LinkAddress {
  if (!holdsTag(parsed, href.start, href.end)) return { url: href.value, begins: false }
  const written = parsed.field.source.slice(href.start, href.end)
  const begins = /^[\w:-]+\s*=\s*(?:["']\s*)?\{\{/.test(written)
  // Each value is one hole, so that a mask of letters is not taken for words of the address.
  let url = ''
  let at = href.start
  for (let index = firstTagAfter(parsed, href.start); (parsed.tags[index]?.start ?? Infinity) < href.end; index += 1) {
    const { start = 0, end = 0, kind } = parsed.tags[index] ?? {}
    url += masked.slice(at, start) + (kind === 'value' || kind === 'raw' ? hole : '')
    at = end
  }
  url = (url + masked.slice(at, href.end)).replace(/^[\w:-]+\s*=\s*["']?|["']$/g, '').replaceAll('&amp;', '&')
  return { url, begins }
}

/** Links that lead nowhere. */
export const linkAddresses = htmlRule((html, tell) => {
  const { starts } = html
  const anchors = new Set(
    starts.flatMap(({ attributes }) => [attributes.get('id')?.value, attributes.get('name')?.value]),
  )
  for (const tag of starts) {
    const { name, attributes } = tag
    if (name !== 'a' && name !== 'area') continue
    const href = attributes.get('href')
    if (href === undefined) {
      if (!attributes.has('name') && !attributes.has('id') && name === 'a') tell('no_address', tag)
      continue
    }
    const ping = attributes.get('ping')
    if (ping !== undefined)
      tell('tracking_pixel', ping, {
        message: 'A link tells another address who followed it.',
        hint: 'Take ping out, or tell your readers.',
      })
    const { url, begins } = addressOf(html, href)
    // Of a link that begins with a value, only the value will tell.
    if (begins && /^[^?]*\?[^#]*\b(?:e-?mail|name|phone)=/i.test(url)) tell('personal_data_in_link', href)
    if (begins && schemeOfValue.test(url))
      tell('value_as_host', href, {
        message: 'A value is the scheme of a link; it may be one that is not safe.',
        hint: 'Write https:// yourself.',
      })
    if (begins || isForeignTag(url)) continue
    for (const { code, message } of verdictsOn(url.slice(0, 5000), hole))
      tell(code, href, message === undefined ? {} : { message })
    const anchor = url.trim()
    if (/^#[^!]/.test(anchor) && anchor !== '#top' && !anchor.includes(hole) && !anchors.has(anchor.slice(1)))
      tell('missing_anchor', href)
  }
})

/** Links whose words name another address than they lead to. */
export const linkTexts = htmlRule((html, tell) => {
  const { page } = html
  for (const element of page.elements) {
    const href = element.tag.name === 'a' ? element.tag.attributes.get('href') : undefined
    if (href === undefined) continue
    const { url, begins } = addressOf(html, href)
    if (begins) continue
    const text = textOf(page, element)
    const target = targetOf(url.trim())
    const shown = shownIn(text, target.kind)
    if (shown !== undefined && target.name !== '' && !target.name.includes(hole) && shown !== target.name)
      tell('link_text_mismatch', element.tag, {
        message: `The text of the link names ${shown.slice(0, 80)}; it leads to ${target.name.slice(0, 80)}.`,
      })
  }
})

/** Words that are a link themselves, and those that speak of one behind them. */
const pressHere =
  /\b(?:click|tap) here\b|\b(?:follow|open|visit) this link\b|\bfolgen sie diesem link\b|\bsuivez ce lien\b|\b(?:klicken|tippen) sie hier\b|\bhier klicken\b|\bcliquez ici\b|\bhaga clic aquí\b|\bclicca qui\b|\bklik hier\b/i
const pressBelow = /\b(?:click|tap) (?:below|(?:on )?the (?:button|link))\b|\bklicken sie (?:unten|auf den)\b/i
/** Words that lead somewhere wherever mails say them by themselves. */
const alwaysLink =
  /^(?:unsubscribe|manage (?:your )?preferences|update (?:your )?preferences|view (?:this (?:e-?mail|message) )?in (?:your )?browser|abmelden|newsletter abbestellen|im browser (?:ansehen|anzeigen|öffnen)|se désabonner|se désinscrire|voir dans le navigateur|darse de baja|disiscriviti)[.!]?$/i
/** So far behind the words a button may begin that they speak of. */
const nearby = 4000

/** Words that ask for a click where nothing can be pressed. */
export const missingLinks = htmlRule(({ page, parsed, starts, looks }, tell) => {
  const links = starts.filter(
    ({ name, attributes }) => (name === 'a' && attributes.has('href')) || name === 'button' || name === 'area',
  )
  for (const text of page.texts) {
    if (text.element !== '' || (looks?.[text.parent]?.hiddenBy ?? '') !== '') continue
    const isHere = pressHere.test(text.text) || alwaysLink.test(text.text.trim())
    if (!isHere && !pressBelow.test(text.text)) continue
    const holder = page.elements[text.parent]
    if (holder === undefined || holdsTag(parsed, holder.tag.end, holder.end)) continue
    if (Array.from(around(page, text.parent)).some(({ tag }) => pressed.has(tag.name))) continue
    const end = isHere ? holder.end : text.end + nearby
    if (!links.some(({ start }) => start > holder.tag.start && start < end))
      tell('link_is_missing', wordsPlace(parsed.field.source, text))
  }
})
const pressed = new Set(['a', 'button'])

interface Target {
  readonly kind: 'web' | 'mail' | 'phone'
  /** The site, the mailbox, or the last digits. */
  readonly name: string
}

/** Digits by which numbers are compared: what comes before is written in many ways. */
const lastDigits = (text: string): string => text.replace(/\D/g, '').slice(-6)
const siteNamed = (host: string): string => siteOf(domainToUnicode(host.toLowerCase()) || host.toLowerCase())

/** Where a link leads, so that it can be compared with what it says. */
function targetOf(url: string): Target {
  const [, scheme = '', rest = ''] = /^(mailto|tel|sms):([^?]*)/i.exec(url) ?? []
  if (/^mailto$/i.test(scheme)) return { kind: 'mail', name: rest.replace(/%40/i, '@').trim().toLowerCase() }
  if (scheme !== '') return { kind: 'phone', name: rest.includes(hole) ? '' : lastDigits(rest) }
  return { kind: 'web', name: siteNamed(hostOf(url)) }
}

/** What a link says of where it leads, where it says it in the same manner. */
function shownIn(text: string, kind: Target['kind']): string | undefined {
  if (kind === 'mail') return shownMailbox.test(text) ? text.toLowerCase() : undefined
  if (kind === 'phone') {
    const isNumber = /^[+\d][\d\s()/.-]{5,24}$/.test(text) && text.replace(/\D/g, '').length >= 6
    return isNumber ? lastDigits(text) : undefined
  }
  const host = (shownAddress.exec(text) ?? namedAddress.exec(text) ?? shownMailbox.exec(text))?.[1]
  return host === undefined || fileEnding.test(host) ? undefined : siteNamed(host)
}

/** Whether an address is only a tag of another system, which another rule tells. */
const isForeignTag = (url: string): boolean =>
  /^\s*(?:\*\|[^|]*\|\*|\[\[[^\]]*\]\]|%%[^%]*%%|\{%|<%|%[\w.]+%|\$\{|\[[\w ]+\])/.test(url)
