import { ChanceryError, type FillRequest, type JsonObject } from '@chancery/core'
import { vettedForTest } from '@chancery/port-contracts/vetted-for-test'
import * as fc from 'fast-check'
import PizZip from 'pizzip'
import { describe, expect, it } from 'vitest'
import { scanXml } from '../xml/scan-xml.ts'
import { docx, p, table, textOf } from '../testing/docx-builder.ts'
import { createWordTemplates } from '../word-templates.ts'

const templates = createWordTemplates()
const { signal } = new AbortController()

/** What no JSON has comes from callers of the library. */
const fill = (body: string, data: object, more: Partial<FillRequest> = {}) =>
  templates.fill(
    vettedForTest(docx(body), 'docx'),
    { data: data as JsonObject, missing: 'blank', locale: 'en-GB', timeZone: 'UTC', currency: 'EUR', now: 0, ...more },
    { signal },
  )
const text = async (body: string, data: object): Promise<string> => textOf((await fill(body, data)).content.bytes)

const inherited = ['hasOwnProperty', 'toString', 'valueOf', '__defineGetter__', '__lookupSetter__', 'isPrototypeOf']
/** Names that no template may read at all. */
const refused = ['__proto__', 'constructor', 'prototype']
const cycle: Record<string, unknown> = { name: 'x' }
cycle['self'] = cycle
cycle['list'] = [cycle, cycle]

