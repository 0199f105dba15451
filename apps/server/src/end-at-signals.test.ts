import { afterEach, expect, it } from 'vitest'
import { endAtSignals } from './end-at-signals.ts'

const signals = ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT', 'SIGUSR1', 'SIGUSR2'] as const
const before = new Map(signals.map((signal) => [signal, process.listeners(signal)]))
const added = (signal: (typeof signals)[number]) =>
  process.listeners(signal).filter((listener) => !before.get(signal)?.includes(listener))

afterEach(() => {
  for (const signal of signals) for (const listener of added(signal)) process.off(signal, listener)
})

it('ends a process in order by what asks it to end, and opens no debugger', () => {
  const ended: string[] = []
  let asked = ''
  endAtSignals(() => ended.push(asked))
  for (const signal of signals) {
    asked = signal
    const [listener, ...others] = added(signal)
    expect(others).toEqual([])
    listener?.(signal)
  }
  expect(ended).toEqual(['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT', 'SIGUSR2'])
  // Node's own listener would open it.
  expect(added('SIGUSR1')).toHaveLength(1)
})
