import type { FillRequest } from '@chancery/core'
import { describe, expect, it } from 'vitest'
import { compileTemplate } from '../compile/compile-template.ts'
import { checkTemplate } from '../parse/checked-template.ts'
import { fillCompiled, fillEmail } from './fill-email.ts'

const request: Omit<FillRequest, 'data'> = {
  missing: 'blank',
  locale: 'en',
  timeZone: 'UTC',
  currency: 'EUR',
  now: 0,
}

const compiled = (html: string, subject = 's') => compileTemplate(checkTemplate({ subject, html }))

describe('the program of a field', () => {
  it('has its texts merged, but never across the end of a section', () => {
    const [, { steps } = { steps: [] }] = compiled('a{{! c }}b{{#if x}}c{{else}}d{{! e }}e{{/if}}f{{! g }}g').programs
    expect(steps.map((step) => (step.kind === 'text' ? step.text : step.kind))).toEqual([
      'ab',
      'section',
      'c',
      'turn',
      'de',
      'fg',
    ])
    expect(steps[1]).toMatchObject({ otherwise: 4, end: 5 })
  })

  it('turns, jumps and ends as its sections say', () => {
    const template = compiled(
      '[{{#each l}}{{#if a}}{{a}}{{#each m}}-{{this}}{{/each}}{{else}}no{{/if}};{{else}}none{{/each}}]',
    )
    const fill = (data: FillRequest['data']) => fillCompiled(template, { ...request, data }).email.html
    expect(fill({ l: [{ a: 1, m: [2, 3] }, { m: [4] }, { a: 5, m: [] }] })).toBe('[1-2-3;no;5;]')
    expect(fill({ l: [] })).toBe('[none]')
    expect(fill({})).toBe('[none]')
  })

  it('says the same of each recipient as if the template had been filled for that one alone', () => {
    const html =
      '{{a}}{{o.b}}{{#each l}}{{c}}{{../a}}{{/each}}{{#each d}}{{@key}}{{x}}{{/each}}{{l.0.c}}<a href="{{u}}/{{a}}">l</a>'
    const template = compiled(html, 'S {{a}}')
    const all: FillRequest['data'][] = [
      { a: 1, o: { b: 2, z: 1 }, l: [{ c: 3 }, { c: 4, y: 1 }], d: { k: { x: 1 } }, u: 'https://a' },
      { a: 'x' },
      { o: { b: 'y' }, l: [{ y: 2 }], d: { other: { x: 1, w: 1 } }, u: 'mailto:a@b.example?bcc=c' },
      { a: 1, o: { b: 2, z: 1 }, l: [{ c: 3 }, { c: 4, y: 1 }], d: { k: { x: 1 } }, u: 'javascript:x' },
    ]
    for (const data of all)
      expect(fillCompiled(template, { ...request, data })).toEqual(
        fillEmail({ subject: 'S {{a}}', html }, { ...request, data }),
      )
  })

  it('takes the value of a name that a tag gave, also where the data around has one of that name', () => {
    const fill = (html: string, data: FillRequest['data']) => fillEmail({ subject: 's', html }, { ...request, data })
    const data = { x: 'o', l: [{ y: 'a' }, { x: 'i', y: 'b' }] }
    expect(fill('{{#l}}{{x}}{{= x: y}}{{x}};{{/l}}{{x}}', data).email.html).toBe('oa;ib;o')
    expect(fill('{{#l}}{{= z: y}}{{x}};{{/l}}', data)).toMatchObject({ email: { html: 'o;i;' }, filled: ['x', 'l.x'] })
  })

  it('writes no more than a field may hold', () => {
    const long = 'x'.repeat(1_000_000)
    const fill = (html: string) => fillEmail({ subject: 's', html }, { ...request, data: { long, l: [1, 2, 3] } })
    expect(fill('{{long}}'.repeat(5)).email.html).toHaveLength(5_000_000)
    for (const html of [`${'{{long}}'.repeat(5)}.`, '{{#each l}}{{../long}}{{../long}}{{/each}}']) {
      const details = { what: 'output', limit: 5_000_000 }
      expect(() => fill(html)).toThrow(
        expect.objectContaining({ code: 'payload_too_large', details: expect.objectContaining(details) }),
      )
    }
  })

  it('looks at an address as a whole where its beginning may be more than the value', () => {
    const fill = (html: string, u: string) =>
      fillEmail({ subject: 's', html }, { ...request, data: { u, y: true } }).email.html
    expect(fill('<a href="{{u}}/x">l</a>', 'https://a.example')).toBe('<a href="https://a.example/x">l</a>')
    expect(fill('<a href="{{u}}script:x">l</a>', 'java')).toBe('<a href="#script:x">l</a>')
    // Behind what a section may have written, nothing is the beginning for sure.
    expect(fill('<a href="{{#if y}}java{{/if}}{{u}}">l</a>', 'http://a')).toBe('<a href="java#">l</a>')
    expect(fill('<a {{#if y}}href="java{{else}}href="{{/if}}{{u}}">l</a>', 'http://a')).toBe('<a href="java#">l</a>')
  })
})

describe('data that was made from JSON', () => {
  const html = '<p>{{a}}{{#each rows}}{{name}}{{missing}},{{/each}}{{x.length}}{{toString}}{{rows.map}}{{bare}}</p>'
  const json =
    '{"a":1,"rows":[{"name":"n","unread":{"b":1}},null,"t",{}],"x":"abc","__proto__":{"bare":1},"constructor":2}'

  it('fills as any other', () => {
    const data = JSON.parse(json) as FillRequest['data']
    const filled = fillCompiled(compiled(html), { ...request, data })
    expect(filled.unused).toEqual(['rows.unread', '__proto__', 'constructor'])
    expect(fillCompiled(compiled(html), { ...request, data }, {}, true)).toEqual(filled)
  })

  it('is not looked through for getters, as all other is', () => {
    const fill = (fromJson: boolean): string | undefined => {
      const data: FillRequest['data'] = {}
      Object.defineProperty(data, 'a', { get: () => 'ran', enumerable: true })
      return fillCompiled(compiled('{{a}}'), { ...request, data }, {}, fromJson).email.html
    }
    expect([fill(false), fill(true)]).toEqual(['', 'ran'])
  })
})
