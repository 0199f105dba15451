import { ChanceryError, type FillRequest, type JsonObject } from '@chancery/core'
import { vettedForTest } from '@chancery/port-contracts/vetted-for-test'
import { describe, expect, it } from 'vitest'
import { createDocumentGuard } from '../../../guard/src/index.ts'
import { docx, p, textOf } from '../testing/docx-builder.ts'
import { createWordTemplates } from '../word-templates.ts'

const templates = createWordTemplates({ guard: createDocumentGuard() })
const { signal } = new AbortController()
const context = { missing: 'error', locale: 'en-GB', timeZone: 'UTC', currency: 'EUR', now: 0 } as const

const stored: Readonly<Record<string, string>> = {
  annex: p('{name} pays {price}'),
  list: p('{#lines}') + p('- {t}') + p('{/lines}'),
  plain: p('nothing to fill'),
  // Faults that do not matter to a document that is put in as it is.
  odd: '<w:p><w:bookmarkStart w:id="1" w:name="a"/></w:p><w:p><w:bookmarkStart w:id="1" w:name="b"/></w:p>' + p('odd'),
  broken: p('{#x} never closed'),
  itself: p('again {d | document}'),
}
const open: NonNullable<FillRequest['open']> = async (source) => ({
  bytes: docx(stored['path' in source ? String(source.path) : ''] ?? p('?')),
})

const fill = async (body: string, data: JsonObject, more: Partial<FillRequest> = {}) => {
  const request = { ...context, data, open, ...more }
  const filled = await templates.fill(vettedForTest(docx(body), 'docx'), request, { signal })
  return { ...filled, text: textOf(filled.content.bytes).split(/\n+/) }
}

const faultOf = async (body: string, data: JsonObject): Promise<unknown> =>
  fill(body, data).then(
    () => undefined,
    (error: unknown) => (ChanceryError.is(error) ? { error: error.code, ...error.violations[0] } : error),
  )

describe('the tags of a document that is put in', () => {
  const loop = p('{#items}') + p('{d | document}') + p('{/items}')

  it('are filled with what its own tag can read', async () => {
    const { text, filled, missing, unused } = await fill(loop, {
      d: 'annex',
      name: 'Ann',
      other: 1,
      items: [{ price: 1 }, { price: 2, name: 'Bob' }],
    })
    expect(text).toEqual(['Ann pays 1', 'Bob pays 2'])
    expect(filled).toEqual(expect.arrayContaining(['name', 'items.price']))
    expect(missing).toEqual([])
    expect(unused).toEqual(['other'])
  })

  it('are filled with other data, or not at all, where that is said', async () => {
    const own = { path: 'annex', fill: { name: 'Zoe', price: 9 } }
    expect((await fill(p('{d | document}'), { d: own, name: 'Ann' })).text).toEqual(['Zoe pays 9'])
    for (const [tag, d] of [
      ['{d | document:"unfilled"}', 'annex'],
      ['{d | document}', { path: 'annex', fill: false }],
    ] as const) {
      expect((await fill(p(tag), { d })).text).toEqual(['{name} pays {price}'])
    }
  })

  it('have sections and policies of their own', async () => {
    expect((await fill(p('{d | document}'), { d: 'list', lines: [{ t: 1 }, { t: 2 }] })).text).toEqual(['- 1', '- 2'])
    const { text, missing } = await fill(p('{d | document}'), { d: 'annex', price: 1 }, { missing: 'highlight' })
    expect(text).toEqual(['[name] pays 1'])
    expect(missing).toEqual(['name'])
  })

  it('do not have to be there, nor the document to be a sound template then', async () => {
    expect((await fill(p('{a | document}') + p('{b | document}'), { a: 'plain', b: 'odd' })).text).toEqual([
      'nothing to fill',
      'odd',
    ])
  })

  it('tell what is missing where the data lacks it', async () => {
    expect(await faultOf(loop, { d: 'annex', name: 'Ann', items: [{ price: 1 }, {}] })).toMatchObject({
      error: 'data_incomplete',
      pointer: '/data/items/1/price',
      location: { part: 'Document put in, Body', tag: '{price}' },
    })
    expect(await faultOf(p('{d | document}'), { d: { path: 'annex', fill: { name: 'x' } } })).toMatchObject({
      pointer: '/data/d/fill/price',
    })
    for (const d of ['broken', 'itself', { path: 'annex', fill: 7 }]) {
      expect(await faultOf(p('{d | document}'), { d })).toMatchObject({ error: 'data_incomplete', pointer: '/data/d' })
    }
  })
})
