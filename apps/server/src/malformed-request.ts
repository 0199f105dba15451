import type { Duplex } from 'node:stream'

/** What Node's parser refuses, with the status that fits. */
const statuses: Readonly<Record<string, readonly [number, string]>> = {
  HPE_HEADER_OVERFLOW: [431, 'Request Header Fields Too Large'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'Content Too Large'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'Request Timeout'],
}

/** Answers a request that is no HTTP with problem+json, like everything else; Node itself would send an empty body. */
export function refuseMalformed(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const [status, title] = statuses[error.code ?? ''] ?? [400, 'Bad Request']
  const problem = {
    type: 'about:blank',
    title,
    status,
    detail: 'The request is not well-formed HTTP.',
    retryable: status === 408,
  }
  const body = JSON.stringify(problem)
  socket.end(
    `HTTP/1.1 ${status} ${title}\r\ncontent-type: application/problem+json\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  )
}
