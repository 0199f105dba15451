import { execFile } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { copied, deploy } from '../bundles/deployed.ts'
import { call, keepPaperwork, keepStoring, knownPaperwork, restored } from './kept-paperwork.ts'

const execute = promisify(execFile)
const folder = mkdtempSync(join(tmpdir(), 'chancery-backup-'))
let bundle: string
let removeBundle: () => void
beforeAll(async () => {
  const copy = await copied('server')
  bundle = copy.folder
  removeBundle = copy.remove
}, 300_000)
afterAll(() => {
  removeBundle()
  rmSync(folder, { recursive: true, force: true })
})

const timeout = 120_000
/** Documents are stored as fast as the disk takes them: no rate ends that. */
const withoutRate = { CHANCERY_RATE_PER_MINUTE: '1000000' }

/** The command of the bundle: what it said, and how it ended. */
const backup = (data: string, args: readonly string[], settings: Readonly<Record<string, string>> = {}) =>
  execute(process.execPath, [join(bundle, 'backup.js'), ...args], {
    env: { PATH: process.env['PATH'] ?? '', CHANCERY_DATA: data, ...settings },
  }).then(
    ({ stdout, stderr }) => ({ code: 0, out: stdout + stderr }),
    ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({ code, out: stdout + stderr }),
  )

const same = { retry: 0, timeout }

describe('a data folder', () => {
  it('is copied by the command while the service works, and answers the same when it is put back', same, async () => {
    const service = await deploy('server', withoutRate)
    const to = join(folder, 'sqlite')
    let before: unknown
    const storing = keepStoring(service)
    try {
      await keepPaperwork(service)
      before = await knownPaperwork(service)
      await storing.more(20)
      const sure = [...storing.stored]
      const made = await backup(service.data, ['--to', to])
      expect(made).toEqual({ code: 0, out: expect.stringMatching(/^\d+ files, [\d.]+ MB: /) as string })
      await storing.more(5)
      await storing.end()
      for (const path of sure) expect(existsSync(join(to, 'documents', path)), path).toBe(true)
      // For the owner alone, and nothing half done beside it.
      for (const name of ['.', 'key-secret', 'state.sqlite', 'clients.sqlite'])
        expect(statSync(join(to, name)).mode & 0o077, name).toBe(0)
      expect(readdirSync(folder)).toEqual(['sqlite'])
      const timeOf = (data: string): number => statSync(join(data, 'documents/letters')).mtimeMs
      expect(Math.abs(timeOf(to) - timeOf(service.data))).toBeLessThan(1)
      await service.stop()

      const again = await deploy('server', withoutRate, restored(to))
      try {
        const known = { address: again.address, key: service.key }
        expect(await knownPaperwork(known)).toEqual(before)
        expect((before as { sent: { replayed: boolean } }).sent.replayed).toBe(true)
        // All of them are there: some tell that they are read.
        for (const path of [...sure.slice(0, 2), ...sure.slice(-3)]) {
          const { data } = await call(known, 'extract-document', { document: { path } })
          expect(data).toMatchObject({ text: expect.stringContaining(`This is ${path}`) as string })
        }
        // One e-mail: the answer for its key was kept, and it was not sent again.
        expect(readdirSync(join(again.data, 'outbox/new'))).toHaveLength(1)
      } finally {
        await again.stop()
      }
    } finally {
      await storing.end()
      await service.stop()
    }
  })

  it('is refused to be copied over something, into itself, or where nothing is', same, async () => {
    const data = join(folder, 'nothing')
    const [taken, fresh] = [join(folder, 'taken'), join(folder, 'fresh')]
    mkdirSync(taken)
    for (const [from, args, message] of [
      [data, ['--to', fresh], /CHANCERY_DATA: there is no such folder/],
      [taken, ['--to', fresh], /kept nothing in that folder/],
      [taken, ['--to', folder], /--to: is there already/],
      [taken, ['--to', join(taken, 'inside')], /--to: is in the data folder itself/],
      [folder, [], /--to: name a new folder/],
      [folder, ['--into', fresh], /There is no option --into/],
    ] as const) {
      const { code, out } = await backup(from, args)
      expect(out).toMatch(message)
      expect(code).toBe(2)
    }
    expect(existsSync(fresh)).toBe(false)
    expect(existsSync(`${fresh}.partial`)).toBe(false)
  })

  it('says what is elsewhere', same, async () => {
    const data = join(folder, 'elsewhere')
    mkdirSync(join(data, 'documents'), { recursive: true })
    const settings = { CHANCERY_STATE: 'postgres', CHANCERY_DATABASE_URL: 'postgres://a@127.0.0.1:1/b' }
    cpSync(join(bundle, 'package.json'), join(data, 'documents/a.json'))
    const { code, out } = await backup(data, ['--to', join(folder, 'documents-alone')], settings)
    expect([code, out]).toEqual([0, expect.stringContaining('The state is in Postgres')])
    expect(readdirSync(join(folder, 'documents-alone'))).toEqual(['documents'])
  })
})
