import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import type { Mark } from './canaries.ts'

/** Bytes on the wire, as no client would send them: words in headers, addresses and forms, and in what is no HTTP at all. */
export function secretRequests(key: string, mark: Mark): readonly string[] {
  const host = 'host: 127.0.0.1'
  const close = 'connection: close'
  const withBody = (path: string, headers: readonly string[], body: string): string =>
    [`POST ${path} HTTP/1.1`, host, close, ...headers, `content-length: ${Buffer.byteLength(body)}`, '', body].join(
      '\r\n',
    )
  const json = 'content-type: application/json'
  const keyed = `x-api-key: ${key}`
  const boundary = mark('boundary')
  const part = (name: string, more: string, content: string): string =>
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${content}\r\n`
  const form = `content-type: multipart/form-data; boundary=${boundary}`
  const file = `; filename="${mark('document name')}.txt"`
  return [
    withBody('/send-email', [json, `x-api-key: chk_dev_${mark('wrong key')}`], '{}'),
    withBody('/send-email', [json, `x-api-key: ${key.slice(0, -1)}!`], '{}'),
    withBody('/send-email', [json, `authorization: Bearer ${mark('bearer')}`], '{}'),
    withBody('/send-email', [json, `authorization: Basic ${Buffer.from(mark('basic')).toString('base64')}`], '{}'),
    withBody('/store-document', [json, keyed, `x-request-id: ${mark('request id')} of mine`], '{}'),
    withBody('/store-document', [json, keyed, `traceparent: 00-${mark('trace')}-1-00`], '{}'),
    withBody(
      '/store-document',
      [json, keyed, `cookie: session=${mark('cookie')}`, `user-agent: ${mark('agent')}`],
      '{}',
    ),
    withBody(
      '/store-document',
      [json, keyed, `referer: https://a/?${mark('referer')}`, `origin: ${mark('origin')}`],
      '{}',
    ),
    withBody('/store-document', [json, keyed, `x-forwarded-for: ${mark('address of a caller')}`], '{}'),
    withBody('/store-document', [json, keyed, `idempotency-key: ${mark('idempotency key')}`], '{"path":"a"}'),
    withBody('/store-document', [json, keyed, `idempotency-key: ${mark('idempotency key').repeat(40)}`], '{}'),
    withBody('/store-document', [keyed, `content-type: ${mark('content type')}/x`], mark('body')),
    withBody('/store-document', [json, keyed, `accept: ${mark('accept')}/x`], '{}'),
    withBody('/store-document', [json, keyed, `content-encoding: ${mark('encoding')}`], '{}'),
    withBody('/store-document', [json, keyed, `expect: ${mark('expectation')}`], '{}'),
    withBody(`/store-document?api_key=${mark('query')}`, [json, keyed], '{}'),
    withBody(`/${mark('address path')}/x?token=${mark('query')}`, [json, keyed], '{}'),
    withBody(`/docs/problems/${mark('address path')}`, [], ''),
    withBody(
      '/store-document',
      [form, keyed],
      `${part('request', '', `{"path":"${mark('form value')}`)}--${boundary}--`,
    ),
    withBody('/store-document', [form, keyed], `${part(mark('form name'), '', mark('form value'))}--${boundary}--`),
    withBody('/store-document', [form, keyed], `${part('document', file, mark('document text'))}--${boundary}--\r\n`),
    withBody('/store-document', [form, keyed], `${part('document', file, mark('document text'))}${mark('form end')}`),
    `GET /store-document?token=${mark('query')} HTTP/1.1\r\n${host}\r\n${close}\r\n\r\n`,
    `GET http://${mark('user')}:${mark('password')}@127.0.0.1/docs?${mark('query')} HTTP/1.1\r\n${host}\r\n${close}\r\n\r\n`,
    `CONNECT ${mark('host')}:443 HTTP/1.1\r\nhost: ${mark('host')}\r\n\r\n`,
    `POST /send-email HTTP/1.1\r\nhost: ${mark('host')} x\r\n${close}\r\n\r\n`,
    `POST /send-email HTTP/1.1\r\n${host}\r\n${mark('header')} : ${mark('header')}\r\n\r\n`,
    `${mark('method')} / HTTP/1.1\r\n${host}\r\n\r\n`,
    `POST /send-email HTTP/1.1\r\n${host}\r\n${close}\r\nx-note: ${mark('header').repeat(2000)}\r\n\r\n`,
    `POST /send-email HTTP/1.1\r\n${host}\r\n${keyed}\r\n${json}\r\ntransfer-encoding: chunked\r\n\r\n${mark('chunk')}\r\n`,
    `POST /send-email HTTP/1.1\r\n${host}\r\n${keyed}\r\n${json}\r\ncontent-length: 500\r\n\r\n{"to":["${mark('address')}`,
  ]
}

/** Sends bytes, ends, and answers what comes back. */
export async function sendBytes(port: number, bytes: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => undefined)
  socket.setTimeout(10_000, () => socket.destroy())
  socket.end(bytes)
  return await text(socket).catch(() => '')
}
