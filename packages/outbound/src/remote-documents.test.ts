import { spawnSync } from 'node:child_process'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { remoteDocumentsContract } from '@chancery/port-contracts/remote-documents'
import { describe, expect, it } from 'vitest'
import { isAllowed, readAllowedHosts } from './allowed-hosts.ts'
import { isPrivateAddress } from './private-addresses.ts'
import { createRemoteDocuments } from './remote-documents.ts'

remoteDocumentsContract('the fetcher', createRemoteDocuments)

describe('the allow-list', () => {
  const allows = (entry: string, url: string): boolean => isAllowed(new URL(url), readAllowedHosts([entry]))

  it.each([
    ['files.example.com', 'https://FILES.example.com/a', true],
    ['files.example.com', 'https://files.example.com:443/a', true],
    ['files.example.com', 'http://files.example.com/a', false],
    ['files.example.com', 'https://files.example.com:8443/a', false],
    ['files.example.com', 'https://files.example.com.evil.net/', false],
    ['files.example.com', 'https://evilfiles.example.com/', false],
    ['https://files.example.com:8443', 'https://files.example.com:8443/', true],
    ['http://files.example.com', 'http://files.example.com/', true],
    ['http://files.example.com', 'https://files.example.com/', false],
    ['*.example.com', 'https://a.b.example.com/', true],
    ['*.example.com', 'https://example.com/', false],
    ['*.example.com', 'https://badexample.com/', false],
    ['büro.example', 'https://xn--bro-hoa.example/', true],
  ])('%s for %s: %s', (entry, url, expected) => {
    expect(allows(entry, url)).toBe(expected)
  })

  it.each(['', '*', '*.*.com', 'a b', 'https://example.com/path', 'https://u:p@example.com', 'ftp://example.com'])(
    'refuses the entry "%s" at start',
    (entry) => {
      expect(() => createRemoteDocuments({ allowedHosts: [entry] })).toThrow(RangeError)
    },
  )
})

describe('TLS', () => {
  it.runIf(spawnSync('openssl', ['version']).status === 0)(
    'is not spoken with a server whose certificate nobody vouches for',
    async () => {
      const wanted = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=127.0.0.1']
      const names = ['-addext', 'subjectAltName=IP:127.0.0.1']
      const { stdout } = spawnSync('openssl', [...wanted, ...names, '-keyout', '-', '-out', '-'], { encoding: 'utf8' })
      let called = false
      const server = createServer({ key: stdout, cert: stdout }, (_request, response) => {
        called = true
        response.end('secret')
      })
      await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', () => resolve()))
      const origin = `https://127.0.0.1:${(server.address() as AddressInfo).port}`
      const remote = createRemoteDocuments({ allowedHosts: [origin], allowPrivateAddresses: true })
      const fetching = remote.fetch(`${origin}/a`, { maxBytes: 100, signal: new AbortController().signal })
      await expect(fetching).rejects.toMatchObject({ code: 'provider_unavailable' })
      expect(called).toBe(false)
      server.close()
    },
  )
})

describe('private addresses', () => {
  it.each(['8.8.8.8', '1.1.1.1', '172.15.0.1', '172.32.0.1', '100.63.255.255', '2606:4700::1111', '2a00:1450::1'])(
    '%s is public',
    (address) => {
      expect(isPrivateAddress(address)).toBe(false)
    },
  )

  it.each(['::ffff:0:127.0.0.1', '::ffff:0:7f00:1', '0:1::1', '4000::1', '8000::1', 'fe00::1'])(
    '%s, outside of what is routed, is private',
    (address) => {
      expect(isPrivateAddress(address)).toBe(true)
    },
  )

  it('takes what is no address for private', () => {
    expect(isPrivateAddress('example.com')).toBe(true)
    expect(isPrivateAddress('fe80::1%eth0')).toBe(true)
  })
})
