import { ChanceryError, defaultSettings, type ErrorOptions } from '@chancery/core'
import { describe, expect, it } from 'vitest'
import { sampleApp } from '../testing/sample-app.ts'
import { sampleOperations } from '../testing/sample-operations.ts'
import { namingThePreference } from './larger-bounds.ts'
import { callsAboutCalls } from './calls-about-calls.ts'

const own = { documentLimits: defaultSettings.limits, deadlineMs: 30_000 }
const { background } = sampleApp()
const [operation] = sampleOperations([])
const failure = (options: ErrorOptions, code: 'payload_too_large' | 'deadline_exceeded' = 'payload_too_large') =>
  new ChanceryError(code, 'Too much.', options)
const hintsFor = (error: ChanceryError, settings: typeof background | undefined = background) =>
  namingThePreference(error, operation, own, settings).violations.map(({ hint }) => hint)

const lines = (actual: number) => ({ what: 'lines', limit: 30_000, actual, growsWith: 'pages' })

describe('what is too long or too large', () => {
  it.each([
    ['time', failure({ details: { limit: 30_000, unit: 'ms' } }, 'deadline_exceeded'), '1800 s'],
    ['work up to the deadline', failure({ details: { what: 'ms of work', limit: 30_000 } }), '1800 s'],
    ['work of a conversion', failure({ details: { what: 'ms of conversion', limit: 3000 } }), '1800 s'],
    ['pages', failure({ details: { what: 'pages', limit: 500, actual: 619 } }), '5000 pages'],
    ['pages that were not counted', failure({ details: { what: 'pages', limit: 500 } }), '5000 pages'],
    ['cells', failure({ details: { what: 'cells', limit: 200_000, actual: 600_000 } }), '1000000 cells'],
    ['records', failure({ details: { limit: 1000, actual: 50_000 } }), '50000 items'],
    ['samples', failure({ details: { limit: 50, actual: 51 } }), '200 items'],
    ['what goes by the pages', failure({ details: lines(300_000) }), '300000 lines'],
  ])('names the preference: %s', (_name, error, bound) => {
    const [hint] = hintsFor(error)
    expect(hint).toContain('`Prefer: respond-async`')
    expect(hint).toContain(bound)
  })

  it('keeps the hint and the place that it has', () => {
    const violations = [{ pointer: '/records', code: 'too_many', message: 'At most 1000.', hint: 'Split the call.' }]
    const named = namingThePreference(
      failure({ violations, details: { limit: 1000, actual: 1001 } }),
      operation,
      own,
      background,
    )
    expect(named.violations).toEqual([
      { ...violations[0], hint: expect.stringMatching(/^Split the call\. Send .*async/) },
    ])
    expect(named).toMatchObject({ code: 'payload_too_large', details: { limit: 1000, actual: 1001 } })
  })

  it.each([
    ['more pages than background work may have', failure({ details: { what: 'pages', limit: 500, actual: 5001 } })],
    ['more cells than that', failure({ details: { what: 'cells', limit: 200_000, actual: 1_000_001 } })],
    ['what goes by the pages, and is more than that', failure({ details: lines(300_001) })],
    ['more records than that', failure({ details: { limit: 1000, actual: 50_001 } })],
    ['work by the size of a document', failure({ details: { what: 'ms of work', limit: 2500 } })],
    ['memory', failure({ details: { what: 'memory', limit: 536_870_912 } })],
    ['bytes', failure({ details: { limit: 33_554_432, unit: 'bytes' } })],
    ['anything else', new ChanceryError('document_corrupt', 'Broken.')],
  ])('does not where that would not help: %s', (_name, error) => {
    expect(namingThePreference(error, operation, own, background)).toBe(error)
  })

  it('does not where nothing is taken on, nor in the calls about calls', () => {
    const late = failure({ details: { limit: 30_000, unit: 'ms' } }, 'deadline_exceeded')
    expect(namingThePreference(late, operation, own, undefined)).toBe(late)
    for (const call of callsAboutCalls(background)) expect(namingThePreference(late, call, own, background)).toBe(late)
  })

  it('is told so over HTTP', async () => {
    const { post } = sampleApp({ limits: { deadlineMs: 30 } })
    const response = await post('go-wrong', { way: 'hang' })
    expect(response.status).toBe(504)
    expect(await response.json()).toMatchObject({ errors: [{ hint: expect.stringContaining('respond-async') }] })
  })
})
