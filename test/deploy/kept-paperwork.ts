import { execFileSync } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Deployed } from '../bundles/deployed.ts'

interface Answer {
  readonly status: number
  readonly replayed: boolean
  readonly data: unknown
}

/** Calls a deployed service. */
export async function call(
  { address, key }: Pick<Deployed, 'address' | 'key'>,
  operation: string,
  input: object,
  idempotencyKey?: string,
): Promise<Answer> {
  const response = await fetch(`${address}/${operation}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-api-key': key,
      ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
    },
    body: JSON.stringify(input),
  })
  const { data } = (await response.json()) as { readonly data?: unknown }
  return { status: response.status, replayed: response.headers.get('idempotency-replayed') === 'true', data }
}

const content = (text: string): string => Buffer.from(text).toString('base64')

const email = { to: ['ada@example.com'], subject: 'Your letter', text: 'Attached.' }
const people = JSON.stringify([{ name: 'Ada Lovelace', email: 'ada@example.com' }])
const imported = { source: { provider: 'json', document: { content: content(people), filename: 'people.json' } } }

/** Something of all that a service keeps: a document with its type and metadata, a client, an e-mail, answers for keys. */
export async function keepPaperwork(service: Deployed): Promise<void> {
  const document = { content: content('Total: EUR 99.90'), filename: 'offer.txt', contentType: 'text/markdown' }
  const calls = [
    ['store-document', { document, path: 'letters/offer.txt', metadata: { matter: '2026-17' } }, 'store-1'],
    ['enter-client-data', imported, 'import-1'],
    ['send-email', email, 'send-1'],
  ] as const
  for (const [operation, input, key] of calls) {
    const { status, data } = await call(service, operation, input, key)
    if (status !== 200) throw new Error(`${operation}: ${status} ${JSON.stringify(data)}`)
  }
}

/** What is known of it, through the front door: the same before and after, or something was lost. */
export async function knownPaperwork(service: Pick<Deployed, 'address' | 'key'>): Promise<unknown> {
  const listed = await call(service, 'get-folder-directories', { path: 'letters' })
  const read = await call(service, 'extract-document', { document: { path: 'letters/offer.txt' } })
  const again = await call(service, 'enter-client-data', imported)
  const sent = await call(service, 'send-email', email, 'send-1')
  // A copied folder has its time to some µs.
  const { modifiedAt, ...root } = (listed.data as { readonly root: { readonly modifiedAt: string } }).root
  if (!(Date.parse(modifiedAt) > 0)) throw new Error('The folder has no time.')
  return { listed: root, read: read.data, again: again.data, sent: { ...sent } }
}

/** Stores one document after another until it is told to end. */
export function keepStoring(service: Pick<Deployed, 'address' | 'key'>): {
  readonly stored: readonly string[]
  /** When so many more are there. */
  more(count: number): Promise<void>
  end(): Promise<void>
} {
  const stored: string[] = []
  const ending = new AbortController()
  const working = (async () => {
    while (!ending.signal.aborted) {
      const path = `busy/${stored.length}.txt`
      const { status } = await call(service, 'store-document', {
        document: { content: content(`This is ${path}`), filename: 'a.txt' },
        path,
      })
      if (status !== 200) throw new Error(`store-document: ${status}`)
      stored.push(path)
    }
  })()
  return {
    stored,
    async more(count) {
      const wanted = stored.length + count
      while (stored.length < wanted) await Promise.race([working, new Promise((resolve) => setTimeout(resolve, 5))])
    },
    async end() {
      ending.abort()
      await working
    },
  }
}

/** Another place with what was backed up, as an operator puts it there. */
export function restored(from: string): string {
  const data = mkdtempSync(join(tmpdir(), 'chancery-data-'))
  execFileSync('cp', ['-a', `${from}/.`, data])
  return data
}
