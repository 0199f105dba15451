import { describe, expect, it } from 'vitest'
import { createWorkLedger } from './work-ledger.ts'

function ledgerAt() {
  const clock = { now: 0 }
  const ledger = createWorkLedger(() => clock.now)
  const use = (key: string, ms: number, factor?: number): void => {
    const end = ledger.begin(key)
    clock.now += ms
    end(factor)
  }
  return { clock, ledger, use }
}

describe('the work of keys', () => {
  it('counts calls that have ended and calls that still run', () => {
    const { clock, ledger, use } = ledgerAt()
    use('a', 300)
    expect(ledger.recentOf('a')).toBe(300)
    ledger.begin('a')
    ledger.begin('a')
    clock.now += 100
    expect(ledger.recentOf('a')).toBeCloseTo(200 + 300 * 2 ** -0.01, 5)
    expect(ledger.recentOf('b')).toBe(0)
  })

  it('counts half after ten seconds, and is forgotten in the end', () => {
    const { clock, ledger, use } = ledgerAt()
    use('a', 1000)
    clock.now += 10_000
    expect(ledger.recentOf('a')).toBe(500)
    expect(ledger.leastOfOthers('b')).toBe(500)
    clock.now += 200_000
    expect(ledger.leastOfOthers('b')).toBeUndefined()
    expect(ledger.recentOf('a')).toBe(0)
  })

  it('charges what had to be stopped as more than it was, and each call once', () => {
    const { clock, ledger } = ledgerAt()
    const end = ledger.begin('a')
    clock.now = 100
    end(4)
    end(4)
    expect(ledger.recentOf('a')).toBe(400)
  })

  it('knows the least that others have used, and of a key alone that there are none', () => {
    const { clock, ledger, use } = ledgerAt()
    use('a', 100)
    expect(ledger.leastOfOthers('a')).toBeUndefined()
    use('b', 20)
    expect(ledger.leastOfOthers('a')).toBeCloseTo(20, 0)
    ledger.begin('c')
    expect(ledger.leastOfOthers('a')).toBe(0)
    // A clock that is set back takes nothing away.
    clock.now = 0
    expect(ledger.recentOf('b')).toBe(20)
  })
})
