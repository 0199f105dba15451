import { expectLinearTime } from '@chancery/port-contracts/linear-time'
import { describe, expect, it } from 'vitest'
import { renewIds } from './renew-ids.ts'

const bookmark = (name: string): string => `<w:bookmarkStart w:id="1" w:name="${name}"/><w:bookmarkEnd w:id="1"/>`
const namesIn = (xml: string): string[] => Array.from(xml.matchAll(/w:name="([^"]*)"/g), ([, name = '']) => name)

describe('ids that are repeated', () => {
  it('are new, and so are the names of bookmarks, of 40 characters at most', () => {
    const long = 'a'.repeat(40)
    const xml = renewIds(bookmark('total').repeat(2) + bookmark(long), 7)
    expect(
      xml.startsWith(`${bookmark('total')}<w:bookmarkStart w:id="8" w:name="total_2"/><w:bookmarkEnd w:id="8"/>`),
    ).toBe(true)
    expect(namesIn(renewIds(bookmark(long).repeat(3), 7))).toEqual([long, `${'a'.repeat(38)}_2`, `${'a'.repeat(38)}_3`])
  })

  it('of paragraphs and rows are left out, and never text that looks like one', () => {
    const identified = `<w:tr w14:paraId="A"><w:p w:rsidR="1" w14:paraId="B" w14:textId="C"><w:r><w:t>id w14:paraId="B" w14:paraId="B"</w:t></w:r></w:p></w:tr>`
    expect(renewIds(identified.repeat(2), 1)).toBe(
      identified + identified.replace(' w14:paraId="A"', '').replace(' w14:paraId="B" w14:textId', ' w14:textId'),
    )
  })

  const start = '<w:bookmarkStart w:id="5" w:name="a"/>'
  const end = '<w:bookmarkEnd w:id="5"/>'
  it.each([
    ['begins in what turns and ends behind it', `${start}1${start}2${end}`, `${start}12${end}`],
    ['begins before what turns and ends in it', `${start}1${end}2${end}`, `${start}12${end}`],
    ['ends behind what did not turn', end, ''],
    ['begins before what did not turn', start, ''],
  ])('of a bookmark that %s are one pair, or none', (_, xml, expected) => {
    expect(renewIds(xml, 7)).toBe(expected)
  })

  it('of shapes of VML are new, and what is drawn by another program finds its own', () => {
    const shape = (name: string, more: string): string =>
      `<v:shape id="${name}"${more} type="#_x0000_t202"/><o:OLEObject ShapeID="${name}" r:id="r1"/>`
    const own = shape('_x0000_s1026', ' o:spid="_x0000_s1026"')
    expect(renewIds(own.repeat(2), 7)).toBe(own + shape('_x0000_s1026_2', ''))
  })

  it.each([
    ['bookmarks', (count: number) => bookmark('total').repeat(count)],
    ['paragraphs', (count: number) => '<w:p w14:paraId="A"/><w:p/>'.repeat(count)],
    ['signs of text', (count: number) => `<w:p>${' w14:paraId="A'.repeat(count)}</w:p>`],
    ['tags without an end', (count: number) => '<w:p a=" w14:paraId='.repeat(count)],
  ])('are renewed in linear time among %s', async (_, make) => {
    await expectLinearTime(2000, make, (xml) => void renewIds(xml, 1))
  })
})
