import { expectLinearTime } from '@chancery/port-contracts/linear-time'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { escapeXml } from '../../../reading-office/src/package/package-fixture.ts'
import { parseXml } from './xml-element.ts'
import { XmlText } from './xml-text.ts'

const windowsOf = (xml: string): string[] => {
  const text = new XmlText(new TextEncoder().encode(xml))
  const windows = []
  do windows.push(text.window)
  while (text.advance())
  return windows
}

/** What may hold a `<` or a character of several bytes at any place of a window. */
const piece = fc.tuple(
  fc.constantFrom(
    (text: string) => `<t>${escapeXml(text)}</t>`,
    (text: string) => `<![CDATA[${text}]]>`,
    (text: string) => `<t k="${text.replaceAll(/[&"]/g, '')}" l='${text.replaceAll(/[&']/g, '')}'/>`,
    (text: string) => `<!--${text}-->`,
    (text: string) => `<?p ${text}?>`,
  ),
  fc.constantFrom('a', '<', 'é<', '’', '\u{1f600}', '" \'', ' <a>'),
  fc.nat(8000),
)

describe('the text of an XML part', () => {
  it('is whole, whatever stands where a window ends', () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const written = pieces.map(([write, text, count]) => write(text.repeat(count)))
        const xml = `<r>${written.join('')}</r>`
        expect(windowsOf(xml).join('')).toBe(xml)
        // Each by itself is smaller than a window or one long piece, and read as a whole.
        const alone = written.flatMap((each) => parseXml(new TextEncoder().encode(`<r>${each}</r>`), 10).children)
        expect(parseXml(new TextEncoder().encode(xml), 100).children).toEqual(alone)
      }),
      { numRuns: 60 },
    )
  })

  it('is decoded in windows that one wide character makes no large objects', () => {
    const windows = windowsOf(`<r>${'<t>’ and some text</t>'.repeat(20_000)}</r>`)
    expect(windows.length).toBeGreaterThan(10)
    expect(Math.max(...windows.map(({ length }) => length))).toBeLessThan(64 * 1024)
    for (const window of windows) expect(window[0]).toBe('<')
  })

  it('is decoded in linear time, also where one piece of it is as long as all of it', async () => {
    await expectLinearTime(
      20_000,
      (count) => new TextEncoder().encode(`<r><![CDATA[${'<b>'.repeat(count)}]]>${'<c/>'.repeat(100)}</r>`),
      (bytes) => parseXml(bytes, 1_000_000),
    )
  })
})
