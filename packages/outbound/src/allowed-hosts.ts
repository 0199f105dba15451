/** An entry of the allow-list: a host, `*.host`, or an origin with scheme and port. */
interface AllowedHost {
  readonly protocol: string
  readonly host: string
  readonly anyBelow: boolean
  /** Empty for the scheme's own. */
  readonly port: string
}

/**
 * Reads the allow-list: `files.example.com` and `*.example.com` mean https; `http://host:port` means just that.
 * @throws RangeError for an entry that is no host or origin; at start, where an operator sees it.
 */
export function readAllowedHosts(entries: readonly string[]): readonly AllowedHost[] {
  return entries.map((entry, index) => {
    const [, scheme = 'https://', star, host = ''] = /^(https?:\/\/)?(\*\.)?(.+)$/i.exec(entry.trim()) ?? []
    const url = URL.parse(`${scheme}${host}`)
    const isPlain =
      url !== null && url.pathname === '/' && `${url.search}${url.hash}${url.username}${url.password}` === ''
    if (!isPlain || host.includes('*')) throw new RangeError(`Entry ${index + 1} of the allow-list is no host.`)
    return { protocol: url.protocol, host: url.hostname, anyBelow: star !== undefined, port: url.port }
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
