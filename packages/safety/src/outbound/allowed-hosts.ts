/** An entry of the allow-list: a host, `*.host`, or an origin with scheme and port. */
interface AllowedHost {
  readonly protocol: string
  readonly host: string
  readonly anyBelow: boolean
  /** Empty for the scheme's own. */
  readonly port: string
}

/** @throws RangeError for an entry that is no host or origin. */
export function readAllowedHosts(entries: readonly string[]): readonly AllowedHost[] {
  return entries.map((entry) => {
    const anyBelow = /^(?:https?:\/\/)?\*\./.test(entry)
    const text = entry.replace('*.', '')
    const url = URL.canParse(text) && /^https?:/.test(text) ? new URL(text) : URL.parse(`https://${text}`)
    if (url === null || url.pathname !== '/' || url.search !== '' || url.username !== '') {
      throw new RangeError('An entry of the allow-list is no host.')
    }
    return { protocol: url.protocol, host: url.hostname, anyBelow, port: url.port }
  })
}

/** Host names are compared as the URL parser writes them: lower case, punycode, IPv4 in its canonical form. */
export const isAllowed = (url: URL, hosts: readonly AllowedHost[]): boolean =>
  hosts.some(
    ({ protocol, host, anyBelow, port }) =>
      url.protocol === protocol &&
      url.port === port &&
      (anyBelow ? url.hostname.endsWith(`.${host}`) : url.hostname === host),
  )
