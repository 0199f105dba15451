import type { Server, ServerResponse } from 'node:http'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Growth since memory was last given back that is worth a collection, in bytes. */
const worthBytes = 32 * 1024 ** 2

/**
 * Bytes of spare pages that are worth compiled code, too: V8 keeps those that a large document took for the next one,
 * however many, and hands them back as a last resort alone.
 */
const worthCodeBytes = 64 * 1024 ** 2

/** When a process that has grown collects, in ms. */
interface Patience {
  /** So long without a call, the server counts as idle: it gives back all it can, compiled code too. */
  readonly idle: number
  /** One that is never idle so long collects its garbage as soon as no call runs for a moment. */
  readonly betweenCalls: number
  /** One that has not had such a moment either collects while calls run. */
  readonly duringCalls: number
}

const defaultPatience: Patience = { idle: 5000, betweenCalls: 20_000, duringCalls: 60_000 }
/** One with many spare pages waits so many times less, unless calls run. */
const hurry = 4
/** It is looked at so many times in the time after which it is idle. */
const looks = 3 * hurry

/** The part of the time that collections may take. */
const share = 1 / 10
/** What so many collections without a call between them left is what the server needs by now. More than one: a connection holds its last call for a while. */
const mostTries = 5

/**
 * Has the process give back its memory while nobody waits for it: collects garbage once it has grown and no call runs. V8
 * by itself collects as it needs room for more: what the last large document left would stay till the next one comes.
 * Holds no process open.
 */
export function giveBackMemoryWhenIdle(server: Server, patience: Patience = defaultPatience): void {
  let calls = 0
  let lastCallAt = 0
  /** Bytes that it needs. */
  let settled = process.memoryUsage.rss()
  /** Bytes that are no objects: its program, and what it needs outside of V8's heap. */
  const settledBeside = besideObjects()
  /** When it was seen to have grown; `undefined` while it has not. */
  let grownAt: number | undefined
  /** Collections since the last call. */
  let tries = 0
  let restUntil = 0
  let timer: NodeJS.Timeout | undefined

  /** @param waited ms by now, of `needed`: fewer do where there are many spare pages and no call runs */
  function giveBackAfter(waited: number, needed: number, flavor: Flavor): void {
    const begin = performance.now()
    const hasSpare = besideObjects() > settledBeside + worthCodeBytes
    if (begin < restUntil || waited < (hasSpare && calls === 0 ? needed / hurry : needed)) return
    collect(hasSpare ? 'last-resort' : flavor)
    const end = performance.now()
    restUntil = end + (end - begin) / share
    grownAt = undefined
    // What it brought is seen by the next look: bytes outside of V8's heap are freed by another thread.
    tries++
  }

  function look(): void {
    timer = undefined
    const now = performance.now()
    const quiet = calls === 0 ? now - lastCallAt : 0
    const resident = process.memoryUsage.rss()
    if (resident <= settled + worthBytes) {
      grownAt = undefined
      tries = 0
    } else if (tries === mostTries) {
      settled = resident
      tries = 0
    } else {
      grownAt ??= now
      if (calls === 0) giveBackAfter(quiet, patience.idle, 'last-resort')
      else giveBackAfter(now - grownAt, patience.duringCalls, 'regular')
    }
    // An idle server is not looked at: nothing of it grows.
    if (quiet < patience.idle || grownAt !== undefined || tries > 0) lookLater()
  }

  function lookLater(): void {
    timer ??= setTimeout(look, patience.idle / looks).unref()
  }

  server.on('request', (_request, response: ServerResponse) => {
    calls++
    tries = 0
    lookLater()
    response.once('close', () => {
      calls--
      lastCallAt = performance.now()
      if (calls === 0 && grownAt !== undefined) giveBackAfter(lastCallAt - grownAt, patience.betweenCalls, 'regular')
    })
  })
}

/** What the kernel counts for the process and V8 does not count for objects: spare pages among it. */
function besideObjects(): number {
  const { rss, heapTotal, external } = process.memoryUsage()
  return rss - heapTotal - external
}

/** `last-resort` is what V8 does where memory has become scarce: it drops compiled code, and hands its spare pages back. */
type Flavor = 'regular' | 'last-resort'

let collectNow: ((options: object) => void) | undefined

/** Node offers it by this flag alone. */
function collect(flavor: Flavor): void {
  if (collectNow === undefined) {
    setFlagsFromString('--expose-gc')
    collectNow = runInNewContext('gc') as (options: object) => void
    setFlagsFromString('--no-expose-gc')
  }
  collectNow({ type: 'major', execution: 'sync', flavor })
}
