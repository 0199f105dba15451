import { spawn, spawnSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { setPriority } from 'node:os'
import { delimiter, join } from 'node:path'
import { cancellation, ChanceryError } from '@chancery/core'
import { corruptDocument } from '@chancery/reading/reading-errors'
import { processorLimit } from './processor-limit.ts'
import { type Orientation, quarterTurn, type TesseractPage, type TesseractProgram } from './tesseract-program.ts'
import { TurnTaking } from './turn-taking.ts'

export interface NativeTesseractSettings {
  /** Path of the program. */
  readonly program: string
  /** Folder with `*.traineddata`; absent: the program's own. */
  readonly data: string | undefined
  readonly atOnce: number
  readonly pageTimeoutMs: number
  /** How much others go before it, 0 to 19. */
  readonly niceness: number
}

/** More than the TSV of any page. */
const maxOutput = 64 * 1024 * 1024

/** The `tesseract` on this machine's path, if there is one. */
export function findTesseract(path: string | undefined = process.env['PATH']): string | undefined {
  return (path ?? '')
    .split(delimiter)
    .filter((folder) => folder !== '')
    .map((folder) => join(folder, process.platform === 'win32' ? 'tesseract.exe' : 'tesseract'))
    .find((file) => {
      try {
        accessSync(file, constants.X_OK)
        return true
      } catch {
        return false
      }
    })
}

/** Tesseract as a program of its own: one process a page, killed at its time-out or when the call ends. */
export function createNativeTesseract(settings: NativeTesseractSettings): TesseractProgram {
  const { program, data, atOnce, pageTimeoutMs, niceness } = settings
  const dataOptions = data === undefined ? [] : ['--tessdata-dir', data]
  const listed = spawnSync(program, ['--list-langs', ...dataOptions], {
    env: environment(),
    encoding: 'utf8',
    timeout: 10_000,
    killSignal: 'SIGKILL',
  })
  // The first line is a heading; old versions write the list to stderr.
  const all = `${listed.stdout}\n${listed.stderr}`.split('\n').filter((line) => /^[A-Za-z_]{3,20}$/.test(line.trim()))
  const turns = new TurnTaking(atOnce)
  const running = new Set<AbortController>()

  const run = (
    { graymap, resolution, signal, limitMs = Infinity }: TesseractPage,
    options: readonly string[],
  ): Promise<Output> =>
    turns.take(signal, async () => {
      const closing = new AbortController()
      running.add(closing)
      try {
        return await runOnce(
          program,
          ['-', '-', ...dataOptions, ...(resolution === undefined ? [] : ['--dpi', String(resolution)]), ...options],
          graymap,
          AbortSignal.any([signal, closing.signal]),
          { limitMs: Math.min(limitMs, pageTimeoutMs), stalledMs: pageTimeoutMs, niceness },
        )
      } catch (error) {
        if (signal.aborted) throw cancellation(signal)
        if (closing.signal.aborted) throw cancellation(closing.signal)
        throw error
      } finally {
        running.delete(closing)
      }
    })

  return {
    id: 'tesseract',
    languages: all.filter((language) => language !== 'osd'),
    knowsOrientation: all.includes('osd'),
    async recognize({ languages, segmentation, ...page }) {
      const options = ['-l', languages.join('+'), '--oem', '1', '--psm', String(segmentation)]
      const { code, text, usedMs } = await run(page, [...options, '-c', 'tessedit_create_tsv=1'])
      if (code !== 0) throw corruptDocument('The picture could not be read.')
      return { outcome: text, usedMs }
    },
    async orientation(page) {
      if (!all.includes('osd')) return { outcome: undefined, usedMs: 0 }
      const { code, text, usedMs } = await run(page, ['-l', 'osd', '--psm', '0'])
      return { outcome: code === 0 ? orientationIn(text) : undefined, usedMs }
    },
    close() {
      for (const each of running) each.abort()
      return Promise.resolve()
    },
  }
}

/** Of what `--psm 0` prints: one value a line. */
function orientationIn(text: string): Orientation | undefined {
  const said = (name: string): string | undefined => new RegExp(`^${name}: (.+)$`, 'm').exec(text)?.[1]
  const [turn, script] = [said('Rotate'), said('Script')]
  if (turn === undefined) return undefined
  return {
    turn: quarterTurn(Number(turn)),
    confidence: Number(said('Orientation confidence') ?? 0),
    ...(script === undefined ? {} : { script, scriptConfidence: Number(said('Script confidence') ?? 0) }),
  }
}

/** One thread: several of OpenMP's wait for each other longer than they compute. */
const environment = (): NodeJS.ProcessEnv => {
  const prefix = process.env['TESSDATA_PREFIX']
  return { OMP_THREAD_LIMIT: '1', ...(prefix === undefined ? {} : { TESSDATA_PREFIX: prefix }) }
}

interface Output {
  readonly code: number | null
  readonly text: string
  /** Of a processor's time: what was last seen of it. */
  readonly usedMs: number
}

/** Others go before it; where it has ended already, or that is not allowed, it just runs. */
function beNice(pid: number, niceness: number): void {
  try {
    setPriority(pid, niceness)
  } catch {
    // It is work all the same.
  }
}

function runOnce(
  program: string,
  options: readonly string[],
  input: Uint8Array,
  signal: AbortSignal,
  { limitMs, stalledMs, niceness }: { readonly limitMs: number; readonly stalledMs: number; readonly niceness: number },
): Promise<Output> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, options, { env: environment(), stdio: ['pipe', 'pipe', 'ignore'], windowsHide: true })
    if (child.pid !== undefined && niceness > 0) beNice(child.pid, niceness)
    const chunks: Buffer[] = []
    let size = 0
    const kill = (): void => void child.kill('SIGKILL')
    if (signal.aborted) kill()
    signal.addEventListener('abort', kill, { once: true })
    const limit = processorLimit(limitMs, () => processorTime(child.pid), stalledMs)
    limit.signal.addEventListener('abort', kill, { once: true })
    child.on('error', (cause) => {
      limit.stop()
      reject(new ChanceryError('internal', 'The program for reading pictures could not be started.', { cause }))
    })
    // Where no descriptor is left it has no streams, and says so by its error.
    if (child.stdout === undefined) return
    child.stdout.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size > maxOutput) kill()
      else chunks.push(chunk)
    })
    // It may end before it has read everything; its exit code tells.
    child.stdin.on('error', () => undefined)
    child.stdin.end(input)
    child.on('close', (code) => {
      signal.removeEventListener('abort', kill)
      limit.stop()
      if (signal.aborted || limit.signal.aborted)
        reject(new ChanceryError('deadline_exceeded', 'Reading the picture took too long.'))
      else resolve({ code, text: Buffer.concat(chunks).toString('utf8'), usedMs: limit.usedMs() })
    })
  })
}

/** Of Linux: hundredths of a second, whatever the kernel counts in itself. */
const tickMs = 10

/** What a process has used so far, in ms; `undefined` where the system does not tell it so. */
async function processorTime(pid: number | undefined): Promise<number | undefined> {
  if (process.platform !== 'linux' || pid === undefined) return undefined
  const stat = await readFile(`/proc/${pid}/stat`, 'latin1')
  // Behind the name of the program, which may hold anything: user and system time are the 12th and the 13th.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) * tickMs
}
