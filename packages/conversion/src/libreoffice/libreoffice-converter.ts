import { cancellation, ChanceryError, throwIfCancelled, unready } from '@chancery/core'
import { defaultMaxBytes, isPdf, refuseTypes, type RunningConverter, unreadable } from '../running-converter.ts'
import { boundWork } from './conversion-budget.ts'
import { isProgram } from './find-office.ts'
import { OfficeProcess } from './office-process.ts'

/** What waits beyond `waiting` is refused as `overloaded`. The id is `libreoffice` unless said. */
export interface LibreOfficeSettings {
  /** Path of `soffice`; `findOffice` finds it. */
  readonly program: string
  /** Offices at once, each with one conversion at a time and some 200 MB of memory. Default 1. */
  readonly processes?: number
  /** For one conversion, in ms. Default 60,000. */
  readonly timeoutMs?: number
  /**
   * Time on a processor for one conversion, in ms, beside what the size of the document adds. Default 2500; a usual letter
   * takes 100.
   */
  readonly workMs?: number
  /**
   * What no conversion gets more of, whatever the size of its document, in ms on a processor: for callers that wait. Absent:
   * only the time for one conversion bounds it.
   */
  readonly mostWorkMs?: number
  /** For an office to start, in ms. Default 60,000. */
  readonly startMs?: number
  /** Conversions that wait. Default 256. */
  readonly waiting?: number
  /** Conversions after which an office is replaced. Default 500. */
  readonly conversions?: number
  /** Bytes of a converted document. Default 256 MB. */
  readonly maxBytes?: number
  /** By how much its priority is lower than that of the service, 0 to 19. Default 10. */
  readonly niceness?: number
  readonly id?: string
}

/**
 * Converts by LibreOffice processes that are started at the first conversion and stay open: without macros, links and,
 * where Linux lets us, network. One that hangs, crashes or has done its share is replaced.
 */
export function createLibreOfficeConverter(settings: LibreOfficeSettings): RunningConverter {
  const { program, processes = 1, timeoutMs = 60_000, startMs = 60_000, waiting = 256, conversions = 500 } = settings
  const {
    maxBytes = defaultMaxBytes,
    workMs = 2500,
    mostWorkMs = timeoutMs,
    niceness = 10,
    id = 'libreoffice',
  } = settings
  const all = new Set<OfficeProcess>()
  const idle: OfficeProcess[] = []
  const queue: (() => void)[] = []
  let running = 0
  let closed = false

  const endAll = (): void => {
    for (const each of all) each.endNow()
  }
  process.once('exit', endAll)

  /** A place among those that convert. */
  async function place(signal: AbortSignal): Promise<void> {
    throwIfCancelled(signal)
    if (closed) throw new ChanceryError('overloaded', 'The service is shutting down.')
    if (running < processes) return void running++
    if (queue.length >= waiting) {
      throw new ChanceryError('overloaded', 'Too many documents wait to be converted.', { details: { limit: waiting } })
    }
    await new Promise<void>((resolve, reject) => {
      const leave = (): void => {
        queue.splice(queue.indexOf(begin), 1)
        reject(cancellation(signal))
      }
      const begin = (): void => {
        signal.removeEventListener('abort', leave)
        resolve()
      }
      signal.addEventListener('abort', leave, { once: true })
      queue.push(begin)
    })
  }

  function leavePlace(): void {
    const next = queue.shift()
    if (next === undefined) running--
    else next()
  }

  async function office(signal: AbortSignal): Promise<OfficeProcess> {
    for (let known = idle.pop(); known !== undefined; known = idle.pop()) {
      if (!known.isEnded) return known
      await drop(known)
    }
    const started = await OfficeProcess.start({ program, startMs, workMs, mostWorkMs, maxBytes, niceness, id }, signal)
    all.add(started)
    return started
  }

  async function drop(known: OfficeProcess): Promise<void> {
    await known.end()
    all.delete(known)
  }

  async function giveBack(known: OfficeProcess): Promise<void> {
    if (closed || known.isEnded || known.conversions >= conversions) await drop(known)
    else idle.push(known)
  }

  return {
    id,
    parallel: processes,
    async convert(bytes, types, { signal }) {
      refuseTypes(types)
      boundWork(bytes, mostWorkMs)
      await place(signal)
      try {
        const known = await office(signal)
        try {
          const pdf = await known.convert(bytes, types.from, timeoutMs, signal)
          if (!isPdf(pdf)) throw unreadable(id)
          return pdf
        } catch (error) {
          throw signal.aborted ? cancellation(signal) : error
        } finally {
          await giveBack(known)
        }
      } finally {
        leavePlace()
      }
    },
    async check({ signal }) {
      throwIfCancelled(signal)
      // Started at the first conversion: a check that did would hold some 200 MB for nobody.
      if (!isProgram(program)) throw unready(id, 'unavailable', 'The program of LibreOffice is gone.')
    },
    async close() {
      closed = true
      process.removeListener('exit', endAll)
      await Promise.all([...all].map(drop))
    },
  }
}
