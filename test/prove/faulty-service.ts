import { calls, type Clock, Content, type CallName, providers } from '@chancery/core'
import { createHttpApp } from '@chancery/http'
import { createMemoryTransport } from '@chancery/mail'
import type { Faults } from '@chancery/port-contracts/faulty'
import { createMemoryDocumentStore } from '@chancery/storage'
import { compose, type Composition, readConfiguration } from '@chancery/wiring'
import { storedBefore } from './fault-cases.ts'

const { signal } = new AbortController()

/** All that a call can change, in a form that two services have in common. */
export type Changes = string

/** The whole service in this process, in memory, with ports that fail as they are told. */
export async function faultyService({ faulty, faultyEach }: Faults) {
  // Time stands still until it is moved, so that a claim lapses when the trial wants it.
  let now = Date.UTC(2026, 2, 3)
  const clock = { now: () => now }
  const documents = createMemoryDocumentStore({ id: 'memory', clock })
  const transport = createMemoryTransport()
  for (const { path, bytes } of storedBefore) {
    const content = new Content([bytes])
    await documents.put({ path, content, contentType: 'text/plain', metadata: {}, condition: 'absent' }, { signal })
  }
  const composition = compose(
    readConfiguration({
      CHANCERY_STORES: 'memory',
      CHANCERY_TRANSPORTS: 'memory',
      CHANCERY_STATE: 'memory',
      CHANCERY_SAFETY: 'inline',
      CHANCERY_CONVERTERS: 'off',
      CHANCERY_LOG: 'off',
      CHANCERY_EMAIL_FROM: 'Office <office@example.com>',
      CHANCERY_KEY_SECRET: 'of a service that lives for one trial',
    }),
    { stores: providers({ memory: documents }), transports: providers({ memory: transport }), clock },
  )
  const { ports } = composition
  const call = callerOf(composition, { faulty, faultyEach }, clock)
  return {
    call,
    advance: (ms: number) => void (now += ms),
    async changes(): Promise<Changes> {
      const kept = [...documents.documents].map(([path, versions]) => [
        path,
        versions.map(({ document }) => document.sha256),
      ])
      const clients = await ports.clientDirectory.match(
        ['ada', 'alan', 'grace'].map((name) => ({ kind: 'email', value: `${name}@example.com` }) as const),
        { signal },
      )
      return JSON.stringify({
        documents: kept.toSorted(([one], [other]) => (String(one) < String(other) ? -1 : 1)),
        // Several are sent at once, in any order.
        mails: transport.sent
          .map(({ to, subject, attachments }) => JSON.stringify([to, subject, attachments.length]))
          .toSorted(),
        clients: clients.map(({ emails, version }) => `${emails.join()} ${version}`).toSorted(),
      })
    },
    close: () => composition.close(),
  }
}

/** The service over HTTP on the ports of a composition that fail as they are told. */
export function callerOf(
  composition: Composition,
  { faulty, faultyEach }: Pick<Faults, 'faulty' | 'faultyEach'>,
  clock: Clock,
) {
  const { ports } = composition
  const app = createHttpApp({
    operations: calls,
    ports: {
      ...ports,
      stores: faultyEach(ports.stores),
      guard: faulty(ports.guard),
      extractors: faultyEach(ports.extractors),
      identifiers: faultyEach(ports.identifiers),
      documentTemplates: faulty(ports.documentTemplates),
      archiver: faulty(ports.archiver),
      emailTemplates: faulty(ports.emailTemplates),
      transports: faultyEach(ports.transports),
      emailLedger: faulty(ports.emailLedger),
      clientSources: faultyEach(ports.clientSources),
      clientNormalizer: faulty(ports.clientNormalizer),
      clientDirectory: faulty(ports.clientDirectory),
    },
    auth: { mode: 'none' },
    idempotency: faulty(composition.idempotency),
    rates: faulty(composition.rates),
    clock,
    ids: ports.ids,
    logger: ports.logger,
    info: { version: '0', baseUrl: 'http://127.0.0.1' },
  })
  return async (operation: CallName, input: object, idempotencyKey: string) => {
    const response = await app.request(`/${operation}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': idempotencyKey },
      body: JSON.stringify(input),
    })
    return { status: response.status, body: await response.text() }
  }
}
