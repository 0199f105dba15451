import type { FormField } from '@chancery/core'
import { expect, it } from 'vitest'
import { readForTest } from '../reading-for-test.ts'
import { withTickedBoxes } from './ticked-boxes.ts'

const boxes = async (text: string, type: 'text' | 'html' = 'text') =>
  (await readForTest(text, type)).formFields.map(({ name, value, type: kind }) => [name, value, kind])

it('reads boxes before or behind what they are for, several on a line, and rings where one is filled', async () => {
  expect(await boxes('Leave: ☒ annual, ☐ sick   Ref: 7\nYes ☐ No ☑\nPets: ◉ none ○ cat\n\n☐ 1 copy ........')).toEqual([
    ['annual', true, 'checkbox'],
    ['sick', false, 'checkbox'],
    ['Yes', false, 'checkbox'],
    ['No', true, 'checkbox'],
    ['none', true, 'radio'],
    ['cat', false, 'radio'],
    ['1 copy', false, 'checkbox'],
  ])
  expect(await boxes('○ a bullet\n○ another')).toEqual([])
})

it('reads squares, typed boxes and filled rings beside empty ones, and leaves bullets', async () => {
  expect(
    await boxes('Police called? □ Ja ■ Nee\nAccount: ● single ○ joint\n[x] paid [ ] open\nAdvance? Yes ☐ No ☒'),
  ).toEqual([
    ['Ja', false, 'checkbox'],
    ['Nee', true, 'checkbox'],
    ['single', true, 'radio'],
    ['joint', false, 'radio'],
    ['paid', true, 'checkbox'],
    ['open', false, 'checkbox'],
    ['Yes', false, 'checkbox'],
    ['No', true, 'checkbox'],
  ])
  expect(await boxes('(x) one ( ) two')).toEqual([
    ['one', true, 'radio'],
    ['two', false, 'radio'],
  ])
  expect(await boxes('● one\n○ two\n■ three\nf(x) = [1], (x) alone')).toEqual([])
})

it('reads boxes in cells by the cell beside', async () => {
  const table = '<table><tr><td>☒<td>Signed<tr><td>☐<td>Paid<tr><td>Informed?<td>☑ Yes ☐ No</table>'
  expect(await boxes(table, 'html')).toEqual([
    ['Signed', true, 'checkbox'],
    ['Paid', false, 'checkbox'],
    ['Yes', true, 'checkbox'],
    ['No', false, 'checkbox'],
  ])
})

it('reads boxes at the end of rows by the words before, several of a row by the titles of their columns', async () => {
  const courses =
    '<table><tr><th>Course<th>Begins<th>Price<th>Choice<tr><td>Bookkeeping<td>02.09.2024<td>480 €<td>☒' +
    '<tr><td>Payroll<td>04.11.2024<td>610 €<td>☐</table>'
  expect(await boxes(courses, 'html')).toEqual([
    ['Bookkeeping', true, 'checkbox'],
    ['Payroll', false, 'checkbox'],
  ])
  const answers =
    '<table><tr><th>Question<th>Yes<th>No<tr><td>Any allergies?<td>☐<td>☒</table>' +
    '<table><tr><td>Married<td>☒<td>Single<td>☐</table>'
  expect(await boxes(answers, 'html')).toEqual([
    ['Any allergies?: Yes', false, 'checkbox'],
    ['Any allergies?: No', true, 'checkbox'],
    ['Married', true, 'checkbox'],
    ['Single', false, 'checkbox'],
  ])
})

it('takes words before a colon for the label of the next box, and a sentence that ends with one whole', async () => {
  expect(await boxes('☐ male ☐ female Status: ☒ single\n☒ Die Rechnung geht an meinen Arbeitgeber:')).toEqual([
    ['male', false, 'checkbox'],
    ['female', false, 'checkbox'],
    ['single', true, 'checkbox'],
    ['Die Rechnung geht an meinen Arbeitgeber:', true, 'checkbox'],
  ])
})

it('leaves the fields of a document that have names', () => {
  const field = (name: string): FormField => ({ name, type: 'checkbox', value: true })
  const text: FormField = { name: 'Name', type: 'text', value: 'Ada' }
  expect(withTickedBoxes([text, field('agreed')], [field('I agree')])).toEqual([text, field('agreed')])
  expect(withTickedBoxes([text, field('-1834')], [field('I agree')])).toEqual([text, field('I agree')])
  expect(withTickedBoxes([text], [])).toEqual([text])
  const copied = [field('Check1'), field('Check1')]
  expect(withTickedBoxes(copied, [field('Driver'), field('Rider')])).toEqual([field('Driver'), field('Rider')])
})
