import type { JsonObject } from '@chancery/core'
import { describe, expect, it } from 'vitest'
import { inductionUntil } from './lines-fixture.ts'

const induce = inductionUntil(new AbortController().signal)

/** How many entries each list has, and those in each of them. */
const shapeOf = (data: JsonObject): unknown =>
  Object.fromEntries(
    Object.entries(data).flatMap(([name, value]) =>
      Array.isArray(value) ? [[name, value.map((item) => shapeOf(item as JsonObject))]] : [],
    ),
  )

const names = [
  'Ada Byron',
  'Bo Chan',
  'Cleo Diaz',
  'Dan Eck',
  'Eva Frey',
  'Fay Gold',
  'Gus Hale',
  'Ida Jung',
  'Kim Lee',
]
const roles = ['Director', 'Treasurer', 'Secretary', 'Witness', 'Notary', 'Partner', 'Clerk']
const things = [
  'Desk lamp',
  'Office chair',
  'Paper',
  'Toner',
  'Whiteboard',
  'Cabinet',
  'Notebook',
  'Projector',
  'Cable',
]
const at = (list: readonly string[], index: number): string => list[index % list.length]!

describe('rounds of several nodes', () => {
  it('are no entries of a list of which some begin with the same short word', async () => {
    const list = (...entries: readonly string[]): string =>
      ['Merci de nous transmettre :', ...entries.map((entry) => `- ${entry}`), 'Bien à vous, le cabinet'].join('\n')
    const { samples } = await induce([
      list('le bail', 'les quittances'),
      list('le constat', 'le contrat', 'la facture'),
      list('le permis'),
    ])
    expect(samples.map(({ data }) => shapeOf(data))).toEqual(
      [2, 3, 1].map((length) => ({ items: Array.from({ length }, () => ({})) })),
    )
  })

  it('are no paragraphs of which blank lines are all that they share', async () => {
    const minutes = (...points: readonly string[]): string =>
      ['Minutes of the owners', '', ...points.flatMap((point) => [point, '']), 'The next meeting is on Monday.'].join(
        '\n',
      )
    const { samples } = await induce([
      minutes('3. Resolved: the paint work goes to Verf'),
      minutes('3. Resolved: the lift is tested in May', '4. Mila Kuiper is welcomed as a new owner'),
      minutes('3. Resolved: the fee stays as it is'),
    ])
    expect(samples.map(({ data }) => shapeOf(data))).toEqual([{}, {}, {}])
  })

  it('are found where each has as many lines', async () => {
    const deed = (signers: number, seed: number): string =>
      [
        'Deed of gift',
        `Made on ${seed + 3} May 2024`,
        'Signed by the parties:',
        ...Array.from({ length: signers }, (_, n) => [
          '______________________',
          at(names, seed * 5 + n * 2),
          `${at(roles, seed * 3 + n)} of the company`,
        ]).flat(),
        'End of the deed',
      ].join('\n')
    const { samples, fields } = await induce([2, 1, 3, 2].map(deed))
    expect(samples.map(({ exact }) => exact)).toEqual([true, true, true, true])
    const lists = samples.map(({ data }) => Object.values(data).find(Array.isArray)?.length)
    expect(lists).toEqual([2, 1, 3, 2])
    expect(fields).toHaveLength(3)
  })

  it('are found where they begin alike and have as much below them as there is', async () => {
    const plan = (phases: readonly number[], seed: number): string =>
      [
        'Project plan',
        `Client: ${at(names, seed * 2)}`,
        ...phases.flatMap((tasks, n) => [
          `Phase ${n + 1}: ${at(things, seed * 4 + n)} in ${seed + n + 2} weeks`,
          ...Array.from(
            { length: tasks },
            (_, task) => `- ${at(things, seed + 3 * n + task)} by ${at(names, seed + n + task * 2)}`,
          ),
        ]),
        'We look forward to working with you',
      ].join('\n')
    const shapes = [[2, 1], [3], [1, 2, 2], [2, 2]]
    const { samples } = await induce(shapes.map(plan))
    expect(samples.map(({ exact }) => exact)).toEqual([true, true, true, true])
    for (const [index, { data }] of samples.entries()) {
      const [outer] = Object.values(shapeOf(data) as Record<string, readonly Record<string, readonly unknown[]>[]>)
      expect(outer?.map((phase) => Object.values(phase)[0]?.length)).toEqual(shapes[index])
    }
  })

  it('are not made of clauses that only some have', async () => {
    const clauses = [
      'Pets may be kept with consent',
      'The garden is used by all tenants alike',
      'Smoking is not allowed anywhere inside',
      'Parking costs extra and is agreed apart',
    ]
    const lease = (mask: number, seed: number): string =>
      [
        `Lease of ${at(names, seed)}`,
        ...clauses.flatMap((clause, n) => (mask & (1 << n) ? [`Clause on a matter`, clause] : [])),
        'Signed by both',
      ].join('\n')
    const { samples } = await induce([5, 3, 14, 7, 9].map(lease))
    expect(samples.every(({ exact, data }) => exact && !Object.values(data).some(Array.isArray))).toBe(true)
  })
})

it('rows stay in one list however many samples there are', async () => {
  const note = (rows: number, seed: number): string =>
    [
      `Delivery note ${seed + 100}`,
      'What we deliver:',
      ...Array.from({ length: rows }, (_, n) => `- ${at(things, seed * 3 + n * 5)}: ${(seed * 7 + n * 3) % 40}.50 EUR`),
      'Thank you for your order',
    ].join('\n')
  const counts = [1, 3, 2, 4, 1, 2, 3, 4, 2, 1]
  const { samples } = await induce(counts.map(note))
  expect(samples.map(({ data }) => Object.values(data).find(Array.isArray)?.length)).toEqual(counts)
})
