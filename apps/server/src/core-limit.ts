import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/**
 * Keeps this process, and all that it starts from now on, from leaving its memory in a file when it crashes: documents and
 * keys are in it. The hard limit stays, so that whoever looks for a fault can raise it again (`prlimit --pid <pid>
 * --core=unlimited`). Where there is no `prlimit` (util-linux), the limit is that of whoever started the service.
 */
export async function leaveNoCores(): Promise<void> {
  if (process.platform !== 'linux') return
  await promisify(execFile)('prlimit', ['--pid', String(process.pid), '--core=0:'], { timeout: 2000 }).catch(
    () => undefined,
  )
}
