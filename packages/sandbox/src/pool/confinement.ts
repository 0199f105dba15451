import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { SandboxLimits } from './limits.ts'

/** What the kernel and util-linux confine a child with on this machine. Node's own permissions come on top, everywhere. */
export interface Confinement {
  /** Programs and arguments before the child's own command. */
  readonly wrapper: readonly string[]
  /** No network but a loopback device that is down. */
  readonly withoutNetwork: boolean
  /** No capability, and none to be had by running another program. */
  readonly withoutPrivileges: boolean
  /** Another user than root, where the service runs as root. */
  readonly asStranger: boolean
  /** The kernel bounds memory, descriptors and the size of files. */
  readonly withLimits: boolean
}

/** An id that no user and no other program has: `nobody` is shared. */
const strangerId = '64738'
/** Processes and threads of that user: of all children together. */
const strangersThreads = 1024
/** A child reads its code and talks over one channel. */
const descriptors = 512

/** Whether a program runs here, and exits well. */
async function works(program: string, args: readonly string[]): Promise<boolean> {
  try {
    await promisify(execFile)(program, args, { timeout: 5000 })
    return true
  } catch {
    return false
  }
}

/**
 * Tries what there is, the strongest first, on a program that reads the child's entry: what would keep it from its code
 * is left out.
 * @param entry path of the program that children run
 */
export async function confinement(entry: string, limits: SandboxLimits): Promise<Confinement> {
  if (process.platform !== 'linux') return none
  const canRead = (wrapper: readonly string[]): Promise<boolean> => {
    const [program = 'head', ...args] = [...wrapper, 'head', '-c', '1', entry]
    return works(program, args)
  }
  /** The wrapper with one more layer around the command, where that works. */
  const within = async (wrapper: readonly string[], ...layers: readonly (readonly string[])[]) => {
    for (const layer of layers) if (await canRead([...wrapper, ...layer])) return [...wrapper, ...layer]
    return wrapper
  }
  const isRoot = process.getuid?.() === 0
  const bare = await within(
    [],
    isRoot
      ? ['unshare', '--net', '--ipc', '--uts']
      : ['unshare', '--user', '--map-current-user', '--net', '--ipc', '--uts'],
  )
  const unprivileged = ['--no-new-privs', '--bounding-set=-all', '--inh-caps=-all', '--pdeathsig', 'KILL']
  const asStranger = ['--reuid', strangerId, '--regid', strangerId, '--clear-groups']
  const apart = await within(
    bare,
    ...(isRoot ? [['setpriv', ...asStranger, ...unprivileged]] : []),
    ['setpriv', ...unprivileged],
    ['setpriv', '--no-new-privs', '--pdeathsig', 'KILL'],
  )
  const sizes = [`--data=${limits.dataBytes}`, '--core=0', '--fsize=0', `--nofile=${descriptors}`]
  const bounded = await within(
    apart,
    ...(apart.includes(strangerId) ? [['prlimit', `--nproc=${strangersThreads}`, ...sizes]] : []),
    ['prlimit', ...sizes],
    ['prlimit', `--data=${limits.dataBytes}`, '--core=0'],
  )
  // The service answers first, though all processors be busy.
  const wrapper = await within(bounded, ['nice', '-n', `${limits.niceness}`])
  return {
    wrapper,
    withoutNetwork: wrapper.includes('--net'),
    withoutPrivileges: wrapper.includes('--bounding-set=-all'),
    asStranger: wrapper.includes('--reuid'),
    withLimits: wrapper.includes('prlimit'),
  }
}

const none: Confinement = {
  wrapper: [],
  withoutNetwork: false,
  withoutPrivileges: false,
  asStranger: false,
  withLimits: false,
}
