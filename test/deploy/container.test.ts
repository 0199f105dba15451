import { once } from 'node:events'
import { readFileSync, readdirSync, statSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { pdfOf } from '@chancery/port-contracts/sample-documents'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { built } from '../bundles/built.ts'
import { buildImage, type RunningContainer, whyNoContainers } from './container.ts'
import { call } from './kept-paperwork.ts'

const timeout = 120_000

/** A port that was free a moment ago. */
async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  await once(probe, 'close')
  return port
}

const reason = whyNoContainers()
if (reason !== undefined) {
  process.stdout.write(`The container is not tried: ${reason}.\n`)
  it('has nothing to build it with', () => expect(whyNoContainers()).toBe(reason))
} else {
  describe('the container', () => {
    let image: ReturnType<typeof buildImage>
    let running: RunningContainer
    let volume: string
    let service: { readonly address: string; readonly key: string }
    beforeAll(async () => {
      await built()
      image = buildImage()
      volume = image.volume()
      const keys = await image.run(volume, {}, ['keys.js', 'create', '--name', 'office'])
      expect(await keys.ended, keys.printed()).toBe(0)
      const port = String(await freePort())
      // Tests listen on this machine alone.
      running = await image.run(volume, { CHANCERY_HOST: '127.0.0.1', CHANCERY_PORT: port })
      service = { address: `http://127.0.0.1:${port}`, key: /chk_\w+/.exec(keys.printed())?.[0] ?? '' }
      await running.says('Chancery is ready')
    }, 300_000)
    afterAll(async () => {
      await running.end('KILL')
      image.remove()
    })

    it('has Node, the bundle and an empty volume, and nothing to install with', () => {
      const { root } = image
      expect(readdirSync(join(root, 'app')).toSorted()).toEqual(
        readdirSync(join(import.meta.dirname, '../../build/server')).toSorted(),
      )
      expect(readdirSync(join(root, 'data'))).toEqual([])
      const { uid, mode } = statSync(join(root, 'data'))
      expect([uid, mode & 0o777]).toEqual([65_532, 0o700])
      const { User, StopSignal, Volumes, ExposedPorts } = image.configuration
      expect({ User, StopSignal, Volumes: Object.keys(Volumes), ExposedPorts: Object.keys(ExposedPorts) }).toEqual({
        User: '65532:65532',
        StopSignal: 'SIGTERM',
        Volumes: ['/data'],
        ExposedPorts: ['8080/tcp'],
      })
    })

    it('is healthy, by its own check, too', { timeout }, async () => {
      expect(await (await fetch(`${service.address}/healthz`)).json()).toEqual({ status: 'ok' })
      const [form, ...check] = image.configuration.Healthcheck?.Test ?? []
      expect(form).toBe('CMD')
      expect(await running.exec(check)).toEqual({ code: 0, out: '' })
      // It would see a service that is away.
      const elsewhere = check.map((word) => word.replace('${process.env.CHANCERY_PORT}', '1'))
      expect((await running.exec(elsewhere)).code).toBe(1)
    })

    it('answers operations, those of its children, too', { timeout }, async () => {
      const document = { content: Buffer.from(pdfOf(['Total: EUR 99.90'])).toString('base64'), filename: 'offer.pdf' }
      expect(await call(service, 'store-document', { document, path: 'offer.pdf' })).toMatchObject({ status: 200 })
      const read = await call(service, 'extract-document', { document: { path: 'offer.pdf' } })
      expect(read.data).toMatchObject({ text: expect.stringContaining('EUR 99.90') as string })
    })

    it('is not root, has no rights, and cannot get any', () => {
      const status = readFileSync(`/proc/${running.pid}/status`, 'utf8')
      const line = (name: string): string[] =>
        new RegExp(`^${name}:\\s+(.*)$`, 'm').exec(status)?.[1]?.split(/\s+/) ?? []
      expect(line('Uid')).toEqual(['65532', '65532', '65532', '65532'])
      expect(line('Gid')).toEqual(['65532', '65532', '65532', '65532'])
      for (const set of ['CapPrm', 'CapEff', 'CapBnd', 'CapAmb']) expect(line(set), set).toEqual(['0'.repeat(16)])
      expect(line('NoNewPrivs')).toEqual(['1'])
    })

    it('works with a root that cannot be written to', { timeout }, async () => {
      const mounts = readFileSync(`/proc/${running.pid}/mountinfo`, 'utf8')
        .split('\n')
        .map((line) => line.split(' '))
      expect(mounts.find(([, , , , place]) => place === '/')?.[5]).toMatch(/^ro(?:,|$)/)
      const write = "try { fs.writeFileSync(process.argv[1], '') } catch ({ code }) { console.log(code) }"
      expect((await running.exec(['node', '-e', write, '/app/a'])).out).toBe('EROFS\n')
      expect((await running.exec(['node', '-e', write, '/data/a'])).out).toBe('')
      expect(readdirSync(volume)).toEqual(expect.arrayContaining(['documents', 'key-secret', 'state.sqlite']))
    })

    it('ends with SIGTERM in its time, and answers first what was begun', { timeout }, async () => {
      const content = Buffer.from(pdfOf(Array.from({ length: 200 }, (_, line) => `Line ${line}`))).toString('base64')
      const begun = call(service, 'extract-document', { document: { content, filename: 'long.pdf' } })
      // It has been taken when the next one is answered.
      await call(service, 'get-folder-directories', {})
      const asked = performance.now()
      const [code, { status }] = await Promise.all([running.end(image.configuration.StopSignal), begun])
      expect([code, status]).toEqual([0, 200])
      // Docker and Cloud Run kill after 10 s.
      expect(performance.now() - asked).toBeLessThan(10_000)
      expect(running.printed()).not.toMatch(/"severity":"(?:error|ERROR)"/)
    })
  })
}
