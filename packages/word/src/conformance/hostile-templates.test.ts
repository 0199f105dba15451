import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { ChanceryError, type FillRequest, type JsonObject } from '@chancery/core'
import { vettedForTest } from '@chancery/port-contracts/vetted-for-test'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { docx, type DocxParts, p, run, table, textBox, textOf } from '../testing/docx-builder.ts'
import { createWordTemplates } from '../word-templates.ts'

const { signal } = new AbortController()
const megabyte = 1024 * 1024
/** Little of what is attacked with stays: the cache is bounded, and nothing else may keep a thing. */
const cacheBytes = 4 * megabyte
const templates = createWordTemplates({ cacheBytes })

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void
const heapUsed = (): number => {
  collectGarbage()
  const { heapUsed: heap, external } = process.memoryUsage()
  return heap + external
}

const request = (data: object, missing: FillRequest['missing']): FillRequest => ({
  data: data as JsonObject,
  missing,
  locale: 'en-GB',
  timeZone: 'UTC',
  currency: 'EUR',
  now: 0,
})

/** The code that a fill ends with, `filled` where it does not; all else is a fault. */
async function outcome(bytes: Uint8Array, data: object, missing: FillRequest['missing'] = 'blank'): Promise<string> {
  const error: unknown = await templates.fill(vettedForTest(bytes, 'docx'), request(data, missing), { signal }).then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (error === undefined) return 'filled'
  if (!ChanceryError.is(error)) throw error
  return error.code
}

const nested = (depth: number, name: (level: number) => string): string =>
  Array.from({ length: depth }, (_, level) => `{#${name(level)}}`).join('') +
  'x' +
  Array.from({ length: depth }, (_, level) => `{/${name(depth - 1 - level)}}`).join('')
const million = Array.from({ length: 1_000_000 }, () => 1)
const large = 'x'.repeat(100 * megabyte)
const fourTimes = <T>(item: T): readonly T[] => [item, item, item, item]
/** Four branches at each of its levels, and all of them the same object. */
const tree = (depth: number): readonly unknown[] => (depth === 0 ? [1] : fourTimes({ a: tree(depth - 1) }))

const attacks: readonly (readonly [name: string, parts: () => DocxParts | string, data: () => object, code: string])[] =
  [
    ['a million opening braces', () => p('{'.repeat(1_000_000)), () => ({}), 'payload_too_large'],
    ['a million closing braces', () => p('}'.repeat(1_000_000)), () => ({}), 'payload_too_large'],
    [
      'braces in runs of their own',
      () => p(Array.from({ length: 50_000 }, () => '{')),
      () => ({}),
      'payload_too_large',
    ],
    ['100,000 tags', () => p('{a}'.repeat(100_000)), () => ({ a: 1 }), 'payload_too_large'],
    [
      '100,000 tags over all parts',
      () => ({ body: p('{a}'.repeat(30_000)), header: p('{a}'.repeat(70_000)) }),
      () => ({}),
      'payload_too_large',
    ],
    ['9,000 tags', () => p('{a}'.repeat(9_000)), () => ({ a: 1 }), 'filled'],
    [
      '5,000 names that differ by little',
      () => p(Array.from({ length: 5_000 }, (_, n) => `{name${n}}`).join('')),
      () => ({}),
      'filled',
    ],
    ['20,000 nested sections', () => p(nested(20_000, () => 'a')), () => ({ a: true }), 'payload_too_large'],
    ['5,000 nested sections', () => p(nested(5_000, (level) => `a${level}`)), () => ({}), 'template_invalid'],
    ['9,000 sections that never end', () => p('{#a}'.repeat(9_000)), () => ({}), 'template_invalid'],
    ['9,000 ends without a beginning', () => p('{/a}'.repeat(9_000)), () => ({}), 'template_invalid'],
    ['4,000 crossing sections', () => p('{#a}{#b}{/a}{/b}'.repeat(2_000)), () => ({}), 'template_invalid'],
    ['4 to the power of 10', () => p(nested(10, () => 'a')), () => ({ a: tree(10) }), 'payload_too_large'],
    ['a loop in itself', () => p(nested(20, () => 'a')), () => ({ a: [1, 1, 1, 1] }), 'payload_too_large'],
    ['a million items', () => p('{#a}{.}{/a}'), () => ({ a: million }), 'payload_too_large'],
    ['a million rows', () => table(['{#a}{.}', '{/a}']), () => ({ a: million }), 'payload_too_large'],
    ['a million items to join', () => p('{a | join}'), () => ({ a: million }), 'filled'],
    ['a value of 100 MB', () => p('{a}'), () => ({ a: large }), 'payload_too_large'],
    [
      'a value of 100 MB through formatters',
      () => p('{a | upper | title | trim}'),
      () => ({ a: large }),
      'payload_too_large',
    ],
    ['a value of 100 MB that no tag reads', () => p('{a}'), () => ({ b: large }), 'filled'],
    ['a tag of a million characters', () => p(`{a}{${'b'.repeat(1_000_000)}}`), () => ({}), 'template_invalid'],
    [
      'an expression of parentheses',
      () => p(`{a}{${'('.repeat(4_000)}a${')'.repeat(4_000)}}`.slice(0, 4_900)),
      () => ({}),
      'template_invalid',
    ],
    ['a text padded to a billion', () => p('{a | pad:1000000000}'), () => ({ a: 1 }), 'template_invalid'],
    [
      'elements 100,000 deep',
      () => p('{a}') + '<w:sdt>'.repeat(100_000) + '</w:sdt>'.repeat(100_000),
      () => ({}),
      'template_invalid',
    ],
    ['elements that never end', () => p('{a}') + '<w:p>'.repeat(100_000), () => ({}), 'template_invalid'],
    [
      '50 text boxes with loops',
      () => textBox(p('{#a}{.}{/a}')).repeat(50),
      () => ({ a: million.slice(0, 5_000) }),
      'payload_too_large',
    ],
    [
      'an HTML value a hundred thousand deep',
      () => p('{~a}'),
      () => ({ a: '<div>'.repeat(100_000) }),
      'data_incomplete',
    ],
    ['19 million line breaks', () => p('{a}'), () => ({ a: '\n'.repeat(19_000_000) }), 'payload_too_large'],
    [
      'much XML without text, often',
      () => p('{#a}') + '<w:p/>'.repeat(50_000) + p('{/a}'),
      () => ({ a: million.slice(0, 100_000) }),
      'payload_too_large',
    ],
    [
      '9,000 empty tags, 150,000 times',
      () => p(`{#a}${'{b}'.repeat(9_000)}{/a}`),
      () => ({ a: million.slice(0, 150_000) }),
      'payload_too_large',
    ],
  ]

