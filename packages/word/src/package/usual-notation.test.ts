import { expectLinearTime } from '@chancery/port-contracts/linear-time'
import { vettedForTest } from '@chancery/port-contracts/vetted-for-test'
import PizZip from 'pizzip'
import { describe, expect, it } from 'vitest'
import { docx, p, table, textOf } from '../testing/docx-builder.ts'
import { createWordTemplates } from '../word-templates.ts'
import { scanXml } from '../xml/scan-xml.ts'
import { withUsualNotation } from './usual-notation.ts'

const { signal } = new AbortController()
const context = { locale: 'en-GB', timeZone: 'UTC', currency: 'EUR', now: 0, missing: 'error' } as const
const data = { name: 'N', items: [{ a: 1 }, { a: 2 }] }

/** The main part as another program would write it. */
function rewritten(rewrite: (xml: string) => string): Uint8Array {
  const zip = new PizZip(docx(p('Hi {name}') + table(['{#items}{a}', '{/items}'])))
  zip.file('word/document.xml', rewrite(zip.file('word/document.xml')?.asText() ?? ''))
  return zip.generate({ type: 'uint8array' })
}

describe('parts that a program wrote otherwise than Word', () => {
  it.each<readonly [string, (xml: string) => string]>([
    ['single quotation marks', (xml) => xml.replaceAll(/="([^"]*)"/g, "='$1'")],
    ['space around the sign', (xml) => xml.replaceAll(/ xml:space="/g, '\n xml:space = "')],
    ['CDATA', (xml) => xml.replace('Hi {name}', '<![CDATA[Hi {name}]]>')],
    [
      'comments',
      (xml) => xml.replace('Hi {name}', 'Hi {na<!-- c -->me}').replace('<w:body>', '<w:body><!-- <w:p> -->'),
    ],
    ['instructions', (xml) => xml.replace('Hi {name}', 'Hi <?pi a?>{name}')],
  ])('are filled, with %s, as those of Word', async (_, rewrite) => {
    const template = vettedForTest(rewritten(rewrite), 'docx')
    const { content } = await createWordTemplates().fill(template, { ...context, data }, { signal })
    expect(textOf(content.bytes)).toBe('Hi N\n1\n\n2')
    const xml = new PizZip(content.bytes).file('word/document.xml')?.asText() ?? ''
    expect(scanXml(xml, { open() {}, close() {} })).toBeUndefined()
    expect(xml).not.toMatch(/<[^<>]*xml:space[^<>]*xml:space|<!|\S'>/)
  })

  it('keep what they say', () => {
    const xml = `<?xml version='1.0'?><a b='"1"' c = "d='e'"><!-- x --><![CDATA[<&>]]> x = 'y'</a>`
    expect(withUsualNotation(xml)).toBe(`<?xml version='1.0'?><a b="&quot;1&quot;" c="d='e'">&lt;&amp;&gt; x = 'y'</a>`)
    const usual = `<?xml version='1.0'?><a b="c">d</a>`
    expect(withUsualNotation(usual)).toBe(usual)
  })

  it('cost time with their size, not more', async () => {
    const make = (size: number): string =>
      `<a ${'b'.repeat(size)} ${'c '.repeat(size)}${' '.repeat(size)} d='e'>${'<!---->'.repeat(size)}</a>`
    await expectLinearTime(20_000, make, withUsualNotation)
  })
})
