import {
  ChanceryError,
  type DocumentTemplates,
  type DocumentType,
  type FillRequest,
  type JsonObject,
} from '@chancery/core'
import { describe, expect, it } from 'vitest'
import { vettedForTest } from './vetted-for-test.ts'

export interface DocumentTemplatesUnderTest {
  readonly templates: DocumentTemplates
  /** A document whose paragraphs have these texts. */
  make(...paragraphs: readonly string[]): Uint8Array
  /** The texts of a document's paragraphs. */
  read(bytes: Uint8Array): readonly string[]
  /** What `make` makes; docx unless said. */
  readonly type?: DocumentType
  /** Whether it makes one document of several; it does unless said. */
  readonly merges?: boolean
}

const { signal } = new AbortController()

const request = (data: JsonObject, more: Partial<FillRequest> = {}): FillRequest => ({
  data,
  missing: 'error',
  locale: 'en-US',
  timeZone: 'Europe/Berlin',
  currency: 'EUR',
  now: Date.UTC(2026, 10, 21, 23, 30),
  ...more,
})

const problemOf = async (work: Promise<unknown>): Promise<ChanceryError> => {
  const error: unknown = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!ChanceryError.is(error)) throw new Error('A ChanceryError was expected.', { cause: error })
  return error
}

/** What everything that fills document templates must do. */
export function documentTemplatesContract(name: string, make: () => DocumentTemplatesUnderTest): void {
  describe(`${name} keeps the contract of document templates`, () => {
    const { templates, make: document, read, type = 'docx', merges = true } = make()
    const vetted = (...paragraphs: readonly string[]) => vettedForTest(document(...paragraphs), type)
    const fill = async (paragraphs: readonly string[], data: JsonObject, more: Partial<FillRequest> = {}) => {
      const outcome = await templates.fill(vetted(...paragraphs), request(data, more), { signal })
      return { ...outcome, lines: read(outcome.content.bytes) }
    }

    it('fills values, nested paths, formatters and what a section repeats', async () => {
      const { lines, filled, missing, unused } = await fill(
        [
          'Dear {client.name},',
          '{#items}',
          '{name}: {price | currency:"USD"}',
          '{/items}',
          '{^paid}Please pay.{/paid}',
        ],
        {
          client: { name: 'Zoë 名前 & Co <x>' },
          items: [
            { name: 'A', price: 2 },
            { name: 'B', price: '3.5' },
          ],
          paid: false,
          spare: 1,
        },
      )
      expect(lines).toEqual(['Dear Zoë 名前 & Co <x>,', 'A: $2.00', 'B: $3.50', 'Please pay.'])
      expect(filled).toEqual(['client.name', 'items.name', 'items.price'])
      expect(missing).toEqual([])
      expect(unused).toEqual(['spare'])
    })

    it('refuses data that lacks values, naming every path, and produces nothing', async () => {
      const error = await problemOf(fill(['{a} {b.c}', '{#list}{d}{/list}'], { list: [{ d: 1 }, {}] }))
      expect(error.code).toBe('data_incomplete')
      expect(error.violations.map(({ pointer }) => pointer)).toEqual(['/data/a', '/data/b/c', '/data/list/1/d'])
    })

    it('leaves blank, or keeps the tag as written, where the policy says so', async () => {
      expect(await fill(['[{a}] {b}'], { b: 1 }, { missing: 'blank' })).toMatchObject({
        lines: ['[] 1'],
        missing: ['a'],
      })
      expect(await fill(['[{a}] {b}'], { b: 1 }, { missing: 'keep' })).toMatchObject({
        lines: ['[{a}] 1'],
        missing: ['a'],
      })
    })

    it('never writes an object or a list as text', async () => {
      for (const value of [{ x: 1 }, [1, 2]]) {
        for (const missing of ['error', 'blank', 'keep'] as const) {
          const error = await problemOf(fill(['{a}'], { a: value }, { missing }))
          expect(error).toMatchObject({
            code: 'data_incomplete',
            violations: [{ pointer: '/data/a', code: 'wrong_kind' }],
          })
        }
      }
    })

    it('inserts a value once: what it says is never read as a tag', async () => {
      const { lines } = await fill(['{a}'], { a: '{b} {#c}{/c} {{d}}', b: 'x' })
      expect(lines).toEqual(['{b} {#c}{/c} {{d}}'])
    })

    it('tells all faults of a template at once, the same in fill and inspect', async () => {
      const paragraphs = ['{a', '{b | uper}', '{#c}', 'no end']
      const error = await problemOf(fill(paragraphs, {}))
      const { findings } = await templates.inspect(vetted(...paragraphs), request({}), { signal })
      expect(error.code).toBe('template_invalid')
      expect(error.violations.map(({ code }) => code)).toEqual([
        'unclosed_tag',
        'unknown_formatter',
        'unclosed_section',
      ])
      expect(
        findings
          .filter(({ severity }) => severity === 'error')
          .map(({ code, location }) => [code, location?.paragraph]),
      ).toEqual([
        ['unclosed_tag', 1],
        ['unknown_formatter', 2],
        ['unclosed_section', 3],
      ])
    })

    it('gives sample data that fills the template without a fault', async () => {
      const paragraphs = [
        '{name} {when | date:"long"} {total | currency}',
        '{#items}{name} {price | number:2}{/items}',
        '{#vip}VIP{/vip}',
      ]
      const { sampleData, schema, tags } = await templates.inspect(vetted(...paragraphs), request({}), { signal })
      expect(schema).toMatchObject({ type: 'object', required: ['name', 'when', 'total', 'items'] })
      expect(tags.map(({ kind, path }) => [kind, path])).toContainEqual(['loop', 'items'])
      expect((await fill(paragraphs, sampleData)).missing).toEqual([])
    })

    it('compares data with the tags: missing, misspelt, unused', async () => {
      const inspect = { ...request({}), data: { nmae: 'x' } }
      const { findings } = await templates.inspect(vetted('{name}'), inspect, { signal })
      expect(findings).toEqual([
        expect.objectContaining({ code: 'missing_value', hint: 'Did you mean "nmae"?' }),
        expect.objectContaining({ code: 'unused_data', location: { path: 'nmae' } }),
      ])
    })

    it('leaves a document without tags as it is', async () => {
      const lines = ['Plain {"a": 1} text', 'if (x) {', '}']
      expect(await fill(lines, {})).toMatchObject({ lines, filled: [], missing: [] })
    })

    it('gives the same bytes for the same input', async () => {
      const [first, second] = [await fill(['{a}'], { a: 1 }), await fill(['{a}'], { a: 1 })]
      expect(first.content.bytes).toEqual(second.content.bytes)
    })

    it('fills one line of text in the same language', async () => {
      expect(
        await templates.fillText(
          'Letter {client.name | upper} {n}.docx',
          request({ client: { name: 'ada' } }, { missing: 'blank' }),
        ),
      ).toEqual({
        text: 'Letter ADA .docx',
        missing: ['n'],
      })
      await expect(templates.fillText('{a', request({}))).rejects.toMatchObject({ code: 'template_invalid' })
      await expect(templates.fillText('{a}', request({}))).rejects.toMatchObject({ code: 'data_incomplete' })
    })

    it('refuses other types, broken files, and templates that blow up', async () => {
      const other = vettedForTest('text', 'text')
      await expect(templates.fill(other, request({}), { signal })).rejects.toMatchObject({
        code: 'unsupported_document',
      })
      const broken = vettedForTest(document('{a}').slice(0, 200), type)
      await expect(templates.inspect(broken, request({}), { signal })).rejects.toMatchObject({
        code: 'document_corrupt',
      })
      const list = Array.from({ length: 1000 }, () => 1)
      const bomb = fill(['{#a}{#b}{#c}{.}{/c}{/b}{/a}'], { a: list, b: list, c: list })
      await expect(bomb).rejects.toMatchObject({ code: 'payload_too_large', details: { what: 'iterations' } })
    })

    it('stops when the caller has left', async () => {
      const gone = { signal: AbortSignal.abort() }
      await expect(templates.fill(vetted('{a}'), request({ a: 1 }), gone)).rejects.toThrow()
      await expect(templates.inspect(vetted('{a}'), request({}), gone)).rejects.toThrow()
    })

    it('fills many requests in their order, each with its own outcome', async () => {
      const names = ['Ada', undefined, 'Zoë', { no: 'text' }, 'Bob']
      const requests = names.map((a) => request(a === undefined ? {} : { a }))
      const outcomes = await templates.fillMany(vetted('Dear {a},'), requests, { signal })
      expect(outcomes.map((each) => (ChanceryError.is(each) ? each.code : read(each.content.bytes)[0]))).toEqual([
        'Dear Ada,',
        'data_incomplete',
        'Dear Zoë,',
        'data_incomplete',
        'Dear Bob,',
      ])
      const [first, second] = outcomes
      expect(first).toMatchObject({ filled: ['a'], missing: [], unused: [] })
      expect((second as ChanceryError).violations).toMatchObject([{ pointer: '/data/a' }])
      expect(await templates.fillMany(vetted('{a}'), [], { signal })).toEqual([])
      const gone = { signal: AbortSignal.abort() }
      await expect(templates.fillMany(vetted('{a}'), requests, gone)).rejects.toThrow()
    })

    it('goes on behind one that is too much', async () => {
      const list = Array.from({ length: 1000 }, () => 1)
      const requests = [
        request({ a: [1], b: [1], c: [1] }),
        request({ a: list, b: list, c: list }),
        request({ a: [], b: [], c: [] }),
      ]
      const outcomes = await templates.fillMany(vetted('{#a}{#b}{#c}x{/c}{/b}{/a}.'), requests, { signal })
      expect(outcomes.map((each) => (ChanceryError.is(each) ? each.code : read(each.content.bytes)[0]))).toEqual([
        'x.',
        'payload_too_large',
        '.',
      ])
    })

    it('tells of a template that takes one record that it does', async () => {
      expect(await templates.takesRecords(vetted('Dear {a},'), { signal })).toBe(false)
      await expect(templates.takesRecords(vetted('{a}'), { signal: AbortSignal.abort() })).rejects.toThrow()
    })

    it('merges what it filled into one document, or says that it does not', async () => {
      const filled = await templates.fillMany(
        vetted('Dear {a},', 'end'),
        [request({ a: 'Ada' }), request({ a: 'Bob' })],
        { signal },
      )
      const documents = filled.flatMap((each) => (ChanceryError.is(each) ? [] : [each.content.bytes]))
      if (!merges) {
        await expect(templates.merge(documents, { signal })).rejects.toMatchObject({ code: 'unsupported_document' })
        return
      }
      const { bytes, contentType } = await templates.merge(documents, { signal })
      expect(read(bytes).filter((line) => line !== '')).toEqual(['Dear Ada,', 'end', 'Dear Bob,', 'end'])
      expect(contentType).toContain('wordprocessingml')
      const broken = [documents[0]!, documents[1]!.slice(0, 200)]
      await expect(templates.merge(broken, { signal })).rejects.toMatchObject({ code: 'document_corrupt' })
    })

    it('serves many fills at once without mixing them up', async () => {
      const names = Array.from({ length: 20 }, (_, index) => `name ${index}`)
      const outcomes = await Promise.all(names.map((value) => fill(['{a}'], { a: value })))
      expect(outcomes.map(({ lines }) => lines[0])).toEqual(names)
    })
  })
}
