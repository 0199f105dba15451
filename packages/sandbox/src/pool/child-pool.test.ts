import { describe, expect, it } from 'vitest'
import { ChildPool } from './child-pool.ts'
import type { CommandLine } from './command-line.ts'
import { defaultSandboxLimits } from './limits.ts'

describe('a pool whose children cannot even be tried', () => {
  // `spawn` throws at once for it, as it does where the system has no memory or no descriptor left.
  const unstartable: CommandLine = {
    program: '\0',
    args: [],
    confinement: { wrapper: [], withoutNetwork: false, withoutPrivileges: false, asStranger: false, withLimits: false },
  }

  it('refuses the call, and fails no further', async () => {
    const failures: number[] = []
    const pool = new ChildPool({
      command: () => Promise.resolve(unstartable),
      processes: 1,
      limits: defaultSandboxLimits,
      watch: { started: () => undefined, ended: () => undefined, failed: (count) => failures.push(count) },
    })
    try {
      await expect(pool.take(new AbortController().signal)).rejects.toMatchObject({ code: 'overloaded' })
      expect(failures).toEqual([1, 2, 3, 4, 5])
    } finally {
      await pool.close()
    }
  })
})
