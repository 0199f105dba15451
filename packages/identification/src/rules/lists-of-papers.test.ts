import { modelOfText, type WantedField } from '@chancery/core'
import { expect, it } from 'vitest'
import { createRuleIdentifier } from './rule-identifier.ts'

async function listed(text: string, field: Omit<WantedField, 'many'>): Promise<unknown[]> {
  const asked = {
    model: modelOfText(text),
    profile: 'auto',
    minConfidence: 0.3,
    fields: [{ ...field, many: true }],
  } as const
  const { fields } = await createRuleIdentifier().identify(asked, { signal: new AbortController().signal })
  return fields.map(({ value, raw, span }) => {
    expect(text.slice(span.start, span.end)).toBe(raw)
    return typeof value === 'object' && value !== null && 'name' in value ? value.name : value
  })
}

it.each([
  ['Attendees: Ann Lee, Bob Ray and Cho Kim\n', ['Ann Lee', 'Bob Ray', 'Cho Kim']],
  ['Attendees:\nAnn Lee\nBob Ray\nCho Kim\n\nAgenda: none', ['Ann Lee', 'Bob Ray', 'Cho Kim']],
  ['Attendees:\n- Mia Fox, chair\n- Leo Fox, secretary\n\nThe meeting began.', ['Mia Fox', 'Leo Fox']],
  ['Attendees: Ann Lee (chair), Bob Ray (secretary)\nApologies: Dee Fox\n', ['Ann Lee', 'Bob Ray']],
  ['Attendees: Frau Dr. Lena Vogt, Herr Max Weber und Tom Braun\nOrt: Köln', ['Lena Vogt', 'Max Weber', 'Tom Braun']],
  ['Attendees: Ana Ruiz y Berta Paz\n', ['Ana Ruiz', 'Berta Paz']],
  ['Attendees: Lee, Ann; Ray, Bob\n', ['Lee, Ann', 'Ray, Bob']],
  ['Attendees: Lee, Ann\n', ['Lee, Ann']],
  ['Attendees: José Ortega y Gasset\n', ['José Ortega y Gasset']],
])('persons in a list are one each: %j', async (text, names) => {
  expect(await listed(text, { name: 'attendees', type: 'person' })).toEqual(names)
})

it.each([
  ['Landlords: Rose Hill Ltd and Oak Park LLP\nTenant: Jo May', 'party', ['Rose Hill Ltd', 'Oak Park LLP']],
  ['Landlords: A-100, A-101 and A-102\n', 'identifier', ['A-100', 'A-101', 'A-102']],
  ['Landlords: lease, deposit, end of term\n', 'text', ['lease', 'deposit', 'end of term']],
  ['Landlords: The deposit, which was paid in May, is kept\n', 'text', ['The deposit, which was paid in May, is kept']],
] as const)('so are others: %j', async (text, type, values) => {
  expect(await listed(text, { name: 'landlords', type })).toEqual(values)
})

it('takes no name of a firm apart', async () => {
  const text = 'Landlords: Smith, Jones & Partners LLP\n'
  expect(await listed(text, { name: 'landlords', type: 'party' })).toHaveLength(1)
})

it('reads one value where one is asked for', async () => {
  const asked = { model: modelOfText('Keywords: lease, deposit\n'), profile: 'auto', minConfidence: 0.3 } as const
  const fields = [{ name: 'keywords', type: 'text' }] as const
  const found = await createRuleIdentifier().identify({ ...asked, fields }, { signal: new AbortController().signal })
  expect(found.fields.map(({ value }) => value)).toEqual(['lease, deposit'])
})
