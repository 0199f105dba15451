import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { built } from '../bundles/built.ts'
import { privateHosts } from './private-hosts.ts'
import type { Finding, Proof } from './promise.ts'

const promise = 'No address in a request makes the service reach anything that is not public'
const tried = `${privateHosts.length} spellings of private addresses, all on the allow-list, in every field of every operation that takes an address; the same as the target of redirects by a public server; names whose address changes between two look-ups (rebinding), or of which one of two is private; documents full of addresses. In a network of its own, in which those addresses are there and answer, and count each visit.`

/** Addresses in requests, redirects, names and documents. */
export const outbound: Proof = {
  name: 'outbound',
  async prove(scale) {
    await built()
    const apart = ['--net', '--mount', process.execPath, join(import.meta.dirname, 'outbound-inside.ts')]
    const { status, stdout, stderr } = spawnSync('unshare', [...apart, String(scale(40, 4))], {
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
    })
    if (status === null || /unshare(?: failed)?:/.test(stderr)) {
      return [
        {
          promise,
          tried,
          figure: `no network of its own can be made here: it takes root and unshare`,
          holds: 'untried',
        },
      ]
    }
    if (status !== 0) throw new Error(`The trial ended with ${status}: ${stderr}`)
    return [{ promise, tried, ...(JSON.parse(stdout) as Pick<Finding, 'figure' | 'holds'>) }]
  },
}
