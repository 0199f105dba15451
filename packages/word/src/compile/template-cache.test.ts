import { vettedForTest } from '@chancery/port-contracts/vetted-for-test'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { docx, p, textOf } from '../testing/docx-builder.ts'
import { bodies, data } from '../testing/template-bodies.ts'
import { createWordTemplates } from '../word-templates.ts'
import { createTemplateCache } from './template-cache.ts'

const { signal } = new AbortController()
const megabyte = 1024 * 1024
const request = { data, missing: 'blank', locale: 'en', timeZone: 'UTC', currency: 'EUR', now: 0 } as const
const template = (body: string) => vettedForTest(docx(body), 'docx', 'letter.docx')
/** Vetted anew, so that nothing but the bytes tells that it is the same. */
const again = ({ bytes }: ReturnType<typeof template>) => vettedForTest(bytes.slice(), 'docx', 'other.docx')

describe('the cache of compiled templates', () => {
  it('knows a template by its bytes, not by its name', async () => {
    const cache = createTemplateCache(megabyte)
    const [one, two] = [template(p('one {a}')), template(p('two {a}'))]
    const compiled = await cache.get(one)
    expect(await cache.get(again(one))).toBe(compiled)
    expect(await cache.get(two)).not.toBe(compiled)
    const word = createWordTemplates()
    const texts = await Promise.all([one, two, one].map(async (each) => word.fill(each, request, { signal })))
    expect(texts.map(({ content: { bytes } }) => textOf(bytes))).toEqual(['one A', 'two A', 'one A'])
  })

  it('keeps templates apart by the delimiters asked for', async () => {
    const cache = createTemplateCache(megabyte)
    const document = template(p('{a} [a]'))
    const all = [
      await cache.get(document),
      await cache.get(document, { open: '[', close: ']' }),
      await cache.get(document, { open: '<<', close: '>>' }),
    ]
    expect(all.map((each) => each.template.tags.length)).toEqual([1, 1, 0])
    expect(await cache.get(document, { open: '[', close: ']' })).toBe(all[1])
  })

  it('compiles once for calls that come together', async () => {
    const cache = createTemplateCache(megabyte)
    const document = template(p('{a}'))
    const all = await Promise.all([document, again(document), again(document)].map((each) => cache.get(each)))
    expect(new Set(all).size).toBe(1)
  })

  it('forgets what was used longest ago once the bytes are used up', async () => {
    const documents = Array.from({ length: 5 }, (_, index) => template(p(`${'x'.repeat(10_000)} ${index} {a}`)))
    // Each takes about 45 kB: three fit.
    const cache = createTemplateCache(150_000)
    const first = []
    for (const document of documents.slice(0, 3)) first.push(await cache.get(document))
    expect(await cache.get(documents[0]!)).toBe(first[0])
    await cache.get(documents[3]!)
    expect(await cache.get(documents[0]!)).toBe(first[0])
    expect(await cache.get(documents[2]!)).toBe(first[2])
    expect(await cache.get(documents[1]!)).not.toBe(first[1])
  })

  it('never keeps what is larger than all of it, nor anything where it has no room', async () => {
    const document = template(p('{a}'))
    for (const bytes of [0, 100]) {
      const cache = createTemplateCache(bytes)
      expect(await cache.get(document)).not.toBe(await cache.get(document))
    }
  })

  it('does not keep a failure, and fails for each that waited', async () => {
    const cache = createTemplateCache(megabyte)
    const broken = vettedForTest(docx(p('{a}')).slice(0, 300), 'docx')
    const corrupt = { code: 'document_corrupt' }
    const both = await Promise.allSettled([cache.get(broken), cache.get(broken)])
    expect(both).toMatchObject([{ reason: corrupt }, { reason: corrupt }])
    const errors = new Set(both.map((each) => (each.status === 'rejected' ? each.reason : undefined)))
    await cache.get(broken).catch((error: unknown) => errors.add(error))
    expect(errors.size).toBe(2)
  })

  it('gives what an uncached template gives, whatever was filled before', async () => {
    const [cached, uncached] = [createWordTemplates(), createWordTemplates({ cacheBytes: 0 })]
    const documents = Object.values(bodies).map(template)
    const turn = fc.tuple(fc.constantFrom(...documents), fc.constantFrom(data, { ...data, list: [] }, {}))
    await fc.assert(
      fc.asyncProperty(turn, async ([document, given]) => {
        const asked = { ...request, data: given }
        const results = [cached, cached, uncached].map((each) => each.fill(document, asked, { signal }))
        const [first, second, fresh] = await Promise.all(results)
        expect(first).toEqual(fresh)
        expect(second).toEqual(fresh)
      }),
      { numRuns: 20 },
    )
  })
})
