import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { documentConverterContract } from '@chancery/port-contracts/document-converter'
import { docxOf } from '@chancery/port-contracts/sample-documents'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createGotenbergConverter, type GotenbergSettings } from './gotenberg-converter.ts'

const pdf = '%PDF-1.7\n% a stand-in, long enough to be one: '.padEnd(200, '.') + '\n%%EOF\n'

interface Received {
  readonly url: string
  readonly headers: IncomingHttpHeaders
  readonly filename: string
  readonly content: Buffer
}

type Answer = (response: ServerResponse) => void
const done: Answer = (response) => response.writeHead(200, { 'content-type': 'application/pdf' }).end(pdf)

/** A stand-in of Gotenberg on 127.0.0.1: reads the form as Gotenberg would, and answers what it is told to. */
async function standIn() {
  const received: Received[] = []
  let answer: Answer = done
  let health = 200
  const server: Server = createServer(async (request, response) => {
    if (request.url?.endsWith('/health') === true) return void response.writeHead(health).end('{}')
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const type = request.headers['content-type'] ?? ''
    const form = await new Response(Buffer.concat(chunks), { headers: { 'content-type': type } }).formData()
    const file = form.get('files')
    if (request.method !== 'POST' || !(file instanceof File)) return void response.writeHead(400).end('no form file')
    const content = Buffer.from(await file.arrayBuffer())
    received.push({ url: request.url ?? '', headers: request.headers, filename: file.name, content })
    // As a slow office, so that there is something to leave.
    setTimeout(() => answer(response), 20)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    port,
    received,
    answer: (next: Answer) => (answer = next),
    health: (status: number) => (health = status),
    close: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(resolve))
    },
  }
}

let gotenberg: Awaited<ReturnType<typeof standIn>>
beforeAll(async () => {
  gotenberg = await standIn()
})
afterAll(() => gotenberg.close())

const converter = (more: Partial<GotenbergSettings> = {}) =>
  createGotenbergConverter({ baseUrl: `http://127.0.0.1:${gotenberg.port}/base/`, ...more })
const convert = (more: Partial<GotenbergSettings> = {}) =>
  converter(more).convert(docxOf(['x']), { from: 'docx', to: 'pdf' }, { signal: new AbortController().signal })

documentConverterContract('the Gotenberg converter', async () => {
  gotenberg.answer(done)
  return { converter: converter(), reads: false }
})

describe('the Gotenberg converter', () => {
  it('sends the document as Gotenberg wants it, to the configured address, with its credentials', async () => {
    gotenberg.answer(done)
    const document = docxOf(['Größe'])
    const baseUrl = `http://me:s%20cret@127.0.0.1:${gotenberg.port}`
    await converter({ baseUrl }).convert(
      document,
      { from: 'docx', to: 'pdf' },
      { signal: new AbortController().signal },
    )
    const last = gotenberg.received.at(-1)
    expect(last).toMatchObject({ url: '/forms/libreoffice/convert', filename: 'document.docx' })
    expect(last?.headers.authorization).toBe(`Basic ${Buffer.from('me:s cret').toString('base64')}`)
    expect(last?.content.equals(Buffer.from(document))).toBe(true)
    await convert()
    expect(gotenberg.received.at(-1)?.url).toBe('/base/forms/libreoffice/convert')
  })

  it.each([
    [400, 'document_corrupt', false],
    [401, 'provider_failed', false],
    [302, 'provider_failed', false],
    [413, 'payload_too_large', false],
    [500, 'provider_failed', true],
    [503, 'provider_unavailable', true],
  ])('tells what status %i means', async (status, code, retryable) => {
    gotenberg.answer((response) =>
      response
        .writeHead(status, { location: `http://127.0.0.1:${gotenberg.port}/else` })
        .end('/tmp/secret/path: failed'),
    )
    const error = await convert().catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ code, retryable })
    expect(JSON.stringify(error) + String(error)).not.toContain('secret')
  })

  it('refuses what is no PDF, what is too large, and what is cut off', async () => {
    gotenberg.answer((response) => response.writeHead(200).end('<html>'))
    await expect(convert()).rejects.toMatchObject({ code: 'provider_failed' })
    gotenberg.answer((response) => response.writeHead(200).end('%PDF-'.padEnd(5000, 'x')))
    await expect(convert({ maxBytes: 1000 })).rejects.toMatchObject({
      code: 'payload_too_large',
      details: { limit: 1000 },
    })
    gotenberg.answer((response) => {
      response.writeHead(200, { 'content-length': '5000' }).write('%PDF-')
      setTimeout(() => response.destroy(), 20)
    })
    await expect(convert()).rejects.toMatchObject({ code: 'provider_failed', retryable: true })
  })

  it('gives up in time, and says when nobody is there', async () => {
    gotenberg.answer(() => undefined)
    await expect(convert({ timeoutMs: 60 })).rejects.toMatchObject({ code: 'provider_timeout' })
    await expect(convert({ baseUrl: 'http://127.0.0.1:1' })).rejects.toMatchObject({ code: 'provider_unavailable' })
  })
})

it.each([
  [401, 'credentials_refused'],
  [403, 'credentials_refused'],
  [503, 'unavailable'],
])('says why it cannot be used where it answers %i', async (status, reason) => {
  gotenberg.health(status)
  const { signal } = new AbortController()
  await expect(converter().check({ signal })).rejects.toMatchObject({
    code: 'provider_unavailable',
    details: { provider: 'gotenberg', reason },
  })
  gotenberg.health(200)
  await expect(converter().check({ signal })).resolves.toBeUndefined()
})
