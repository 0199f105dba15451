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

  it('are renewed in linear time', async () => {
    await expectLinearTime(
      2000,
      (count) => bookmark('total').repeat(count),
      (xml) => void renewIds(xml, 1),
    )
  })
})
