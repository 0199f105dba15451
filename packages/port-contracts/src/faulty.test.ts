import { providers } from '@chancery/core'
import { describe, expect, it } from 'vitest'
import { createFaults, type Failure } from './faulty.ts'

function subject() {
  const done: string[] = []
  return {
    done,
    port: {
      id: 'x',
      identify: () => 'pdf',
      async put(path: string) {
        done.push(path)
        return path.length
      },
      async *list() {
        yield* ['a', 'b']
      },
      read: async () => ({ columns: ['a'], rows: listRows() }),
    },
  }
}

async function* listRows() {
  yield* [1, 2, 3]
}

async function all<T>(pieces: AsyncIterable<T>): Promise<readonly T[]> {
  const found: T[] = []
  for await (const piece of pieces) found.push(piece)
  return found
}

const plain: Failure = 'broken'

describe('faulty ports', () => {
  it('are as the ports are, and count calls and pieces', async () => {
    const { port } = subject()
    const faults = createFaults({ how: plain })
    const faulty = faults.faulty(port)
    expect([faulty.id, faulty.identify(), await faulty.put('abc')]).toEqual(['x', 'pdf', 3])
    expect(await all(faulty.list())).toEqual(['a', 'b'])
    const { columns, rows } = await faulty.read()
    expect([columns, await all(rows)]).toEqual([['a'], [1, 2, 3]])
    // put; three of list, the end too; read, and four of its rows.
    expect([faults.calls(), faults.failed()]).toEqual([9, undefined])
  })

  it.each([
    ['refused', 'provider_unavailable', ['one']],
    ['broken', undefined, ['one']],
    ['lost', 'provider_timeout', ['one', 'two']],
  ] as const)('fail at the call that they are told: %s', async (how, code, done) => {
    const under = subject()
    const faults = createFaults({ at: 2, how })
    const faulty = faults.faultyEach(providers({ x: under.port })).get()
    await faulty.put('one')
    const error: unknown = await faulty.put('two').catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(Error)
    expect((error as { code?: string }).code).toBe(code)
    expect([under.done, faults.failed()]).toEqual([done, 'put'])
    expect(await faulty.put('three')).toBe(5)
  })

  it.each([
    ['held', ['one']],
    ['held-after', ['one', 'two']],
  ] as const)('never end the call that they are told: %s', async (how, done) => {
    const under = subject()
    const faults = createFaults({ at: 2, how })
    const faulty = faults.faulty(under.port)
    await faulty.put('one')
    let isEnded = false
    void faulty.put('two').finally(() => (isEnded = true))
    await expect.poll(() => faults.failed()).toBe('put')
    expect(await faulty.put('three')).toBe(5)
    expect([under.done.slice(0, done.length), isEnded]).toEqual([done, false])
  })

  it('fail in the middle of a listing', async () => {
    const faults = createFaults({ at: 2, how: 'refused' })
    const seen: string[] = []
    const reading = (async () => {
      for await (const path of faults.faulty(subject().port).list()) seen.push(path)
    })()
    await expect(reading).rejects.toMatchObject({ code: 'provider_unavailable' })
    expect(seen).toEqual(['a'])
  })
})
