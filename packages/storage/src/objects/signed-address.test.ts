import { createHash, createHmac, createVerify, generateKeyPairSync } from 'node:crypto'
import { Storage } from '@google-cloud/storage'
import { Content, type DocumentStore, type SignedAddress } from '@chancery/core'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startFakeAzure } from '../azure/fake-azure.ts'
import { createAzureDocumentStore } from '../azure/azure-document-store.ts'
import { startFakeGcs } from '../gcs/fake-gcs.ts'
import { gcsDriver } from '../gcs/gcs-driver.ts'
import { startFakeS3 } from '../s3/fake-s3.ts'
import { createS3DocumentStore } from '../s3/s3-document-store.ts'
import { attachment } from './disposition.ts'
import { createObjectDocumentStore } from './object-document-store.ts'

const { signal } = new AbortController()
const pair = generateKeyPairSync('rsa', { modulusLength: 2048 })
const privateKey = pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
const secret = 'not-a-secret'
const accountKey = Buffer.from('the key of a stand-in').toString('base64')
const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex')
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()
const strict = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

/** What both Google and AWS sign: method, path, query, headers, by their own words. */
function canonical({ method, headers }: SignedAddress, url: URL, vendor: 'Goog' | 'Amz', host: string): string {
  const query = [...url.searchParams]
    .filter(([name]) => name !== `X-${vendor}-Signature`)
    .map(([name, value]) => `${strict(name)}=${strict(value)}`)
    .sort()
    .join('&')
  const names = url.searchParams.get(`X-${vendor}-SignedHeaders`) ?? ''
  const sent: Readonly<Record<string, string>> = { ...headers, host }
  const lines = names.split(';').map((name) => `${name}:${sent[name] ?? 'is not sent'}\n`)
  return [method, url.pathname, query, lines.join(''), names, 'UNSIGNED-PAYLOAD'].join('\n')
}

function isSignedByGoogle(address: SignedAddress): boolean {
  const url = new URL(address.url)
  const said = (name: string): string => url.searchParams.get(`X-Goog-${name}`) ?? ''
  const scope = said('Credential').split('/').slice(1).join('/')
  const hash = hashOf(canonical(address, url, 'Goog', url.hostname))
  const text = ['GOOG4-RSA-SHA256', said('Date'), scope, hash].join('\n')
  return createVerify('RSA-SHA256')
    .update(text)
    .verify(pair.publicKey, Buffer.from(said('Signature'), 'hex'))
}

function isSignedByAws(address: SignedAddress): boolean {
  const url = new URL(address.url)
  const said = (name: string): string => url.searchParams.get(`X-Amz-${name}`) ?? ''
  const [, date = '', region = '', service = '', end = ''] = said('Credential').split('/')
  const hash = hashOf(canonical(address, url, 'Amz', url.host))
  const text = ['AWS4-HMAC-SHA256', said('Date'), `${date}/${region}/${service}/${end}`, hash].join('\n')
  const key = [date, region, service, end].reduce<string | Buffer>((by, part) => hmac(by, part), `AWS4${secret}`)
  return hmac(key, text).toString('hex') === said('Signature')
}

/** https://learn.microsoft.com/rest/api/storageservices/create-service-sas, of versions from 2020-12-06 on. */
function isSignedByAzure(address: SignedAddress): boolean {
  const url = new URL(address.url)
  const said = (name: string): string => url.searchParams.get(name) ?? ''
  const version = url.searchParams.get('versionid') ?? ''
  const resource = `/blob${decodeURIComponent(url.pathname)}`
  const before = [said('sp'), said('st'), said('se'), resource, said('si'), said('sip'), said('spr'), said('sv')]
  const after = [said('sr'), version, said('ses'), said('rscc'), said('rscd'), said('rsce'), said('rscl'), said('rsct')]
  const text = [...before, ...after].join('\n')
  return hmac(Buffer.from(accountKey, 'base64'), text).toString('base64') === said('sig')
}

interface Vendor {
  readonly isSigned: (address: SignedAddress) => boolean
  /** Seconds that the address itself says it is good for, from now. */
  readonly lifetime: (url: URL) => number
  /** What the store is told to say with the bytes. */
  readonly told: readonly [disposition: string, type: string]
  readonly start: () => Promise<{
    readonly store: DocumentStore
    readonly stop: () => Promise<void>
    readonly passTime: (seconds: number) => void
  }>
}

