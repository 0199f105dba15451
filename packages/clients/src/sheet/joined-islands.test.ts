import { describe, expect, it } from 'vitest'
import { headed, joinedIslands } from './joined-islands.ts'
import type { SheetTable } from './sheet-island.ts'

/** What comes of a list and other islands of its sheet, each with the place of its first cell. */
function joined(...placed: readonly (readonly [top: number, left: number, rows: SheetTable])[]): SheetTable[] {
  const islands = placed.map(([top, left, rows]) => headed({ sheet: 1, top, left, rows }))
  const [list] = islands
  return list === undefined ? [] : joinedIslands(list, islands).map(({ rows }) => [...rows])
}

const list: SheetTable = [
  ['Name', 'E-mail', 'City'],
  ['Ada', 'a@x.org', 'Ulm'],
  ['Bob', 'b@x.org', 'Bonn'],
  ['Cy', 'c@x.org', 'Ulm'],
]

describe('one list', () => {
  it('has columns on both sides of empty ones', () => {
    const before: SheetTable = [['No'], ['1'], ['2'], ['3']]
    const behind: SheetTable = [['Phone'], ['+49 1'], ['+49 2'], ['+49 3']]
    expect(joined([0, 2, list], [0, 0, before], [0, 6, behind])).toEqual([
      [
        ['No', 'Name', 'E-mail', 'City', 'Phone'],
        ['1', 'Ada', 'a@x.org', 'Ulm', '+49 1'],
        ['2', 'Bob', 'b@x.org', 'Bonn', '+49 2'],
        ['3', 'Cy', 'c@x.org', 'Ulm', '+49 3'],
      ],
    ])
  })

  it('has cells alone behind an empty column', () => {
    expect(joined([0, 0, list], [0, 4, [['Fax']]], [3, 4, [['+49 3']]])[0]).toEqual([
      ['Name', 'E-mail', 'City', 'Fax'],
      ['Ada', 'a@x.org', 'Ulm'],
      ['Bob', 'b@x.org', 'Bonn'],
      ['Cy', 'c@x.org', 'Ulm', '+49 3'],
    ])
  })

  it('has narrower rows behind an empty one, and its header row once more is none', () => {
    const rows: SheetTable = [
      ['Di', 'd@x.org'],
      ['Eve', 'e@x.org'],
    ]
    const again: SheetTable = [
      ['Name', 'E-mail'],
      ['Fay', 'f@x.org'],
    ]
    expect(joined([0, 0, list], [5, 0, rows], [8, 0, again])).toEqual([
      [...list, ['Di', 'd@x.org'], ['Eve', 'e@x.org'], ['Fay', 'f@x.org']],
    ])
  })
})

describe('what stays apart', () => {
  const other: SheetTable = [
    ['Name', 'Phone'],
    ['Ann', '+49 1'],
    ['Ben', '+49 2'],
    ['Cem', '+49 3'],
  ]
  it.each<[string, readonly [number, number, SheetTable][]]>([
    ['a second list beside', [[0, 4, other]]],
    [
      'a second list below, and what follows on it',
      [
        [5, 0, other],
        [10, 0, [['Dan', '+49 4']]],
      ],
    ],
    ['a shorter table beside', [[0, 4, [['Country'], ['DE']]]]],
    [
      'a table below that holds other things',
      [
        [
          5,
          0,
          [
            ['Quarter', 'Sum'],
            ['1', '5'],
            ['2', '6'],
          ],
        ],
      ],
    ],
    ['a note below', [[5, 0, [['Confidential']]]]],
    ['a column beside without a name', [[0, 4, [['12'], ['13'], ['14'], ['15']]]]],
    ['what stands above', [[-3, 0, [['Clients of', 'the office']]]]],
  ])('%s', (_, islands) => {
    expect(joined([0, 0, list], ...islands)).toEqual([list, ...islands.map(([, , rows]) => rows)])
  })
})
