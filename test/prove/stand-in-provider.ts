import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pdfOf } from '@chancery/port-contracts/sample-documents'

/** `reset`: the connection breaks; `garbage`: a success that is none; else a status, with what was asked in its body. */
export type ProviderMood = number | 'reset' | 'garbage'

export const providerMoods: readonly ProviderMood[] = [200, 400, 401, 403, 404, 413, 429, 500, 503, 'garbage', 'reset']

/** Stands for any provider, on 127.0.0.1, and repeats in its errors all that it was told: keys, names and contents. */
export interface StandInProvider {
  readonly port: number
  calls(): number
  mood(next: ProviderMood): void
  close(): void
}

export async function standInProvider(): Promise<StandInProvider> {
  let mood: ProviderMood = 200
  let calls = 0
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('error', () => undefined)
    request.on('end', () => {
      calls++
      if (mood === 'reset') return void request.socket.destroy()
      if (mood === 200 && request.url?.includes('/mail/send') === true) return void response.writeHead(202).end()
      if (mood === 200 && request.url?.includes('/forms/') === true)
        return void response.writeHead(200, { 'content-type': 'application/pdf' }).end(pdfOf(['Invoice']))
      const echo = { headers: request.headers, url: request.url, body: Buffer.concat(chunks).toString().slice(0, 4000) }
      const message = JSON.stringify(echo)
      const body = JSON.stringify({ error: { code: mood, message, errors: [{ message }] }, errors: [{ message }] })
      response.writeHead(mood === 'garbage' ? 200 : mood, { 'content-type': 'application/json', 'x-note': 'echo' })
      response.end(mood === 'garbage' ? body.slice(0, -7) : body)
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    calls: () => calls,
    mood: (next) => void (mood = next),
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
