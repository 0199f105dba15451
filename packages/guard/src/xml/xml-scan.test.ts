import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { defaultGuardLimits } from '../guard-limits.ts'
import { scanXml } from './xml-scan.ts'

const rules = { doctype: 'none', balanced: true } as const
const scan = (xml: string, limits = defaultGuardLimits): number => scanXml(new TextEncoder().encode(xml), rules, limits)

/** Tags by what is simplest: how many, or undefined where they are not in balance. */
function tagsOf(xml: string): number | undefined {
  const open: string[] = []
  let tags = 0
  let roots = 0
  for (const [tag, name = ''] of xml.matchAll(/<\/?(\w+)[^>]*>/g)) {
    tags++
    if (tag.startsWith('</')) {
      if (open.pop() !== name) return undefined
    } else {
      if (open.length === 0) roots++
      if (!tag.endsWith('/>')) open.push(name)
    }
  }
  return open.length === 0 && roots === 1 ? tags : undefined
}

/** The same runs of tags over and over, as programs write them, now and then with a slip. */
const runs = fc.constantFrom(
  '</t></r><r><t>',
  '</t></r><r><b/></r><r><t>',
  '</t></r><r><t></t></r><r><t>',
  '</t></q><q><t>',
  '</t></rr><rr><t>',
  '<r><t></t></r>',
  '<t/><t/>',
  '</t><t first="1" second=\'>\'>',
  '</t></r></p><p><r><t>',
)
const documents = fc
  .array(fc.tuple(runs, fc.constantFrom('', 'text', ' ')), { minLength: 1, maxLength: 40 })
  .chain((content) =>
    fc
      .constantFrom(['<p><r><t>', '</t></r></p>'], ['<p><rr><t>', '</t></rr></p>'])
      .map(([start, end]) => `<d>${start}${content.map((each) => each.join('')).join('')}${end}</d>`),
  )

describe('the scan of XML', () => {
  it('finds tags to be in order just where they are', () => {
    let [sound, faulty] = [0, 0]
    fc.assert(
      fc.property(documents, (xml) => {
        const tags = tagsOf(xml)
        if (tags === undefined) {
          faulty++
          expect(() => scan(xml)).toThrow(expect.objectContaining({ code: 'document_corrupt' }))
        } else {
          sound++
          expect(scan(xml)).toBe(tags)
        }
      }),
      { numRuns: 400 },
    )
    expect(Math.min(sound, faulty)).toBeGreaterThan(50)
  })

  it('counts tags and levels', () => {
    const deeper = (times: number): string => `<d>${'<a><b/><c>x'.repeat(times)}${'</c></a>'.repeat(times)}</d>`
    const details = (what: string, limit: number) => ({ details: { what, limit, actual: limit + 1 } })
    expect(scan(deeper(100))).toBe(502)
    expect(() => scan(deeper(200))).toThrow(expect.objectContaining(details('levels of XML elements', 256)))
    for (const tags of [99, 100, 101, 102, 103]) {
      expect(() => scan(deeper(100), { ...defaultGuardLimits, tags })).toThrow(
        expect.objectContaining(details('XML tags', tags)),
      )
    }
  })

  it('compares whole names', () => {
    const row = '<row><cell>x</cell></row>'
    expect(scan(`<d>${row.repeat(3)}</d>`)).toBe(14)
    expect(() => scan(`<d>${row.repeat(3)}<ro><cell>x</cell></row></d>`)).toThrow('closes another element')
    expect(() => scan(`<d>${row.repeat(3)}<roww><cell>x</cell></row></d>`)).toThrow('closes another element')
    expect(() => scan(`<d>${row.repeat(3)}x</cell></row></d>`)).toThrow('closes')
  })
})
