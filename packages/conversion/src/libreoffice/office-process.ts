import { type ChildProcess, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { rmSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { ChanceryError } from '@chancery/core'
import { tooLarge, unreadable } from '../running-converter.ts'
import { confined } from './confinement.ts'
import { writeProfile } from './office-profile.ts'
import { tooLong, workOfSize } from './conversion-budget.ts'
import { workOf } from './process-work.ts'

/** The document that the office keeps open: with none it would end after its first conversion. */
const kept = 'kept.txt'
/** The office writes it when it has opened the document. */
const lockOf = `.~lock.${kept}#`
const pollMs = 20

const lookMs = 50

const profileOf = (folder: string): string => pathToFileURL(join(folder, 'profile')).href

/**
 * Where an office listens for second starts (a pipe of LibreOffice's `osl`): named by its user and the MD5 of its profile's
 * address in UTF-16, each byte in hex without a leading zero. One that is killed leaves it behind.
 */
function socketOf(folder: string): string {
  const digest = createHash('md5')
    .update(Buffer.from(profileOf(folder), 'utf16le'))
    .digest()
  const name = [...digest].map((byte) => byte.toString(16)).join('')
  return `/tmp/OSL_PIPE_${process.getuid?.() ?? 0}_SingleOfficeIPC_${name}`
}

export interface OfficeProcessSettings {
  readonly program: string
  /** For a process to start, in ms. */
  readonly startMs: number
  /** On a processor for one conversion, in ms, beside what the size of the document adds. */
  readonly workMs: number
  /** What no document gets more of, in ms. */
  readonly mostWorkMs: number
  readonly maxBytes: number
  /** By how much its priority is lower than that of the service, 0 to 19. */
  readonly niceness: number
  /** How errors call it. */
  readonly id: string
}

/**
 * One office that stays open, in a folder and a profile of its own. A document is handed to it as a user's second start
 * would: the program finds the open office by its profile, has it do the work, and ends.
 */
export class OfficeProcess {
  conversions = 0
  isEnded = false
  private readonly settings: OfficeProcessSettings
  private readonly folder: string
  private readonly office: ChildProcess
  private readonly exited: Promise<void>
  private client: ChildProcess | undefined

  private constructor(settings: OfficeProcessSettings, folder: string) {
    this.settings = settings
    this.folder = folder
    this.office = this.run([join(folder, kept)])
    this.exited = new Promise((resolve) => {
      const end = (): void => {
        this.isEnded = true
        resolve()
      }
      this.office.once('exit', end).once('error', end)
    })
  }

  /** @throws `provider_unavailable` where it does not come up in time */
  static async start(settings: OfficeProcessSettings, signal: AbortSignal): Promise<OfficeProcess> {
    const folder = await mkdtemp(join(tmpdir(), 'chancery-office-'))
    await writeProfile(join(folder, 'profile'))
    await mkdir(join(folder, 'out'))
    await writeFile(join(folder, kept), '')
    const started = new OfficeProcess(settings, folder)
    const until = performance.now() + settings.startMs
    while (!started.isEnded && !signal.aborted && performance.now() < until) {
      if ((await readdir(folder)).includes(lockOf)) return started
      await pause(pollMs)
    }
    await started.end()
    signal.throwIfAborted()
    throw new ChanceryError('provider_unavailable', 'The office that converts documents could not be started.', {
      details: { provider: settings.id },
    })
  }

  private run(parameters: readonly string[]): ChildProcess {
    const { program, before } = confined(this.settings.program, this.settings.niceness)
    const profile = `-env:UserInstallation=${profileOf(this.folder)}`
    const child = spawn(program, [...before, profile, '--headless', '--norestore', '--nologo', ...parameters], {
      // A group of its own: the program starts others, and all end together.
      detached: process.platform !== 'win32',
      stdio: 'ignore',
      cwd: this.folder,
      windowsHide: true,
      env: {
        PATH: process.env['PATH'],
        SystemRoot: process.env['SystemRoot'],
        HOME: this.folder,
        TMPDIR: this.folder,
        LANG: 'C.UTF-8',
        SAL_USE_VCLPLUGIN: 'svp',
        // Where there is no namespace without a network, what listens to these finds nobody.
        http_proxy: 'http://127.0.0.1:9',
        https_proxy: 'http://127.0.0.1:9',
      },
    })
    child.unref()
    return child
  }

  /**
   * @throws `document_corrupt` where nothing comes out; `payload_too_large` for what is too large or too much work;
   *   `provider_timeout`, `provider_unavailable` where the program cannot be started; what `signal` says. After too much work
   *   and the last three the process has ended.
   */
  async convert(bytes: Uint8Array, from: string, timeoutMs: number, signal: AbortSignal): Promise<Uint8Array> {
    const name = `${this.conversions++}`
    const input = join(this.folder, `${name}.${from}`)
    const output = join(this.folder, 'out', `${name}.pdf`)
    try {
      await writeFile(input, bytes, { mode: 0o600 })
      const { mostWorkMs } = this.settings
      const ofSize = Math.min(timeoutMs, this.settings.workMs + workOfSize(bytes))
      const workMs = Math.min(mostWorkMs, ofSize)
      const ended = await this.handOver(input, timeoutMs, workMs, signal)
      if (ended !== 'done') await this.end()
      signal.throwIfAborted()
      if (ended === 'late') throw late(this.settings.id, timeoutMs)
      if (ended === 'worked') throw ofSize > mostWorkMs ? tooLong(mostWorkMs) : tooMuchWork(workMs)
      const { size } = await stat(output).catch(() => ({ size: 0 }))
      if (size === 0) throw unreadable(this.settings.id)
      if (size > this.settings.maxBytes) throw tooLarge(this.settings.maxBytes, size)
      return new Uint8Array(await readFile(output))
    } finally {
      await Promise.all([rm(input, { force: true }), rm(output, { force: true })])
    }
  }

  private handOver(input: string, timeoutMs: number, workMs: number, signal: AbortSignal): Promise<HowEnded> {
    return new Promise((resolve) => {
      const client = this.run(['--convert-to', 'pdf', '--outdir', join(this.folder, 'out'), input])
      this.client = client
      const finish = (how: HowEnded): void => {
        clearTimeout(timer)
        clearInterval(looks)
        signal.removeEventListener('abort', abort)
        resolve(how)
      }
      const abort = (): void => finish('cancelled')
      const timer = setTimeout(() => finish('late'), timeoutMs)
      const worked = (): number | undefined => (this.office.pid === undefined ? undefined : workOf(this.office.pid))
      const before = worked() ?? 0
      const looks = setInterval(() => {
        if ((worked() ?? 0) - before > workMs) finish('worked')
      }, lookMs)
      signal.addEventListener('abort', abort, { once: true })
      if (signal.aborted) abort()
      client.once('exit', () => finish('done')).once('error', () => finish('done'))
    })
  }

  /** Kills all of its processes, and takes its folder away. */
  async end(): Promise<void> {
    // Waited for, though nothing else may keep this process alive.
    this.office.ref()
    this.kill()
    await this.exited
    await rm(socketOf(this.folder), { force: true }).catch(() => undefined)
    await rm(this.folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 }).catch(() => undefined)
  }

  /** The same at once, for the end of this process. */
  endNow(): void {
    this.kill()
    rmSync(socketOf(this.folder), { force: true })
    // What is being killed may still write for a moment.
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 20 })
  }

  private kill(): void {
    this.isEnded = true
    for (const child of [this.client, this.office]) {
      if (child?.pid === undefined || child.exitCode !== null || child.signalCode !== null) continue
      try {
        process.kill(process.platform === 'win32' ? child.pid : -child.pid, 'SIGKILL')
      } catch {
        // It has ended meanwhile.
      }
    }
  }
}

/** `worked`: it took more of a processor's time than it may. */
type HowEnded = 'done' | 'late' | 'worked' | 'cancelled'

const tooMuchWork = (limit: number): ChanceryError =>
  new ChanceryError(
    'payload_too_large',
    'Its conversion takes longer than that of a document of its size may, and was stopped.',
    {
      details: { what: 'ms of work', limit: Math.round(limit) },
    },
  )

const late = (provider: string, limit: number): ChanceryError =>
  new ChanceryError('provider_timeout', 'The conversion took too long and was stopped.', {
    details: { provider, limit, unit: 'ms' },
  })
