import { ChanceryError, type ErrorKind } from '@chancery/core'
import { processorMs } from '@chancery/port-contracts/processor-time'
import { createDocumentGuard } from '@chancery/guard'
import { expect, it } from 'vitest'
import type { Attack } from './attack.ts'
import { attacks } from './attacks.ts'

export const guard = createDocumentGuard()
export const { signal } = new AbortController()
/** Ten times what the slowest takes, of a processor’s time. */
export const longestMs = 5000
const refusals = new Set<ErrorKind>(['invalid-input', 'too-large', 'unreadable-document'])

type Named = Pick<Attack, 'bytes' | 'filename' | 'password'>

/** What the guard made of a document: `accepted`, a code, or whatever else it threw, which it never may. */
export async function verdictOn({ bytes, filename, password }: Named): Promise<{ verdict: string; ms: number }> {
  let verdict = 'accepted'
  const ms = await processorMs(async () => {
    try {
      await guard.vet(bytes, { filename, signal, ...(password === undefined ? {} : { password }) })
    } catch (error) {
      verdict = ChanceryError.is(error) && refusals.has(error.kind) ? error.code : `threw ${String(error)}`
    }
  })
  return { verdict, ms }
}

/**
 * That the guard tells all attacks apart, and takes no longer for them than for anything.
 * @param every one attack of so many
 */
export function guardedAttacks(every: number): void {
  it('identifies, and refuses or accepts attacks, at once, and throws nothing else', async () => {
    const faults: string[] = []
    let count = 0
    for (const attack of attacks()) {
      const { name, bytes, expect: wanted } = attack
      if (count++ % every > 0) continue
      const identifying = await processorMs(() => expect(guard.identify(bytes)).toMatch(/^[a-z]+$/))
      if (identifying > longestMs) faults.push(`${name}: identified too late`)
      const { verdict, ms } = await verdictOn(attack)
      if (verdict.startsWith('threw')) faults.push(`${name}: ${verdict}`)
      if (ms > longestMs) faults.push(`${name}: ${ms.toFixed(0)} ms`)
      if (wanted !== undefined && verdict !== wanted) faults.push(`${name}: ${verdict} instead of ${wanted}`)
    }
    expect(faults).toEqual([])
    expect(count).toBeGreaterThan(700)
  })
}
