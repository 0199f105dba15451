import { spawnSync } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { existsSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'

/** A service account whose tokens a stand-in on this machine gives out: what Google's clients find by themselves. */
export async function startCredentials(folder: string) {
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify({ access_token: 'a-token', expires_in: 3600, token_type: 'Bearer' }))
    })
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const file = join(folder, 'account.json')
  const account = {
    type: 'service_account',
    project_id: 'p',
    private_key_id: '1',
    private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
    client_email: 'chancery@p.iam.gserviceaccount.com',
    client_id: '1',
    token_uri: `http://127.0.0.1:${(server.address() as AddressInfo).port}/token`,
  }
  writeFileSync(file, JSON.stringify(account))
  return {
    environment: { GOOGLE_APPLICATION_CREDENTIALS: file, GOOGLE_CLOUD_PROJECT: 'p' },
    stop(): void {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** A certificate for this machine, made by OpenSSL; `undefined` where that is not installed. */
export function localCertificate(folder: string): { readonly key: string; readonly certificate: string } | undefined {
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')]
  const names = 'subjectAltName=DNS:localhost,IP:127.0.0.1'
  const wanted = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=localhost']
  spawnSync('openssl', [...wanted, '-addext', names, '-keyout', key, '-out', certificate])
  return existsSync(certificate) ? { key, certificate } : undefined
}
