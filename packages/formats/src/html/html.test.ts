import { expectLinearTime } from '@chancery/port-contracts/linear-time'
import { describe, expect, it } from 'vitest'
import { attributeOf, elementsOf, isElement, rawText } from './html-node.ts'
import { type HtmlBounds, parsePage, parsePiece } from './html-parser.ts'

const bounds: HtmlBounds = { elements: 1000, depth: 50, beyond: (bound) => new RangeError(bound) }

describe('HTML', () => {
  it('is a page as browsers see it, or a piece of one', () => {
    const [html] = elementsOf(
      parsePage('<title>a</title><P Lang=de>b<p>c<noscript><i>d</i></noscript>', bounds),
      'html',
    )
    const [head, body] = html === undefined ? [] : elementsOf(html)
    expect([head, body].map((each) => each?.tagName)).toEqual(['head', 'body'])
    expect(elementsOf(body!, 'p').map((p) => [attributeOf(p, 'lang'), rawText(p)])).toEqual([
      ['de', 'b'],
      [undefined, 'cd'],
    ])
    expect(parsePiece('a<b>c</b><!-- d -->', bounds).map((node) => [isElement(node), rawText(node)])).toEqual([
      [false, 'a'],
      [true, 'c'],
      [false, ''],
    ])
  })

  it('is held to its bounds while it is parsed', () => {
    expect(() => parsePiece('<br>'.repeat(1001), bounds)).toThrow(new RangeError('elements'))
    expect(() => parsePage('<div>'.repeat(51), bounds)).toThrow(new RangeError('depth'))
    // The parser makes a few of its own around them.
    expect(parsePiece('<br>'.repeat(990), bounds)).toHaveLength(990)
  })

  it('takes linear time, however deep it would become', async () => {
    const make = (size: number): string => '<div><b><i>'.repeat(size)
    await expectLinearTime(20_000, make, (html) => {
      expect(() => parsePiece(html, { ...bounds, elements: Infinity })).toThrow(new RangeError('depth'))
    })
  })
})
