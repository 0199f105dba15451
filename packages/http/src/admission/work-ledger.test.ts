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

  it('counts half after ten seconds, and is forgotten where there are many', () => {
    const { clock, ledger, use } = ledgerAt()
    use('a', 1000)
    clock.now += 10_000
    expect(ledger.recentOf('a')).toBe(500)
    clock.now += 200_000
    for (let key = 0; key < 1000; key++) use(`b${key}`, 10)
    expect(ledger.recentOf('a')).toBe(0)
    expect(ledger.typicalOf('a')).toBe(Infinity)
  })

  it('charges what had to be stopped as more than it was, and each call once', () => {
    const { clock, ledger } = ledgerAt()
    const end = ledger.begin('a')
    clock.now = 100
    end(4)
    end(4)
    expect([ledger.recentOf('a'), ledger.typicalOf('a')]).toEqual([400, 400])
  })

  it('knows what calls of a key take: the latest ones, and those that run', () => {
    const { clock, ledger, use } = ledgerAt()
    expect(ledger.typicalOf('a')).toBe(Infinity)
    for (let call = 0; call < 20; call++) use('a', 10)
    expect(ledger.typicalOf('a')).toBe(10)
    use('b', 1010)
    expect(ledger.typicalOf('b')).toBe(1010)
    // One that had to wait for something says nothing of the others.
    use('a', 5000)
    use('a', 5000)
    expect(ledger.typicalOf('a')).toBe(10)
    ledger.begin('a')
    clock.now += 700
    expect(ledger.typicalOf('a')).toBe(700)
    // A clock that is set back takes nothing away.
    clock.now = 0
    expect(ledger.typicalOf('a')).toBe(10)
  })
})
