import { expect, it } from 'vitest'
import { readForTest } from '../reading-for-test.ts'

const pairs = async (text: string) => (await readForTest(text, 'text')).keyValues.map(({ key, value }) => [key, value])

it('reads rows of a label and a value that tabs part, also two pairs on a row', async () => {
  expect(await pairs('Landlord\tBrunner Homes\nTenant\tLea Sommer\nRent from\t1 February 2021')).toEqual([
    ['Landlord', 'Brunner Homes'],
    ['Tenant', 'Lea Sommer'],
    ['Rent from', '1 February 2021'],
  ])
  expect(await pairs('Member\tIlse Park\tNumber\tF-204\nPlan\tGold\tStart\t1.9.2026')).toEqual([
    ['Member', 'Ilse Park'],
    ['Number', 'F-204'],
    ['Plan', 'Gold'],
    ['Start', '1.9.2026'],
  ])
})

it('reads captions below a row that was filled in', async () => {
  expect(await pairs('Leipzig, 10 April 2026\tM. Brunner\nPlace and date\tSignature of the landlord')).toEqual([
    ['Place and date', 'Leipzig, 10 April 2026'],
    ['Signature of the landlord', 'M. Brunner'],
  ])
})

it('takes no names and roles, no row alone and no label that stands there twice', async () => {
  expect(await pairs('Anna Meier\tHead of sales\nBen Ott\tClerk')).toEqual([])
  expect(await pairs('Landlord\tBrunner Homes 7')).toEqual([])
  expect(await pairs('Monday\tat 7\nMonday\tat 9')).toEqual([])
})

it('takes no addresses that stand beside each other', async () => {
  const rows = [
    'Mrs Joan Pettifer\tBramble Holdings Ltd',
    'The Old Forge\tUnit 9, Castle Court',
    '3 Church Row\tShrewsbury SY1 2BQ',
  ]
  expect(await pairs(rows.join('\n'))).toEqual([])
  expect(await pairs('1 Landlord\tBrunner Homes\n2 Tenant\tLea Sommer\n3 Rent from\t1 February 2021')).toHaveLength(3)
})
