import { ChanceryError } from '@chancery/core'
import { describe, expect, it } from 'vitest'
import { inlineJobs } from './inline-jobs.ts'

const { signal } = new AbortController()
const settings = { pages: 500, cells: 200_000, documentBytes: 1024 * 1024, maxMs: 30_000 }
/** Of a template that is named alone, a job asks for the bytes. */
const named = () => ({
  template: { type: 'docx', contentType: '', findings: [], sha256: `of a test ${made++}` },
  settings,
})
let made = 0

describe('jobs in this process', () => {
  it('begin nothing for a call that was cancelled', async () => {
    let asked = 0
    const services = { template: async () => void asked++ }
    const cancelled = { signal: AbortSignal.abort(), budget: 1000, services }
    await expect(inlineJobs().run('fill', named(), cancelled)).rejects.toMatchObject({ code: 'cancelled' })
    expect(asked).toBe(0)
  })

  it('hand on what a service is asked, and its failure as it is', async () => {
    const failure = new Error('of the service')
    const asked: unknown[] = []
    const services = {
      template: async (wanted: unknown) => {
        asked.push(wanted)
        throw failure
      },
    }
    await expect(inlineJobs().run('fill', named(), { signal, budget: 1000, services })).rejects.toBe(failure)
    expect(asked).toEqual([null])
  })

  it('tell a failure of their own in words of the interface', async () => {
    const failing = inlineJobs().run('fill', { template: null, settings }, { signal, budget: 1000 })
    expect(ChanceryError.is(await failing.catch((error: unknown) => error))).toBe(true)
  })

  it('are those that children have, and no others', async () => {
    await expect(inlineJobs().run('dance', null, { signal, budget: 1000 })).rejects.toThrow(TypeError)
  })
})
