import { expectLinearTime } from '@chancery/port-contracts/linear-time'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { escapeXml } from '../../../reading-office/src/package/package-fixture.ts'
import { parseXml, type XmlElement } from './xml-element.ts'

const parse = (xml: string, maxElements = 1000): XmlElement => parseXml(new TextEncoder().encode(xml), maxElements)

const trees: fc.Arbitrary<XmlElement> = fc.letrec<{ tree: XmlElement }>((tie) => ({
  tree: fc.record({
    name: fc.constantFrom('a', 'b', 'c'),
    attributes: fc.dictionary(fc.constantFrom('k', 'l', 'm'), fc.string({ unit: 'grapheme', maxLength: 5 }), {
      noNullPrototype: true,
    }),
    children: fc.array(fc.oneof({ depthSize: 'small' }, fc.stringMatching(/^[^\r\0]{1,5}$/u), tie('tree')), {
      maxLength: 4,
    }),
  }),
})).tree

const written = ({ name, attributes, children }: XmlElement): string =>
  `<${name}${Object.entries(attributes)
    .map(([key, value]) => ` ${key}="${escapeXml(value)}"`)
    .join(
      '',
    )}>${children.map((child) => (typeof child === 'string' ? escapeXml(child) : written(child))).join('<!-- - -->')}</${name}>`

describe('walking XML', () => {
  it('gives back any tree', () => {
    fc.assert(
      fc.property(trees, (tree) => {
        expect(parse(written(tree))).toEqual(tree)
      }),
    )
  })

  it('names elements and attributes by their namespaces, whichever prefixes are used', () => {
    const main = 'http://schemas.openxmlformats.org/drawingml/2006/main'
    const root = parse(
      `<q:a xmlns:q="${main}" q:k='1' l="2"><q:b xmlns:q="urn:other"/><b xmlns="http://purl.oclc.org/ooxml/drawingml/main"/><q:c/></q:a>`,
    )
    expect(root.name).toBe('a:a')
    expect(root.attributes).toMatchObject({ 'a:k': '1', l: '2' })
    expect(root.children.map((child) => (child as XmlElement).name)).toEqual(['?:b', 'a:b', 'a:c'])
  })

  it('decodes references, CDATA and UTF-16', () => {
    expect(parse('<a>&amp;&#65;&#x42;<![CDATA[<&]]></a>').children.join('')).toBe('&AB<&')
    const utf16 = Buffer.from('\uFEFF<a>ä</a>', 'utf16le')
    expect(parseXml(utf16, 10).children).toEqual(['ä'])
  })

  it.each([
    '',
    'x',
    '<a>',
    '<a></b>',
    '<a b></a>',
    '<a b=c/>',
    '<a b="c/>',
    '<a>&x;</a>',
    '<a>& </a>',
    '<!-- <a/>',
    '</a>',
    '< a/>',
  ])('refuses %j', (xml) => expect(() => parse(xml)).toThrow(expect.objectContaining({ code: 'document_corrupt' })))

  it('bounds elements and depth, and knows no document type', () => {
    expect(() => parse('<a/>'.repeat(11), 10)).toThrow(expect.objectContaining({ code: 'payload_too_large' }))
    expect(() => parse('<a>'.repeat(500))).toThrow(expect.objectContaining({ code: 'payload_too_large' }))
    expect(() => parse('<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>')).toThrow(
      expect.objectContaining({ code: 'document_corrupt' }),
    )
  })

  it('takes time linear in the length, also for namespaces declared over and over', async () => {
    const xml = (count: number): string =>
      `<a ${Array.from({ length: 500 }, (_, index) => `xmlns:p${index}="u${index}"`).join(' ')}>${'<p1:b xmlns:p1="v" p1:c="&amp;"/>'.repeat(count)}</a>`
    await expectLinearTime(
      5000,
      (count) => new TextEncoder().encode(xml(count)),
      (bytes) => parseXml(bytes, 1_000_000),
    )
  })
})
