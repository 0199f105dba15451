/** What is as much as is searched is searched to its end; `rule-identifier.test.ts` has what is more. */
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
