import { describe, expect, it } from 'vitest'
import type { Level } from './object-driver.ts'
import { objectTwins } from './object-twins.ts'

/** A bucket with these names, in pages of so many. */
function bucket(names: readonly string[], pageSize = 1000) {
  const asked: string[] = []
  const level = async (prefix: string): Promise<Level> => {
    asked.push(prefix)
    const below = names.filter((name) => name.startsWith(prefix)).sort()
    const entries = new Set(
      below.map((name) => {
        const end = name.indexOf('/', prefix.length)
        return end === -1 ? name : name.slice(0, end + 1)
      }),
    )
    const page = [...entries].slice(0, pageSize)
    return {
      documents: page.filter((name) => !name.endsWith('/')),
      folders: page.filter((name) => name.endsWith('/')),
      hasMore: entries.size > pageSize,
    }
  }
  return { asked, twins: async (path: string) => [...(await objectTwins(path, level))].sort() }
}

describe('twins in a bucket', () => {
  it('are found in folders that are twins too', async () => {
    const { twins } = bucket([
      'Letters/2026/Ada.txt',
      'letters/2026/ADA.TXT',
      'LETTERS/2026/ada.txt',
      'letters/ada.txt',
    ])
    expect(await twins('Letters/2026/Ada.txt')).toEqual(['LETTERS/2026/ada.txt', 'letters/2026/ADA.TXT'])
    expect(await twins('letters/ada.txt')).toEqual([])
  })

  it('are no folders of that name', async () => {
    const { twins } = bucket(['Ada/b.txt', 'ada'])
    expect(await twins('ada')).toEqual([])
    expect(await twins('Ada/b.txt')).toEqual([])
  })

  it('cost one call a level, and of a deep path the last eight', async () => {
    const { asked, twins } = bucket(['a/b/c.txt'])
    await twins('a/b/c.txt')
    expect(asked.sort()).toEqual(['', 'a/', 'a/b/'])
    asked.length = 0
    await twins(Array.from({ length: 300 }, () => 'x').join('/'))
    expect(asked).toHaveLength(8)
  })

  it('are found in a folder of more than a page by how they begin', async () => {
    const many = Array.from({ length: 5000 }, (_, index) => `p/${String(index).padStart(4, '0')}.txt`)
    const { asked, twins } = bucket([...many, 'p/Zoë.txt', 'p/zOË.txt', 'p/2026-Zoë.txt', 'p/2026-zoë.txt'])
    expect(await twins('p/Zoë.txt')).toEqual(['p/zOË.txt'])
    expect(await twins('p/2026-zoë.txt')).toEqual(['p/2026-Zoë.txt'])
    expect(await twins('p/0007.txt')).toEqual([])
    expect(asked.length).toBeLessThan(14)
  })
})