let before = 0
beforeAll(async () => {
  await outcome(docx(p('{~a}') + p('{a | upper}')), { a: 'x' })
  before = heapUsed()
})
afterAll(() => expect(heapUsed() - before).toBeLessThan(64 * megabyte + cacheBytes))

describe('a template or data that attacks', () => {
  it.each(attacks)('%s', async (_, parts, data, code) => {
    expect(await outcome(docx(parts()), data())).toBe(code)
  })

  it('a row that is long outside of its section, beside a section that is kept as written', async () => {
    const row = table(['{#a}', '{.}{/a}', 'x'.repeat(100_000)])
    const body = p('{#gone}{/gone}') + row
    expect(await outcome(docx(body), { a: [1, 2] }, 'keep')).toBe('filled')
    expect(await outcome(docx(body), { a: million.slice(0, 100_000) }, 'keep')).toBe('payload_too_large')
  })

  it('a file that is cut off or spoilt, at any place', async () => {
    const whole = docx({ body: p('{a}') + table(['{#l}{.}{/l}']), header: p('{a}') })
    const codes = new Set<string>()
    for (let at = 0; at < whole.length; at += 113) {
      codes.add(await outcome(whole.slice(0, at), { a: 1 }))
      const spoilt = whole.slice()
      for (let offset = at; offset < Math.min(at + 3, whole.length); offset++)
        spoilt[offset] = ((spoilt[offset] ?? 0) ^ 0x5a) & 255
      codes.add(await outcome(spoilt, { a: 1 }))
    }
    const known = ['filled', 'document_corrupt', 'template_invalid', 'unsupported_document', 'payload_too_large']
    expect([...codes].filter((code) => !known.includes(code))).toEqual([])
    expect(codes).toContain('document_corrupt')
  })

  it('a call that was cancelled', async () => {
    const cancelled = AbortSignal.abort(new Error('gone'))
    const filling = templates.fill(vettedForTest(docx(p('{a}')), 'docx'), request({}, 'blank'), { signal: cancelled })
    await expect(filling).rejects.toThrow('gone')
  })
})

describe('what acts by itself is taken out, with a warning', () => {
  const rels = (...relations: string[]): string =>
    `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${relations.join('')}</Relationships>`
  const relation = (id: string, type: string, target: string): string =>
    `<Relationship Id="${id}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}" TargetMode="External"/>`
  const main =
    '<Relationship Id="s" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/styles" Target="styles.xml"/>'
  const evil = 'http://attacker.example/x'

  it.each([
    ['an attached template', 'word/_rels/settings.xml.rels', relation('r1', 'attachedTemplate', evil)],
    ['a picture elsewhere', 'word/_rels/document.xml.rels', main + relation('r1', 'image', evil)],
    ['a frame', 'word/_rels/webSettings.xml.rels', relation('r1', 'frame', evil)],
    ['a sub-document', 'word/_rels/document.xml.rels', main + relation('r1', 'subDocument', evil)],
    ['an object elsewhere', 'word/_rels/document.xml.rels', main + relation('r1', 'oleObject', evil)],
    ['a chunk elsewhere', 'word/_rels/document.xml.rels', main + relation('r1', 'aFChunk', evil)],
  ])('%s', async (_, name, relations) => {
    const element = name.includes('/settings') ? 'settings' : 'webSettings'
    const files = {
      [name]: rels(relations),
      ...(name.includes('document.xml')
        ? {}
        : {
            [`word/${element}.xml`]: `<w:${element} xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"/>`,
          }),
    }
    const body = p('{a}') + `<w:p>${run('end')}</w:p>`
    const {
      content: { bytes },
      findings,
    } = await templates.fill(vettedForTest(docx({ body, files }), 'docx'), request({ a: 1 }, 'blank'), {
      signal,
    })
    expect(findings.some(({ severity, code }) => severity === 'warning' && code.endsWith('_removed'))).toBe(true)
    const text = new TextDecoder('latin1')
    const { readZip, contentOf } = await import('@chancery/formats/zip')
    for (const entry of readZip(bytes).values())
      expect(text.decode(contentOf(entry)), entry.name).not.toContain('attacker')
    expect(textOf(bytes)).toBe('1\nend')
  })
})
