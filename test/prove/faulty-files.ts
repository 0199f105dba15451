/**
 * Loaded before the service (`--import`): from SIGWINCH to the next, a call of the file system fails now and then, with an
 * error that a disk, a limit or a mount gives. How many did is printed at the end, as `faults <number>`. Environment:
 * `FAULTY_SHARE`, of calls, 0 to 1; `FAULTY_SEED`.
 */
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { isMainThread } from 'node:worker_threads'

type AnyFunction = (...given: unknown[]) => unknown
type Functions = Record<string, AnyFunction>

const codes = ['EMFILE', 'ENOSPC', 'EIO', 'EACCES', 'ENOENT'] as const
const share = Number(process.env['FAULTY_SHARE'])
let state = Number(process.env['FAULTY_SEED'])
let isOn = false
let count = 0

/** Mulberry32, 0 to 1. */
function random(): number {
  state = (state + 0x6d_2b_79_f5) | 0
  let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
}

function faultAt(syscall: string): Error | undefined {
  if (!isOn || random() >= share) return undefined
  count++
  const code = codes[Math.floor(random() * codes.length)] ?? 'EIO'
  return Object.assign(new Error(`${code}: as a trial wants it, ${syscall}`), { code, syscall })
}

/** Puts another function in the place of one, with the properties of that. */
function replace(owner: Functions, name: string, by: (own: AnyFunction) => AnyFunction): void {
  const own = owner[name]
  if (own !== undefined) owner[name] = Object.assign(by(own), own)
}

const throwing =
  (name: string) =>
  (own: AnyFunction): AnyFunction =>
    function (this: unknown, ...given) {
      const fault = faultAt(name)
      if (fault !== undefined) throw fault
      return own.apply(this, given)
    }
const rejecting =
  (name: string) =>
  (own: AnyFunction): AnyFunction =>
    async function (this: unknown, ...given) {
      const fault = faultAt(name)
      if (fault !== undefined) throw fault
      return await own.apply(this, given)
    }
const calledBack =
  (name: string) =>
  (own: AnyFunction): AnyFunction =>
    function (this: unknown, ...given) {
      const callback = given.at(-1)
      const fault = typeof callback === 'function' ? faultAt(name) : undefined
      if (fault === undefined) return own.apply(this, given)
      setImmediate(callback as (error: Error) => void, fault)
      return undefined
    }

const ofPaths = ['open', 'unlink', 'link', 'rename', 'mkdir', 'stat', 'lstat', 'readdir', 'rm', 'rmdir'] as const
const ofFiles = ['fsync', 'fdatasync', 'readFile', 'writeFile'] as const
const ofHandles = ['read', 'write', 'writev', 'sync', 'datasync', 'stat', 'readFile', 'writeFile'] as const

if (isMainThread) {
  const functions = fs as unknown as Functions
  const promises = fs.promises as unknown as Functions
  for (const name of [...ofPaths, ...ofFiles]) {
    replace(functions, name, calledBack(name))
    replace(functions, `${name}Sync`, throwing(name))
    replace(promises, name, rejecting(name))
  }
  for (const name of ['writeSync', 'writevSync', 'readSync', 'fstatSync']) replace(functions, name, throwing(name))
  const handle = await fs.promises.open(import.meta.filename)
  const ofEachHandle = Object.getPrototypeOf(handle) as Functions
  await handle.close()
  for (const name of ofHandles) replace(ofEachHandle, name, rejecting(name))
  syncBuiltinESMExports()
  process.on('SIGWINCH', () => (isOn = !isOn))
  process.on('exit', () => {
    isOn = false
    process.stdout.write(`faults ${count}\n`)
  })
}
