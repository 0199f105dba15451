import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { request } from 'node:http'
import { startService } from '../service-process.ts'

/** Of a request. */
const bodyBytes = 100 * 1024 * 1024
const mostBytes = 128 * 1024 * 1024

const peakMb = (pid: number): number =>
  Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024

interface LargeRequest {
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
}

/** Fills what is left between both ends, so that the whole has the bytes that are wanted. */
function filled(start: string, end: string, sign: string): Buffer {
  const [head, tail] = [Buffer.from(start), Buffer.from(end)]
  // Base64 comes in groups of four.
  const between = (bodyBytes - head.length - tail.length) & ~3
  return Buffer.concat([head, Buffer.alloc(between, sign), tail])
}

const requests: Readonly<Record<string, () => LargeRequest>> = {
  JSON: () => ({
    headers: { 'content-type': 'application/json' },
    body: filled('{"path":"large.bin","document":{"content":"', '"}}', 'QUJD'),
  }),
  'a form': () => {
    const part = (name: string) => `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n`
    const start = `${part('request')}{"path":"large.bin"}\r\n${part('document').replace('\r\n\r\n', '; filename="a.bin"\r\n\r\n')}`
    return {
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
      body: filled(start, '\r\n--x--\r\n', 'a'),
    }
  },
  'raw bytes': () => ({
    headers: { 'content-type': 'application/octet-stream', 'chancery-request': '{"path":"large.bin"}' },
    body: filled('', '', 'a'),
  }),
}

/** The service in a process of its own, which is sent one document of 100 MiB and stores it: its peak, in MB, by how it is sent. */
export async function peaksOfLargeBodies(): Promise<Readonly<Record<string, number>>> {
  const peaks: Record<string, number> = {}
  for (const [how, large] of Object.entries(requests)) {
    const service = await startService({ CHANCERY_MAX_BODY_BYTES: String(mostBytes) })
    try {
      const { headers, body } = large()
      await sent(`${service.address}/store-document`, {
        headers: { ...headers, 'x-api-key': service.key, 'content-length': String(body.length) },
        body,
      })
      peaks[how] = peakMb(service.pid)
    } finally {
      await service.stop()
    }
  }
  return peaks
}

/** Of a document that comes in parts, of so many bytes each. */
const [uploadParts, partBytes] = [10, 30 * 1024 * 1024]

/** The same of a document of 300 MiB in ten parts, which are put together and stored: its peak, in MB. */
export async function peakOfLargeUpload(): Promise<number> {
  const service = await startService({ CHANCERY_DEADLINE_MS: '600000' })
  try {
    const part = Buffer.alloc(partBytes, 'QUJD')
    const whole = createHash('sha256')
    const call = async (name: string, headers: Readonly<Record<string, string>>, body: Buffer): Promise<void> =>
      await sent(`${service.address}/${name}`, {
        headers: { ...headers, 'x-api-key': service.key, 'content-length': String(body.length) },
        body,
      })
    for (let number = 1; number <= uploadParts; number++) {
      whole.update(part)
      const request = JSON.stringify({ upload: 'large', part: number })
      await call('put-upload-part', { 'content-type': 'application/octet-stream', 'chancery-request': request }, part)
    }
    const finish = { upload: 'large', parts: uploadParts, sha256: whole.digest('hex'), path: 'large.bin' }
    await call('finish-upload', { 'content-type': 'application/json' }, Buffer.from(JSON.stringify(finish)))
    return peakMb(service.pid)
  } finally {
    await service.stop()
  }
}

const sent = (address: string, { headers, body }: LargeRequest): Promise<void> =>
  new Promise((resolve, reject) => {
    const call = request(address, { method: 'POST', headers }, (response) => {
      response.resume()
      response.on('end', () =>
        response.statusCode === 200 ? resolve() : reject(new Error(`status ${response.statusCode}`)),
      )
    })
    call.on('error', reject)
    call.end(body)
  })
