import { expect, it } from 'vitest'
import { inspectEmail } from '../inspect-email.ts'

const told = (text: string): readonly (string | undefined)[] =>
  inspectEmail({ subject: 's', text }, { locale: 'en', timeZone: 'UTC', currency: 'EUR', now: 0 })
    .findings.filter(({ code }) => code === 'outside_loop')
    .map(({ location }) => location?.text)

it.each([
  ['outside of all blocks', '{{../n}}'],
  ['in a condition alone', '{{#if a}}{{../n}}{{/if}}'],
  ['in one loop, twice', '{{#each a}}{{../../n}}{{/each}}', '{{../../n}}'],
  ['in a loop and its condition, twice', '{{#each a}}{{#if b}}{{../../n}}{{/if}}{{/each}}', '{{../../n}}'],
  ['in two loops, three times', '{{#each a}}{{#with b}}{{../../../n}}{{/with}}{{/each}}', '{{../../../n}}'],
  ['behind the else of a loop', '{{#each a}}x{{else}}{{../n}}{{/each}}', '{{../n}}'],
  ['of the loop around', '{{#each a}}{{@../index}}{{/each}}', '{{@../index}}'],
])('tells what leads further than all: %s', (_where, text, tag = '{{../n}}') => {
  expect(told(text)).toEqual([tag])
})

it.each([
  ['once in a loop', '{{#each a}}{{../n}}{{/each}}'],
  ['twice in two', '{{#each a}}{{#each b}}{{../../n}}{{/each}}{{/each}}'],
  ['twice in two with a condition between', '{{#each a}}{{#if c}}{{#with b}}{{../../n}}{{/with}}{{/if}}{{/each}}'],
  ['of the loop around', '{{#each a}}{{#each b}}{{@../index}}{{/each}}{{/each}}'],
  ['from the beginning', '{{#each a}}{{@root.n}}{{/each}}'],
])('says nothing of what leads to a value: %s', (_where, text) => {
  expect(told(text)).toEqual([])
})
