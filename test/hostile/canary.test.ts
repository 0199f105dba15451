import { once } from 'node:events'
import { createServer, type Server } from 'node:net'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createMemoryService, type MemoryService } from '../fixtures/memory-service.ts'
import { addressedDocuments } from './addressed-documents.ts'
import { callsFor } from './requests.ts'

/** Counts whoever connects; nothing may. */
let canary: Server
let service: MemoryService
let visits = 0
let port = 0

beforeAll(async () => {
  canary = createServer((socket) => {
    visits++
    socket.end('HTTP/1.1 200 OK\r\ncontent-length: 0\r\nconnection: close\r\n\r\n')
  }).listen(0, '127.0.0.1')
  await once(canary, 'listening')
  port = (canary.address() as AddressInfo).port
  service = await createMemoryService()
})
afterAll(async () => {
  canary.close()
  await service.close()
})

it('no document makes the service call an address', async () => {
  const statuses: [string, number][] = []
  const address = `http://127.0.0.1:${port}`
  for (const document of addressedDocuments(address)) {
    for (const { operation, input } of callsFor(document)) {
      statuses.push([document.filename, (await service.call(operation as never, input)).status])
    }
  }
  const html = `<p>Dear {{name}}</p><img src="${address}/a.png"><link rel="stylesheet" href="//127.0.0.1:${port}/c.css">`
  await service.call('validate-email-template', { template: { subject: 'a', html } })
  await service.call('send-email', { from: 'a@example.com', to: ['b@example.com'], subject: 'a', html })
  expect(visits).toBe(0)
  // They were read, and not just refused at the door.
  expect(statuses.filter(([, status]) => status === 200).length).toBeGreaterThan(statuses.length * 0.7)
})

it('no call fetches a document from this machine', async () => {
  const hosts = [
    '127.0.0.1',
    'localhost',
    '2130706433',
    '0x7f.1',
    '0177.0.0.1',
    '127.1',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '0.0.0.0',
  ]
  for (const host of hosts) {
    const answer = await service.call('extract-document', { document: { url: `http://${host}:${port}/a.pdf` } })
    expect([host, answer.status >= 400 && answer.status < 500]).toEqual([host, true])
  }
  expect(visits).toBe(0)
})

it('a visit would have been seen', async () => {
  await fetch(`http://127.0.0.1:${port}/`)
  expect(visits).toBe(1)
})