const query = (name: string) => (url: URL) => Number(url.searchParams.get(name))
const vendors: readonly (readonly [string, Vendor])[] = [
  [
    'Cloud Storage',
    {
      isSigned: isSignedByGoogle,
      lifetime: query('X-Goog-Expires'),
      told: ['response-content-disposition', 'response-content-type'],
      async start() {
        const fake = await startFakeGcs({ versioning: true })
        const credentials = { client_email: 'service@project.example', private_key: privateKey }
        const storage = new Storage({ apiEndpoint: fake.endpoint, projectId: 'p', credentials })
        const settings = { prefix: 'firm', versions: true, conditions: 'trust' } as const
        const store = createObjectDocumentStore('gcs', settings, async () => gcsDriver(storage.bucket('docs'), 'gcs'))
        return { store, stop: fake.stop, passTime: fake.passSeconds }
      },
    },
  ],
  [
    'S3',
    {
      isSigned: isSignedByAws,
      lifetime: query('X-Amz-Expires'),
      told: ['response-content-disposition', 'response-content-type'],
      async start() {
        const fake = await startFakeS3({ versioning: true })
        const credentials = { accessKeyId: fake.accessKeyId, secretAccessKey: secret }
        const { endpoint } = fake
        const settings = { bucket: 'docs', endpoint, credentials, prefix: 'firm', versions: true } as const
        return {
          store: createS3DocumentStore({ ...settings, conditions: 'trust' }),
          stop: fake.stop,
          passTime: fake.passTime,
        }
      },
    },
  ],
  [
    'Azure',
    {
      isSigned: isSignedByAzure,
      lifetime: (url) => Math.round((Date.parse(url.searchParams.get('se') ?? '') - Date.now()) / 1000),
      told: ['rscd', 'rsct'],
      async start() {
        const fake = await startFakeAzure({ versioning: true })
        const access = { account: fake.account, key: accountKey }
        const { endpoint } = fake
        const settings = { container: 'docs', access, endpoint, prefix: 'firm', versions: true } as const
        return {
          store: createAzureDocumentStore({ ...settings, conditions: 'trust' }),
          stop: fake.stop,
          passTime: fake.passTime,
        }
      },
    },
  ],
]

const path = 'letters/Zoë & Ü (1).txt'
const text = 'Dear Zoë'
const put = (store: DocumentStore, content: string) =>
  store.put(
    { path, content: new Content([Buffer.from(content)]), contentType: 'text/html', metadata: {}, condition: 'any' },
    { signal },
  )

