import { editDistance } from '@chancery/core'
import type { HtmlAttribute } from '../../parse/html-tokens.ts'
import { ownWords, type Rule, type Tell } from '../rule.ts'
import { hostOf } from './link-address.ts'

/** Hosts of mailboxes that everybody may have. */
const ofEverybody = ['gmail.com', 'googlemail.com', 'hotmail.com', 'outlook.com', 'yahoo.com', 'icloud.com', 'live.com']
/** Hosts that are compared with each other. */
const mostHosts = 60
const inWords = /(?<![\p{L}\p{N}])(?:https?:\/\/|[\w.+-]{1,64}@)((?:[\w-]{1,63}\.){1,6}[a-z]{2,24})/giu

type Place = Parameters<Tell>[2]

interface Named {
  count: number
  readonly field: Parameters<Tell>[1]
  readonly place: Place
}

/** The name of a site before its ending, and the ending: `firm` and `de` of `shop.firm.de`. */
const siteOf = (host: string): readonly [name: string, ending: string] => {
  const labels = host.replace(/^www\./, '').split('.')
  return [labels.at(-2) ?? '', labels.at(-1) ?? '']
}

/** Hosts of links, pictures and mailboxes that differ by a slip from one that is named more often. */
export const nearHosts: Rule = ({ checked, html, tell }) => {
  const hosts = new Map<string, Named>()
  const add = (host: string, field: Named['field'], place: Place): void => {
    const [name, ending] = siteOf(host.toLowerCase())
    if (name.length < 4 || /[^a-z\d-]/.test(name)) return
    const known = hosts.get(`${name}.${ending}`)
    if (known !== undefined) known.count += 1
    else if (hosts.size < mostHosts) hosts.set(`${name}.${ending}`, { count: 1, field, place })
  }
  for (const parsed of checked.fields) {
    if (parsed.field.name === 'html') continue
    for (const { 0: all, 1: host = '', index } of ownWords(parsed).matchAll(inWords))
      add(host, parsed.field, [index, index + all.length])
  }
  for (const { attributes } of html?.starts ?? [])
    for (const name of ['href', 'src']) {
      const attribute = attributes.get(name)
      const host = attribute === undefined ? '' : hostIn(attribute)
      if (html !== undefined && attribute !== undefined && host !== '')
        add(host, html.parsed.field, [attribute.start, attribute.end])
    }
  const tellOf = (host: string, other: string, { field, place }: Pick<Named, 'field' | 'place'>, where: string): void =>
    tell(field.name === 'from' ? 'invalid_sender' : 'malformed_link', field, place, {
      message: `"${host.slice(0, 60)}" differs by a letter from "${other.slice(0, 60)}"${where}.`,
      hint: `Write ${other.slice(0, 60)}, if the same is meant.`,
    })
  for (const [host, named] of hosts) {
    const meant = ofEverybody.find(
      (other) => host[0] === other[0] && !ofEverybody.includes(host) && isSlip(host, other),
    )
    if (meant !== undefined) tellOf(host, meant, named, '')
  }
  for (const [host, { count, field, place }] of hosts)
    for (const [other, { count: more, field: there }] of hosts)
      if ((more > count || (more === count && field.name !== 'html' && there.name === 'html')) && isSlip(host, other))
        tellOf(host, other, { field, place }, ', which the e-mail names elsewhere')
}

/** The host of an address, or of its mailbox. */
const hostIn = ({ value }: HtmlAttribute): string =>
  /^\s*mailto:[^@?]{1,200}(?:@|%40)([^\s@?]{1,253})/i.exec(value)?.[1] ?? hostOf(value.trim())

const isSlip = (host: string, other: string): boolean => {
  const [[name, ending], [meant, end]] = [siteOf(host), siteOf(other)]
  return (
    ending === end &&
    name !== meant &&
    name.replace(/\D/g, '') === meant.replace(/\D/g, '') &&
    name.split('-').length === meant.split('-').length &&
    editDistance(name, meant, 1) === 1
  )
}