describe('data that is odd', () => {
  it.each(inherited)('reads %s only where the data itself has it', async (name) => {
    const body = p(`[{${name}}{a.${name}}{l.${name}}{#${name}}x{/}{#a.${name}}x{/}{${name}.name}]`)
    expect(await text(body, { a: {}, l: [] })).toBe('[]')
    const own = JSON.parse(`{"${name}":"own","a":{"${name}":"inner"}}`) as object
    expect(await text(p(`{${name}} {a.${name}}`), own)).toBe('own inner')
    expect(await text(p(`{#a}{${name}}{/a}`), own)).toBe('inner')
    expect(({} as Record<string, unknown>)['own']).toBeUndefined()
  })

  it.each(refused)('refuses a template that reads %s, and takes data that has it', async (name) => {
    for (const tag of [`{${name}}`, `{a.${name}}`, `{#${name}}x{/}`, `{a["${name}"]}`]) {
      await expect(fill(p(tag), {}), tag).rejects.toMatchObject({ code: 'template_invalid' })
    }
    const own = JSON.parse(
      `{"${name}":{"a":"bad"},"b":{"${name}":{"a":"bad"}},"l":[{"${name}":{"a":"bad"}}]}`,
    ) as object
    expect(await text(p('[{a}{b.a}{#b}{a}{/b}{#l}{a}{/l}]'), own)).toBe('[]')
    expect(({} as Record<string, unknown>)['a']).toBeUndefined()
  })

  it('takes data without a prototype', async () => {
    expect(await text(p('{a}'), Object.assign(Object.create(null) as object, { a: 'x' }))).toBe('x')
  })

  it('runs no getter and no method, and reads nothing inherited', async () => {
    let runs = 0
    const spy = (): string => `${++runs}`
    const data = {
      get a() {
        return spy()
      },
      b: { toString: spy, valueOf: spy, toJSON: spy, [Symbol.toPrimitive]: spy },
      c: Object.create({ d: 'inherited' }) as object,
      e: spy,
    }
    expect(await text(p('[{a}{#a}x{/a}{c.d}]'), data)).toBe('[]')
    await expect(fill(p('{b}'), data)).rejects.toMatchObject({ code: 'data_incomplete' })
    await expect(fill(p('{e}'), data)).rejects.toMatchObject({ code: 'data_incomplete' })
    expect(runs).toBe(0)
  })

  it('follows cycles only as far as the template does', async () => {
    expect(await text(p('{self.self.name}{#list}{name}{#self.list}{name}{/}{/list}'), cycle)).toBe('xxxxxxx')
  })

  it.each<readonly [string, unknown, string]>([
    ['a bigint', 12_345_678_901_234_567_890n, '12345678901234567890'],
    ['a date', new Date(Date.UTC(2026, 10, 21, 12)), '2026-11-21T12:00:00.000Z'],
    ['a large number', 1e21, '1000000000000000000000'],
    ['a small number', 1e-7, '0.0000001'],
    ['zero below zero', -0, '0'],
    ['a sum of binary fractions', 0.1 + 0.2, '0.30000000000000004'],
    ['nothing', undefined, ''],
    ['null', null, ''],
  ])('writes %s', async (_, a, written) => {
    expect(await text(p('{a}'), { a })).toBe(written)
  })

  it.each<readonly [string, unknown]>([
    ['NaN', NaN],
    ['infinity', -Infinity],
    ['a map', new Map([['x', 1]])],
    ['a set', new Set([1])],
    ['a symbol', Symbol('x')],
    ['a function', () => 'x'],
    ['an object', { x: 1 }],
    ['a list', [1, 2]],
    ['a date that is none', new Date(NaN)],
    ['a pattern', /x/],
    ['a promise', Promise.resolve('x')],
    ['bytes', Uint8Array.of(1)],
  ])('refuses %s where a text belongs, and tells the path', async (_, a) => {
    await expect(fill(p('{o.a}'), { o: { a } })).rejects.toMatchObject({
      code: 'data_incomplete',
      violations: [{ code: 'wrong_kind', location: { part: 'Body', paragraph: 1, tag: '{o.a}' } }],
    })
  })

  it('takes holes of a list for nothing', async () => {
    const list: unknown[] = ['a']
    list[3] = 'd'
    expect(await text(p('{#list}{$number}{.};{/list}'), { list })).toBe('1a;2;3;4d;')
    const endless: unknown[] = []
    endless.length = 4_000_000_000
    await expect(fill(p('{#list}x{/list}'), { list: endless })).rejects.toMatchObject({ code: 'payload_too_large' })
  })

  it('leaves out what XML cannot hold, and keeps all else', async () => {
    const all = String.fromCharCode(...Array.from({ length: 65_536 }, (_, code) => code))
    const {
      content: { bytes },
      findings,
    } = await fill(p('{a}') + table(['{#l}{.}', '{/l}']), { a: all, l: [all] })
    const xml = new PizZip(bytes).file('word/document.xml')?.asText() ?? ''
    expect(scanXml(xml, { open() {}, close() {} })).toBeUndefined()
    // eslint-disable-next-line no-control-regex -- these are what must not be there
    expect(xml).not.toMatch(/[\0-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/)
    expect(xml.isWellFormed()).toBe(true)
    for (const kept of ['\ue000', '\uf8ff', '\u00a0', '\u200b', '\u202e', '<w:br/>']) expect(xml).toContain(kept)
    expect(findings.map(({ code }) => code)).toContain('characters_removed')
  })

  it('never mistakes a value for the signs it works with', async () => {
    const sign = fc.constantFrom(
      '\ufffe',
      '\uffff',
      '\ue000',
      '\ue001',
      '\uf8ff',
      '\uf8fe',
      '0',
      '1',
      '{',
      '}',
      'a',
      '\ud800',
    )
    const value = fc.string({ unit: sign, maxLength: 12 })
    await fc.assert(
      fc.asyncProperty(value, value, async (a, b) => {
        const written = textOf((await fill(p('<{a}|{#l}{.}{/l}|{b}>') + p('{a}'), { a, b, l: [b, a] })).content.bytes)
        const clean = (each: string): string => each.toWellFormed().replaceAll(/[\ufdd0-\ufdef\ufffe\uffff]/g, '')
        expect(written).toBe(`<${clean(a)}|${clean(b)}${clean(a)}|${clean(b)}>\n${clean(a)}`.trim())
      }),
      { numRuns: 25 },
    )
  })

  it('keeps private characters that the template itself has', async () => {
    const signs = '\ue000\ue001\ue002\uf8fd\uf8fe\uf8ff'
    expect(await text(p(`${signs}{a}${signs}`) + p(signs), { a: signs })).toBe(`${signs}${signs}${signs}\n${signs}`)
    const all = String.fromCharCode(...Array.from({ length: 0xf8ff - 0xe000 + 1 }, (_, index) => 0xe000 + index))
    const body = p(all) + p('{a}') + p('{#l}') + p(`{.}${all}`) + p('{/l}') + p('{b}')
    expect(await text(body, { a: 'A', b: 'x\ny', l: [1, 2] })).toBe(`${all}\nA\n1${all}\n2${all}\nx\ny`)
  })

  it.each(['\ufffe0\uffff', '&#xFFFE;0&#xFFFF;', '\ufdd00\ufdd1', '&#xFDD0;0&#xFDD1;', '&#0;', '&#xD800;'])(
    'takes the sign %j in a template for no sign of its own',
    async (sign) => {
      for (const inner of [
        `{a}${sign}{~h}`,
        `{a}{b | default:"${sign}"}{~h}`,
        `{#a}${sign}{~h}{/a}`,
        `{${sign}}{~h}`,
      ]) {
        const body = `<w:p><w:r><w:t>@</w:t></w:r></w:p>`.replace('@', () => inner)
        const filled = await fill(body, { a: 'x', h: 'rich' }).catch((error: unknown) => error)
        if (ChanceryError.is(filled)) expect(filled.code).toMatch(/^(?:template_invalid|document_corrupt)$/)
        else if (filled instanceof Error) throw filled
        else expect(textOf((filled as Awaited<ReturnType<typeof fill>>).content.bytes).match(/rich/g)).toHaveLength(1)
      }
    },
  )
})
