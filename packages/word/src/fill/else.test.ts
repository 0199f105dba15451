import type { JsonObject } from '@chancery/core'
import { vettedForTest } from '@chancery/port-contracts/vetted-for-test'
import PizZip from 'pizzip'
import { describe, expect, it } from 'vitest'
import { docx, p, table, textOf } from '../testing/docx-builder.ts'
import { createWordTemplates } from '../word-templates.ts'

const templates = createWordTemplates()
const { signal } = new AbortController()
const context = { locale: 'en-GB', timeZone: 'UTC', currency: 'EUR', now: 0 }

const filled = async (body: string, data: JsonObject): Promise<string> => {
  const request = { ...context, data, missing: 'error' } as const
  return textOf((await templates.fill(vettedForTest(docx(body), 'docx'), request, { signal })).content.bytes)
}

describe('else', () => {
  it.each<readonly [string, string, readonly (readonly [JsonObject, string])[]]>([
    [
      'in a line',
      p('x {#if f}A{else}B{/if} y'),
      [
        [{ f: true }, 'x A y'],
        [{}, 'x B y'],
      ],
    ],
    [
      'split over runs',
      p(['x {#if f}A{el', 'se', '}B{/', 'if}']),
      [
        [{ f: 1 }, 'x A'],
        [{ f: 0 }, 'x B'],
      ],
    ],
    [
      'of a list',
      p('{#l}{n},{else}none{/l}'),
      [
        [{ l: [{ n: 1 }, { n: 2 }] }, '1,2,'],
        [{ l: [] }, 'none'],
      ],
    ],
    [
      'of an object reads what is around it',
      p('{#c}{n}{else}{n}!{/}'),
      [
        [{ c: { n: 1 }, n: 2 }, '1'],
        [{ c: null, n: 2 }, '2!'],
      ],
    ],
    [
      'of an inverted section',
      p('{^c}no{else}yes{/c}'),
      [
        [{ c: 1 }, 'yes'],
        [{ c: '' }, 'no'],
      ],
    ],
    [
      'between paragraphs leaves none empty',
      p('{#if f}') + p('A') + p('{else}') + p('B') + p('{/if}') + p('z'),
      [
        [{ f: 1 }, 'A\nz'],
        [{}, 'B\nz'],
      ],
    ],
    [
      'between tables',
      p('{#if f}') + table(['A']) + p('{else}') + table(['B']) + p('{/if}') + p('z'),
      [
        [{ f: 1 }, 'A\nz'],
        [{}, 'B\nz'],
      ],
    ],
    [
      'at the end of a row',
      table(['{#if f}A', 'x{else}'], ['B', 'y{/if}'], ['z']),
      [
        [{ f: 1 }, 'A\nx\nz'],
        [{}, 'B\ny\nz'],
      ],
    ],
    [
      'at the beginning of a row',
      table(['{#if f}A', 'x'], ['{else}B', 'y{/if}'], ['z']),
      [
        [{ f: 1 }, 'A\nx\nz'],
        [{}, 'B\ny\nz'],
      ],
    ],
    [
      'in one another',
      p('{#if f}{#if g}1{else}2{/if}{else}{#if g}3{else}4{/if}{/if}'),
      [
        [{ f: 1, g: 1 }, '1'],
        [{ f: 1 }, '2'],
        [{ g: 1 }, '3'],
        [{}, '4'],
      ],
    ],
    [
      'with a condition',
      p('{#if f == 1}one{else if f == 2}two{elseif f == 3}three{else}many{/if}'),
      [
        [{ f: 1 }, 'one'],
        [{ f: 2 }, 'two'],
        [{ f: 3 }, 'three'],
        [{ f: 4 }, 'many'],
      ],
    ],
    [
      'with a condition between paragraphs',
      p('{#if f == 1}') + p('one') + p('{else if f == 2}') + p('two') + p('{/if}') + p('z'),
      [
        [{ f: 1 }, 'one\nz'],
        [{ f: 2 }, 'two\nz'],
        [{ f: 3 }, 'z'],
      ],
    ],
  ])('%s', async (_, body, cases) => {
    for (const [data, text] of cases) expect(await filled(body, data)).toBe(text)
  })

  it.each([
    ['amid a row', table(['{#if f}A', 'x'], ['q {else}B', 'y{/if}']), 3],
    ['in another cell', table(['{#if f}A', '{else}B', '{/if}']), 2],
    ['in a table of its own', p('{#if f}') + table(['A{else}']) + p('{/if}'), 2],
  ])('%s is told', async (_, body, paragraph) => {
    const { findings } = await templates.inspect(vettedForTest(docx(body), 'docx'), context, { signal })
    expect(findings).toMatchObject([{ code: 'loop_position_invalid', location: { paragraph, tag: '{else}' } }])
  })

  it('is in the schema and the sample, which fills', async () => {
    const body = p('{#if f}{a}{else}{b | number}{/if}{#l}{n}{else}{c}{/l}')
    const { schema, sampleData } = await templates.inspect(vettedForTest(docx(body), 'docx'), context, { signal })
    expect(Object.keys(schema['properties'] as object)).toEqual(['f', 'a', 'b', 'l', 'c'])
    expect(await filled(body, sampleData)).not.toMatch(/[{}]/)
  })
})

describe('sections of pages', () => {
  const pages = (text: string): string =>
    `<w:p><w:pPr><w:sectPr><w:pgSz w:w="16838" w:h="11906"/></w:sectPr></w:pPr><w:r><w:t>${text}</w:t></w:r></w:p>`
  const count = async (body: string, data: JsonObject): Promise<readonly [string, number]> => {
    const request = { ...context, data, missing: 'error' } as const
    const {
      content: { bytes },
    } = await templates.fill(vettedForTest(docx(body), 'docx'), request, { signal })
    const xml = new TextDecoder().decode(new PizZip(bytes).file('word/document.xml')?.asUint8Array())
    return [textOf(bytes), xml.split('<w:pgSz').length - 1]
  }

  it('turn with what is in them', async () => {
    const body = p('{#l}') + p('{.}') + pages('') + p('{/l}') + p('end')
    expect(await count(body, { l: ['a', 'b'] })).toEqual(['a\n\nb\n\nend', 2])
    expect(await count(body, { l: [] })).toEqual(['end', 0])
  })

  it('stay where the paragraph of a tag ends them', async () => {
    expect(await count(p('{#l}') + p('{.}') + pages('{/l}') + p('end'), { l: ['a', 'b'] })).toEqual(['a\nb\n\nend', 1])
    expect(await count(p('a') + pages('{#l}') + p('{.}') + p('{/l}'), { l: ['b', 'c'] })).toEqual(['a\n\nb\n\nc', 2])
  })
})

describe('the policy keep', () => {
  it('keeps a part whose sections all stay', async () => {
    const request = { ...context, data: {}, missing: 'keep' } as const
    const {
      content: { bytes },
    } = await templates.fill(
      vettedForTest(docx({ body: p('{#x}a{else}b{/x}'), header: p('{#y}h{/y}') }), 'docx'),
      request,
      { signal },
    )
    expect(textOf(bytes)).toBe('{#x}a{else}b{/x}')
    expect(textOf(bytes, 'word/header1.xml')).toBe('{#y}h{/y}')
  })
})
