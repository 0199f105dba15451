import { editDistance, lookAlikeDomain, suggest } from '@chancery/core'
import type { AdviceCode } from '../advice.ts'
import { knownNameIn } from './known-names.ts'

const placeholder =
  /^(?:https?:)?\/\/(?:[\w-]+\.)*(?:example\.(?:com|org|net)|yourdomain\.\w+|your-?(?:site|domain|company|website|app)\.\w+|(?:site|domain|company)\.com|localhost|127\.\d+\.\d+\.\d+|[\w-]+\.(?:local|localhost|test|invalid|example|internal|intern|intra|lan|corp|localdomain))(?=[:/?#]|$)/i

/** Hosts that makers try things on. A sign of a host belongs to one part alone, or what fails is tried in 2^n ways. */
const ofTests =
  /^(?:(?:staging|stage|stg|dev|develop|test|testing|uat|qa|preprod|preview|local)(?:-[\w-]*)?(?:\.[\w-]+)*\.[\w-]+\.[a-z]{2,}|(?:[\w-]+\.)+(?:ngrok\.io|ngrok\.app|ngrok-free\.app|ngrok\.dev|loca\.lt|trycloudflare\.com|localhost\.run|serveo\.net|devtunnels\.ms|vercel\.app|netlify\.app|herokuapp\.com|pages\.dev|onrender\.com|azurewebsites\.net|amplifyapp\.com|web\.app|surge\.sh|glitch\.me))$/i
/** What carries the session of whoever made the template. */
const session = /[?&;](?:phpsessid|jsessionid|asp\.net_sessionid|aspsessionid\w*|session_?id|sessid)=[^&#\uFFFC]/i

/** Hosts that lead elsewhere by a short name. */
const shorteners = new Set(
  'bit.ly bitly.com tinyurl.com t.co goo.gl ow.ly is.gd buff.ly tiny.cc rb.gy cutt.ly rebrand.ly shorturl.at t.ly bl.ink soo.gd s.id v.gd lnkd.in adf.ly clck.ru shorte.st tr.im qr.ae dlvr.it fb.me j.mp x.co snip.ly short.io urlz.fr kurzelinks.de tiny.one bit.do amzn.to g.co trib.al mcaf.ee x.gd u.to surl.li spoti.fi forms.gle 1drv.ms nyti.ms flip.it hubs.ly db.tt ift.tt zpr.io t2m.io shor.by youtu.be'.split(
    ' ',
  ),
)
const archives = /\.(?:exe|msi|scr|bat|cmd|com|js|jar|vbs|ps1|apk|dmg|iso|img|zip|rar|7z|gz|tgz|docm|xlsm)(?:[?#]|$)/i
const personal =
  /[?&;](?:e-?mail|mail|user(?:name)?|(?:first|last|full)[-_]?name|phone|tel|mobile|ssn|dob|birth(?:day|date)?|address|password|pwd|pass|iban)=[^&#]*/i
const mailAddress = /(?<![\w.+-])[\w.+-]+(?:@|%40)[\w-]+\.[a-z]{2,}/i
const redirect =
  /^https?:\/\/(?:www\.)?(?:google\.[a-z.]{2,6}\/url\?|urldefense\.|[\w.]{1,60}safelinks\.)|[?&](?:url|redirect(?:_?ur[il])?|redir|next|target|dest(?:ination)?|goto|return(?:_?to|url)?|continue|u)=(?:https?:|https?%3A|%2F%2F|\/\/)/i

/** Endings of hosts that there are not, each near to one that is. */
export const oddEndings = 'con|cmo|ocm|comm|cim|vom|coom|nte|ogr|orgg|dee|htm|html|php'

/** Slips in whole addresses, values in them left out of account. */
const slips: readonly (readonly [address: RegExp, code: AdviceCode, message: string])[] = [
  [
    /[/=](?:undefined|null|NaN|\[object Object\]|None)(?=[/&?#]|$)/,
    'malformed_link',
    'The address of a link holds what a program wrote of a value that there was not.',
  ],
  [
    /\/:[a-z_]\w{0,40}(?=[/?#]|$)/i,
    'malformed_link',
    'The address of a link has a place for a value as routers write it.',
  ],
  [
    /[/=](?:[A-Z]{2,20}_){0,4}(?:INSERT|YOUR|LINK|URL|HERE|TODO|XXX)(?:_[A-Z]{2,20}){0,4}(?=[/&?#]|$)|[/=](?:your|insert|enter)[-_](?:link|url|page|path|slug|id|token)\b/,
    'placeholder_domain',
    'A link leads to a place that was to be filled.',
  ],
  [/^https?:\/\/[^?#]*[^:/?#]\/\/(?!https?:)/i, 'malformed_link', 'The path of a link has two slashes in a row.'],
  [/^https?:\/\/[^/?#@]*:(?:[/?#]|$)/i, 'malformed_link', 'The host of a link has a colon, and no port.'],
  [
    new RegExp(String.raw`^https?:\/\/[^/?#]*\.(?:${oddEndings})(?=[:/?#]|$)`, 'i'),
    'malformed_link',
    'The host of a link has an ending that there is not.',
  ],
  [
    /[?&](?:utm_[a-z]{2,20}|id|token|code|order)=(?=[&#]|$)/i,
    'malformed_link',
    'A parameter in the address of a link has no value.',
  ],
  [
    /^https:\/\/(?:docs\.google\.com\/\w+\/d\/[^/]+\/edit|www\.figma\.com\/(?:file|design)\/|www\.notion\.so\/|\w+\.atlassian\.net\/|[\w-]{1,60}\.sharepoint\.com\/|drive\.google\.com\/drive\/|onedrive\.live\.com\/|app\.asana\.com\/|trello\.com\/c\/|www\.canva\.com\/design\/)/i,
    'test_host',
    'A link leads to a page that its makers edit; readers may not see it.',
  ],
  [
    /^https:\/\/(?:(?:www\.)?(?:facebook|twitter|instagram|linkedin|tiktok|pinterest|youtube|x)\.com|wa\.me|t\.me|m\.me|calendly\.com|meet\.google\.com|zoom\.us\/j|maps\.app\.goo\.gl)\/?$/i,
    'malformed_link',
    'A link leads to a service, and names nobody there.',
  ],
  [/[/=]\[[a-z][\w -]{0,40}\](?=[/&?#]|$)/i, 'placeholder_domain', 'A link leads to a place that was to be filled.'],
  [/#[^#]*#/, 'malformed_link', 'The address of a link has two "#".'],
  [
    /#[\w-]{1,60}\?[\w-]{1,60}=/,
    'malformed_link',
    'The parameters of a link stand behind its "#"; no server gets them.',
  ],
  [/&(?:amp|#38);/i, 'malformed_link', 'An "&" in the address of a link is escaped twice.'],
  [
    /[?&](?:fbclid|gclid|msclkid|dclid|twclid|yclid|igshid|mc_eid|_hsenc|_hsmi|mkt_tok)=[^&#\uFFFC]/i,
    'personal_data_in_link',
    'A link carries the mark by which an advertiser knows who clicked where it was copied.',
  ],
  [
    /[?&](?:(?:access|auth|api|reset|login)?_?(?:token|key)|sig(?:nature)?|auth|otp|jwt)=[\w.~%-]{16,}(?=[&#]|$)/i,
    'credentials_in_link',
    'A link carries a key that is the same for all readers.',
  ],
  [
    /^https?:\/\/(?:web\.archive\.org\/web\/|webcache\.|translate\.google\.|[\w-]{1,100}\.translate\.goog\b|cc\.bingj\.com\/|archive\.(?:ph|is|today)\/)/i,
    'redirect_link',
    'A link leads to a copy of a page at an archive, a search or a translator.',
  ],
  [
    /^https?:\/\/[^?#&]*&(?:amp;)?[\w.-]{1,40}=/i,
    'malformed_link',
    'The address of a link has an "&" before its parameters, and no "?".',
  ],
  [
    /^https?:\/\/(?:ww|w{4,9}|www[a-z][a-z\d-]{2,40})\.(?=[^/?#]*[a-z])/i,
    'malformed_link',
    'The host of a link has a slip in its "www.".',
  ],
  [/^[^?#]*\?[^#]*(?:(?<=[?&])=|&&)/, 'malformed_link', 'A parameter in the address of a link has no name.'],
  [
    /[.,;'’”]$|^[^(]*\)$|^[^[]*\]$/,
    'malformed_link',
    'The address of a link ends with a sign of the sentence that it was taken from.',
  ],
  [
    /[?&](utm_[a-z]{2,20})=[^#]{0,300}&\1=/i,
    'malformed_link',
    'A parameter of statistics stands twice in the address of a link.',
  ],
  [
    /[?&](?:preview(?:_id|_nonce)?|draft|preview_theme_id)=|^https?:\/\/[^/?#]*\/(?:wp-admin|wp-login|administrator|admin\/(?:pages|products|posts|edit))\b|^https:\/\/(?:[\w-]+\.)?(?:mail\.google|outlook\.(?:office|live)|mail\.yahoo)\.com\/|^https:\/\/(?:admin\.shopify\.com|[\w-]+\.myshopify\.com\/admin)\b/i,
    'test_host',
    'A link leads to a page that only who made it can open.',
  ],
]

/** The parameters by which programs of statistics know a mail; others begin alike, and are its sender's own. */
const ofStatistics = ['source', 'medium', 'campaign', 'content']

/** A parameter of statistics that differs from one by a slip. */
function slipOfStatistics(address: string): string | undefined {
  for (const [, name = ''] of address.matchAll(/[?&]utm_([a-z]{5,12})=/gi)) {
    const meant = ofStatistics.find((known) => editDistance(name.toLowerCase(), known, 2) <= 2)
    if (meant !== undefined && meant !== name.toLowerCase()) return `utm_${meant}`
  }
  return undefined
}

/** Hosts of most mailboxes; one that differs by a letter is a slip. */
const mailHosts = ['gmail.com', 'googlemail.com', 'hotmail.com', 'outlook.com', 'yahoo.com', 'icloud.com']

/** The host that was meant: of the same first letter, and not much longer or shorter. */
const meantHost = (host: string): string | undefined => {
  const near = host.endsWith('.com') && !mailHosts.includes(host) ? suggest(host, mailHosts) : undefined
  return near !== undefined && near[0] === host[0] && Math.abs(near.length - host.length) <= 1 ? near : undefined
}

/** Characters of an address that are looked at for slips. */
const longestLooked = 2000

export interface LinkVerdict {
  readonly code: AdviceCode
  readonly message?: string
}

/** The host of an address, in small letters; empty where there is none. */
export const hostOf = (url: string): string =>
  (/^(?:[a-z][a-z\d+.-]*:)?\/\/(?:[^/?#@]*@)?(\[[^\]]*\]|[^/?#:]*)/i.exec(url)?.[1] ?? '').toLowerCase()

/** What is wrong with an address whose beginning is known; `hole` stands for values of the template. */
export function* verdictsOn(url: string, hole: string): Generator<LinkVerdict> {
  const bare = url.replace(/[\s\p{Cc}]/gu, '')
  if (bare === '') return yield { code: 'empty_link' }
  if (bare === '#' || /^#?!$/.test(bare) || bare === '/' || /^(?:https?:)?\/{0,2}$/i.test(bare))
    return yield { code: 'placeholder_link' }
  if (/^(?:javascript|vbscript|data|file|blob):/i.test(bare)) return yield { code: 'forbidden_link' }
  if (/^mailto:/i.test(bare)) {
    if (/\s/.test(url.trim())) yield { code: 'space_in_link' }
    return yield* ofMail(bare, hole)
  }
  if (/^(?:tel|sms):/i.test(bare)) {
    if (!bare.includes(hole) && !/^(?:tel|sms):\+?[\d().*#-]{3,25}(?:[;?,].*)?$/i.test(bare))
      yield { code: 'invalid_tel' }
    else if (!bare.includes(hole) && /\s/.test(url.trim()))
      yield { code: 'invalid_tel', message: 'The number of a telephone link has spaces.' }
    else if (/^tel:\+\d{1,3}[.-]?\(0\)/i.test(bare))
      yield { code: 'invalid_tel', message: 'The nought in brackets is dialled, too.' }
    return
  }
  if (bare.startsWith('#') || /^cid:/i.test(bare)) return
  if (/^(?:https?|h?ttps?|htps?|hhttps?|http?):?\/{0,3}(?:https?:)?/i.test(bare) && !/^https?:\/\/[^/]/i.test(bare))
    return yield { code: 'malformed_link' }
  if (/^https?:\/\/(?:https?:|https?\/\/|\/)/i.test(bare)) return yield { code: 'malformed_link' }
  const isWeb = /^(?:https?:)?\/\//i.test(bare)
  if (!isWeb) {
    yield {
      code: /^[a-z][a-z\d+.-]*:/i.test(bare) && !/^[\w-]+\.[\w.-]+:/.test(bare) ? 'unusual_link' : 'relative_link',
    }
    return
  }
  const host = hostOf(bare)
  const address = url.trim()
  if (bare.startsWith('//'))
    yield { code: 'malformed_link', message: 'A link has no scheme; some mail programs look for it on the own disk.' }
  if (ofTests.test(host)) yield { code: 'test_host', message: `${host.slice(0, 80)} looks like a host for tests.` }
  if (session.test(address))
    yield { code: 'credentials_in_link', message: 'A link carries a session: whoever has it may take it over.' }
  if (placeholder.test(bare)) yield { code: 'placeholder_domain' }
  else if (/^http:/i.test(bare)) yield { code: 'insecure_link' }
  if (
    /^(?:(?:0x[\da-f]+|\d+)\.){1,3}(?:0x[\da-f]+|\d+)$|^\[|^\d{6,}$|^0x[\da-f]+$/i.test(host) &&
    !host.startsWith('127.')
  )
    yield { code: 'ip_link' }
  else if (host.includes(hole)) yield { code: 'value_as_host' }
  else if (
    host !== 'localhost' &&
    (!host.includes('.') || /\.\.|^\.|\.$|(?:^|\.)-|-(?:\.|$)|_/.test(host) || /[,;!$'()*+"<>|\\^`{}%]/.test(host))
  )
    yield { code: 'malformed_link', message: `"${host.slice(0, 80)}" is no host.` }
  if (shorteners.has(host.replace(/^www\./, '')))
    yield { code: 'shortened_link', message: `The link hides its target behind ${host}.` }
  const lookAlike = lookAlikeDomain(host)
  if (lookAlike !== undefined)
    yield {
      code: 'lookalike_domain',
      message: `"${lookAlike.word}" in the address can be read as "${lookAlike.reads}".`,
    }
  const known = knownNameIn(host)
  if (known !== undefined)
    yield { code: 'lookalike_domain', message: `"${host.slice(0, 80)}" is written to be read as ${known}.` }
  if (/^(?:https?:)?\/\/[^/?#]*@/i.test(bare)) yield { code: 'credentials_in_link' }
  if (/^(?:https?:)?\/\/(?:\[[^\]]*\]|[^/?#@[\]]*):(?!(?:443|80)?(?:[/?#]|$))\d+/i.test(bare))
    yield { code: 'port_in_link' }
  if (/\s/.test(address)) yield { code: 'space_in_link' }
  else if (/[<>"\\^`{|}]|\P{ASCII}/u.test(address.slice(address.indexOf(host) + host.length).replaceAll(hole, '')))
    yield { code: 'unencoded_link' }
  if (/%(?![\da-f]{2})/i.test(address)) yield { code: 'broken_encoding' }
  if (personal.test(address) || mailAddress.test(address.replace(/^[^?#]*/, '')))
    yield { code: 'personal_data_in_link' }
  else if (redirect.test(address)) yield { code: 'redirect_link' }
  const path = bare.replace(/^(?:https?:)?\/\/[^/?#]*/i, '')
  if (archives.test(path)) yield { code: 'file_link' }
  if (address.length > 2000) yield { code: 'long_link' }
  const slip = slips.find(([pattern]) => pattern.test(address.slice(0, longestLooked)))
  if (slip !== undefined) yield { code: slip[1], message: slip[2] }
  const statistics = slipOfStatistics(address.slice(0, longestLooked))
  if (statistics !== undefined)
    yield { code: 'malformed_link', message: `A parameter in the address of a link is nearly "${statistics}".` }
  if ((address.match(/\?/g)?.length ?? 0) > 1)
    yield { code: 'malformed_link', message: 'The address of a link has two question marks.' }
}

function* ofMail(bare: string, hole: string): Generator<LinkVerdict> {
  const to = bare.slice('mailto:'.length).split('?', 1)[0] ?? ''
  if (to.includes(hole)) return
  if (
    to === ''
      ? !/[?&]to=|\?(?:subject|body)=/i.test(bare)
      : !to.split(',').every((each) => /^(?:[^\s@/:%]|%(?!40))+(?:@|%40)[^\s@/:&=?]+\.[^\s@/:.&=?]{2,}$/i.test(each))
  )
    yield { code: 'invalid_mailto' }
  if (bare.split('?').length > 2 && !bare.includes(hole))
    yield { code: 'invalid_mailto', message: 'A mail link has two question marks; the second part is lost.' }
  const parts = bare.split('?').slice(1).join('?').split('&')
  if (!bare.includes(hole) && parts.length > 1 && parts.some((each) => each !== '' && !each.includes('=')))
    yield {
      code: 'invalid_mailto',
      message: 'An "&" of a mail link begins a part that has no "="; the subject ends there.',
    }
  for (const each of to.split(',')) {
    const meant = meantHost(each.replace(/^.*(?:@|%40)/i, '').toLowerCase())
    if (meant !== undefined) yield { code: 'invalid_mailto', message: `Did you mean ${meant}?` }
  }
  if (to.split(',').some((each) => placeholder.test(`https://${each.replace(/^.*(?:@|%40)/i, '')}`)))
    yield { code: 'placeholder_domain' }
  const lookAlike = to.split(',').flatMap((each) => lookAlikeDomain(each.replace(/^.*(?:@|%40)/i, '')) ?? [])[0]
  if (lookAlike !== undefined)
    yield {
      code: 'lookalike_domain',
      message: `"${lookAlike.word}" in the address can be read as "${lookAlike.reads}".`,
    }
}
