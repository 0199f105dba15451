import type { UnsubscribeLinks } from '@chancery/core'
import { describe, expect, it } from 'vitest'

/** What every maker of links does. @param make takes the public address of a service, and its secret */
export function unsubscribeLinksContract(
  name: string,
  make: (baseUrl: string | undefined, secret: string) => UnsubscribeLinks,
): void {
  describe(`${name} as UnsubscribeLinks`, () => {
    const base = 'https://paperwork.example.org/api'
    const links = make(base, 'a secret')
    const tokenOf = (address: string, from = links): string => (from.linkFor(address) ?? '').split('/').at(-1) ?? ''

    it.each([
      'Ada@Example.com',
      'größe@例え.example',
      '"a b"@example.com',
      `${'x'.repeat(60)}@${'y'.repeat(180)}.example`,
    ])('makes a link that is for %s alone', (address) => {
      const link = links.linkFor(address) ?? ''
      expect(link).toMatch(/^https:\/\/paperwork\.example\.org\/api\/unsubscribe\/[\w.-]+$/)
      expect(links.linkFor(address)).toBe(link)
      expect(links.recipientOf(tokenOf(address))).toBe(address.toLowerCase())
    })

    it('knows no other links', () => {
      const token = tokenOf('ada@example.com')
      const other = tokenOf('b@example.com')
      const mixed = `${other.split('.')[0]}.${token.split('.')[1]}`
      for (const each of ['', '.', `${token}x`, token.slice(1), mixed, `${token}\n`, 'a'.repeat(5000)])
        expect(links.recipientOf(each)).toBeUndefined()
      expect(make(base, 'another secret').recipientOf(token)).toBeUndefined()
      expect(make('https://elsewhere.example', 'a secret').recipientOf(token)).toBe('ada@example.com')
    })

    it.each([undefined, 'http://paperwork.example.org'])(
      'makes none where the service has no https address: %s',
      (url) => {
        expect(make(url, 'a secret').linkFor('ada@example.com')).toBeUndefined()
      },
    )
  })
}