describe.each(vendors)('an address of %s', (_, vendor) => {
  let store: DocumentStore
  let stop: () => Promise<void>
  let passTime: (seconds: number) => void
  beforeEach(async () => {
    ;({ store, stop, passTime } = await vendor.start())
  })
  afterEach(() => stop())

  const addressOf = async (request: Parameters<NonNullable<DocumentStore['address']>>[0]): Promise<SignedAddress> => {
    if (store.address === undefined) throw new TypeError('it has none')
    return store.address(request, { signal })
  }
  const read = { path, act: 'read', seconds: 120, filename: 'Zoë.html', contentType: 'text/html' } as const
  const create = { path: 'new/Ü.bin', act: 'create', seconds: 60, maxBytes: 10 } as const

  it('has the bytes, also of a version, as a file to be saved', async () => {
    const { version } = await put(store, text)
    await put(store, 'newer')
    const first = await addressOf({ ...read, version })
    const address = await addressOf(read)
    for (const [each, bytes] of [
      [first, text],
      [address, 'newer'],
    ] as const) {
      expect([each.method, each.headers, vendor.isSigned(each)]).toEqual(['GET', {}, true])
      const answer = await fetch(each.url)
      expect([answer.status, await answer.text()]).toEqual([200, bytes])
    }
    const url = new URL(address.url)
    expect(vendor.told.map((name) => url.searchParams.get(name))).toEqual([attachment('Zoë.html'), 'text/html'])
    expect(vendor.lifetime(url)).toBeGreaterThan(110)
    expect(vendor.lifetime(url)).toBeLessThan(122)
    expect(Date.parse(address.expiresAt) - Date.now()).toBeLessThanOrEqual(120_000)
    expect(Date.parse(address.expiresAt) - Date.now()).toBeGreaterThan(110_000)
    expect(address.url).not.toContain(secret)
  })

  it('is refused by the store once its time is over', async () => {
    await put(store, text)
    const [reads, creates] = [await addressOf(read), await addressOf(create)]
    passTime(61)
    const sent = await fetch(creates.url, { method: 'PUT', headers: creates.headers, body: 'late' })
    expect([400, 403]).toContain(sent.status)
    expect((await fetch(reads.url)).status).toBe(200)
    passTime(60)
    expect([400, 403]).toContain((await fetch(reads.url)).status)
    await expect(store.read('new/Ü.bin', { signal })).rejects.toMatchObject({ code: 'document_not_found' })
  })

  it('is good for nothing else', async () => {
    const address = await addressOf(read)
    for (const [from, to] of [
      ['letters', 'papers'],
      ['120', '999'],
      ['text%2Fhtml', 'text%2Fother'],
    ] as const) {
      const url = address.url.replace(from, to)
      if (url !== address.url) expect(vendor.isSigned({ ...address, url })).toBe(false)
    }
    expect(vendor.isSigned({ ...(await addressOf(create)), method: 'GET' })).toBe(vendor.isSigned === isSignedByAzure)
  })

  it('creates a document, and replaces none', async () => {
    const address = await addressOf(create)
    expect([address.method, vendor.isSigned(address)]).toEqual(['PUT', true])
    const send = (body: string, headers = address.headers): Promise<Response> =>
      fetch(address.url, { method: 'PUT', headers, body })
    expect((await send('first')).ok).toBe(true)
    expect([403, 409, 412]).toContain((await send('second')).status)
    // Without what was signed, the signature is none; Azure's permission replaces nothing by itself.
    const bare = { ...address, headers: {} }
    if (vendor.isSigned(bare)) expect((await send('second', { 'x-ms-blob-type': 'BlockBlob' })).status).toBe(403)
    const { document, bytes } = await store.read('new/Ü.bin', { signal })
    expect([Buffer.from(bytes).toString(), document.sha256, document.metadata]).toEqual(['first', hashOf('first'), {}])
  })

  it('refuses what leaves the root, and a caller who left', async () => {
    await expect(addressOf({ ...create, path: '../x' })).rejects.toMatchObject({ code: 'invalid_request' })
    await expect(store.address?.(read, { signal: AbortSignal.abort() })).rejects.toMatchObject({ code: 'cancelled' })
  })
})

it('is none where there is nothing to sign with', async () => {
  const connectionString = 'BlobEndpoint=http://127.0.0.1:1/account;SharedAccessSignature=sv=2026-01-01&sig=x'
  const azure = createAzureDocumentStore({ container: 'docs', access: { connectionString } })
  const create = { path: 'a', act: 'create', seconds: 60, maxBytes: 1 } as const
  await expect(azure.address?.(create, { signal })).rejects.toMatchObject({ code: 'unsupported_option' })
})

it.each<[string, number, number]>([
  ['ends with the session of a role', 30, 30],
  ['does not outlast its time, however long a session is', 7200, 60],
])('%s', async (_name, session, seconds) => {
  const now = Math.floor(Date.now() / 1000) * 1000
  const expiration = new Date(now + session * 1000)
  const credentials = { accessKeyId: 'id', secretAccessKey: secret, sessionToken: 'token', expiration }
  const store = createS3DocumentStore({
    bucket: 'docs',
    endpoint: 'http://127.0.0.1:1',
    credentials,
    conditions: 'trust',
  })
  const address = await store.address?.({ path: 'a', act: 'create', seconds: 60, maxBytes: 1 }, { signal })
  const told = Date.parse(address?.expiresAt ?? '') - now
  expect(told).toBeGreaterThanOrEqual(seconds * 1000)
  expect(told).toBeLessThanOrEqual(seconds * 1000 + 5000)
})
