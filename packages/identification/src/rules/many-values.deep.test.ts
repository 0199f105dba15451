/** What is as much as is searched is searched to its end, and what is more is told. */
import { modelOfText, type WantedField } from '@chancery/core'
import { expect, it } from 'vitest'
import { allLabels, allNumbers, fullText, ref } from './many-values.test-support.ts'
import { createRuleIdentifier } from './rule-identifier.ts'

const identify = (text: string, fields?: readonly WantedField[]) =>
  createRuleIdentifier().identify(
    { model: modelOfText(text), profile: 'auto', minConfidence: 0.3, ...(fields === undefined ? {} : { fields }) },
    { signal: new AbortController().signal },
  )

it('searches a text of as many characters as are searched', async () => {
  expect((await identify(fullText())).warnings).toEqual([])
})

it('searches as many numbers as are searched, and what follows them', async () => {
  const { entities, warnings } = await identify(`${allNumbers()}last@example.com\n`)
  expect(entities.filter(({ type }) => type === 'email').map(({ raw }) => raw)).toEqual(['last@example.com'])
  expect(warnings.map(({ message }) => message).filter((message) => message.includes('searched'))).toEqual([])
})

it('looks at as many labels as are looked at', async () => {
  expect((await identify(allLabels(), [ref])).warnings).toEqual([])
})

it('says where there are more numbers than are searched, and finds what lies before', async () => {
  const found = await identify(`first@example.com\n7 ${allNumbers()}last@example.com\n`)
  expect(found.entities.filter(({ type }) => type === 'email').map(({ raw }) => raw)).toEqual(['first@example.com'])
  expect(found.warnings.map(({ message }) => message)).toContain(
    'There are more numbers than the 75,000 that are searched.',
  )
})

it('says which labels were not looked at', async () => {
  const { warnings } = await identify(`${allLabels()}Ref: late`, [ref])
  expect(warnings).toMatchObject([
    {
      code: 'values_left_out',
      message: expect.stringContaining('labels of fields than the 20,000 that are looked at'),
    },
  ])
})
